import { z } from 'zod'
import { changeHeld } from '../kernel/database/held-rows.ts'
import { json } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import { WebhookStatus } from '../generated/prisma/enums.ts'
import { operation } from '../operation/operation.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { shownOf } from '../engine/webhooks/rest.ts'
import { dropWork, resumeDeliveries } from '../engine/webhooks/queue.ts'
import { sealContext, stillSigning } from '../engine/webhooks/secrets.ts'
import { documentColumns, judgeDocument, refuseOtherEvents } from './document.ts'
import { type Callback, openCallback } from './flow-webhook.ts'
import { endsWith } from './make-webhook.ts'
import { newSecret, refuseTarget, visibleWebhook, webhookFields, webhookId, webhookToChange } from './webhook.ts'

const OVERLAP_MS = 24 * 3_600_000
/** Each is a part of the header of every delivery. */
const MOST_PREVIOUS = 10

/**
 * The secrets until now go on signing beside the new one, each for its time, so that receivers can change theirs in
 * their own.
 */
const rotated = (webhook: Webhook, secretBox: SecretBox, now: Date) => {
  const earlier = stillSigning(webhook, now)
  if (earlier.length >= MOST_PREVIOUS)
    throw new AppError('CONFLICT', {
      message:
        `The webhook got ${MOST_PREVIOUS} new secrets within 24 hours, and the old ones are still ` +
        `valid. Wait until the first of them expires, at ${earlier.at(-1)?.until}.`,
    })
  const secret = newSecret()
  const replaced = {
    secret: Buffer.from(webhook.secret).toString('base64'),
    until: new Date(now.getTime() + OVERLAP_MS).toISOString(),
  }
  return {
    secret,
    columns: {
      secret: secretBox.seal(secret, sealContext(webhook)),
      previousSecrets: json([replaced, ...earlier]),
    },
  }
}

/** What is never shown is not posted to an address that its owner did not give it for. */
const refuseSecretsElsewhere = ({ authentication, headers }: Callback): void => {
  if (authentication !== null || headers.length > 0)
    throw new AppError('CONFLICT', {
      message: 'Callbacks bring their headers and authentication to this address. For another one, make a webhook.',
    })
}

export const updateWebhook = operation({
  name: 'updateWebhook',
  summary:
    'Changes a webhook, renews its secret, pauses it or activates it. After a renewal, ' +
    'deliveries are also signed with the old secret for 24 hours. A paused webhook gets no ' +
    'events. Deliveries that were waiting when it was paused are sent once it is active again.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({
    webhookId,
    url: webhookFields.url.optional(),
    events: webhookFields.events.optional(),
    document: webhookFields.document
      .nullish()
      .describe('The GraphQL subscription whose answer is posted. Null to post the events as they are in the feed.'),
    status: z
      .enum(WebhookStatus)
      .meta({ graphql: 'WebhookStatus' })
      .optional()
      .describe('`paused` stops deliveries, `active` starts them again.'),
    rotateSecret: z.boolean().optional().describe('Whether to create a new secret. Only this answer contains it.'),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, platform, actor }, { webhookId, url, events, document }) {
    const { keptDocuments } = platform
    // Who says where it goes, or what it is about, gets what the document reads.
    const kept =
      url === undefined && events === undefined ? null : (await visibleWebhook(db, actor, webhookId)).document
    const meant = document === undefined ? kept : document
    if (meant !== null) judgeDocument(keptDocuments, actor, meant)
    if (url !== undefined) await refuseTarget(url, platform)
  },
  async run({ db, actor, now, platform, audit }, { webhookId, url, events, document, status, rotateSecret }) {
    const webhook = await webhookToChange(db, actor, webhookId)
    if (webhook.delivers === 'flows' && (events !== undefined || document != null))
      throw new AppError('CONFLICT', { message: 'The webhook delivers flows, which are no events.' })
    if (webhook.delivers === 'flows' && url !== undefined && url !== webhook.url)
      refuseSecretsElsewhere(openCallback(platform.secretBox, webhook))
    const shown = document === undefined ? webhook.document : document
    if (shown !== null) refuseOtherEvents(shown, events ?? webhook.events)
    const { id } = webhook
    if (status === 'active' && webhook.pausedWithCompany) throw new AppError('COMPANY_SUSPENDED')
    // Who sets it to work again answers for it.
    const taken = status === 'active' && webhook.status === 'paused' && webhook.endsWithKeyId !== null
    const fresh = rotateSecret ? rotated(webhook, platform.secretBox, now) : undefined
    const changes = {
      ...(url !== undefined && { url }),
      ...(events && { events }),
      ...(document !== undefined && documentColumns(actor, document)),
      ...fresh?.columns,
      ...(status === 'paused' && webhook.status === 'active' && { status, pausedAt: now }),
      ...(taken && { endsWithKeyId: await endsWith(db, actor) }),
      ...(status === 'active' && {
        status,
        pausedAt: null,
        pausedByFailures: false,
        pausedWithKey: false,
        failureCount: webhook.status === 'paused' ? 0 : webhook.failureCount,
      }),
    }
    const changed = await changeHeld(db, 'webhooks', webhook, changes, status === 'paused' ? [dropWork(webhook)] : [])
    const after = { ...shownOf(changed), ...(fresh && { secret: 'rotated' }) }
    audit({ kind: 'webhook', subjectId: id, companyId: webhook.companyId, before: shownOf(webhook), after })
    if (status === 'active' && webhook.status === 'paused') await resumeDeliveries(db, webhook, now)
    return { ...changed, newSecret: fresh?.secret ?? null }
  },
})
