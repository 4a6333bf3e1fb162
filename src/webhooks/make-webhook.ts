/** Makes a webhook, for every operation that does. Its target was looked at before. */
import type { Actor } from '../auth/actor.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { json, writeRows } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { shownOf } from '../engine/webhooks/rest.ts'
import { sealContext } from '../engine/webhooks/secrets.ts'
import { documentColumns } from './document.ts'
import { newSecret } from './webhook.ts'

/** For one company, and for the whole organization: an event goes to twice as many at most. */
const MOST_WEBHOOKS = 50

interface WebhookWishes {
  url: string
  events: string[]
  secret?: string | undefined
  document?: string | undefined
  boundTo: string | null
}

/** What a webhook is before anything happened to it. */
const BLANK = {
  status: 'active',
  previousSecrets: [],
  delivers: 'events',
  flowTypes: [],
  flowDirection: null,
  flowRules: [],
  flowAckStatus: null,
  callback: null,
  failureCount: 0,
  lastDeliveredAt: null,
  pausedAt: null,
  pausedWithCompany: false,
  pausedByFailures: false,
  pausedWithKey: false,
} satisfies Partial<Webhook>

export type NewWebhook = Webhook & { newSecret: string }

/**
 * The key that a webhook ends with: an agent, or what an agent made. A token that is asked for with a key, as programs
 * of the French norm have it, stands for that key, which goes on when the token has ended.
 */
export const endsWith = async (
  db: Db,
  { organizationId, keyId }: Pick<Actor, 'organizationId' | 'keyId'>,
): Promise<string | null> => {
  if (keyId === null) return null
  const key = await db.apiKey.findFirst({
    where: { organizationId, id: keyId },
    select: { kind: true, clientId: true, parentKeyId: true },
  })
  if (key === null || key.parentKeyId === null) return key?.kind === 'agent' ? keyId : null
  return key.clientId === key.parentKeyId ? endsWith(db, { organizationId, keyId: key.parentKeyId }) : keyId
}

export const makeWebhook = async (
  { db, actor, now, platform, audit }: Pick<Run, 'db' | 'actor' | 'now' | 'platform' | 'audit'>,
  { url, events, document, secret = newSecret(), boundTo }: WebhookWishes,
): Promise<NewWebhook> => {
  const { organizationId } = actor
  await holdOrganization(db, organizationId)
  const present = await db.webhook.count({ where: { organizationId, companyId: boundTo } })
  if (present >= MOST_WEBHOOKS)
    throw new AppError('CONFLICT', {
      message:
        `There are ${MOST_WEBHOOKS} webhooks ` +
        `${boundTo === null ? 'for the organization' : 'for that company'} already, and there can be no ` +
        'more. Delete one first.',
    })
  const id = newId('webhook')
  const webhook: Webhook = {
    ...BLANK,
    organizationId,
    id,
    url,
    events,
    companyId: boundTo,
    endsWithKeyId: await endsWith(db, actor),
    ...documentColumns(actor, document),
    secret: platform.secretBox.seal(secret, sealContext({ organizationId, id })),
    createdAt: now,
  }
  await writeRows(db, [{ table: 'webhooks', columns: { ...webhook, previousSecrets: json([]) } }])
  audit({ kind: 'webhook', subjectId: id, companyId: boundTo, before: null, after: shownOf(webhook) })
  return { ...webhook, newSecret: secret }
}
