/** Makes a webhook, for every operation that does. Its target was looked at before. */
import type { Webhook } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
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

export type NewWebhook = Webhook & { newSecret: string }

/** What the audit tells of a webhook. */
export const shownOf = ({ url, events, document, status, companyId }: Webhook): object => ({
  url,
  events,
  document,
  status,
  companyId,
})

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
  const webhook = await db.webhook.create({
    data: {
      organizationId,
      id,
      url,
      events,
      companyId: boundTo,
      ...documentColumns(actor, document),
      secret: platform.secretBox.seal(secret, sealContext({ organizationId, id })),
      createdAt: now,
    },
  })
  audit({ kind: 'webhook', subjectId: id, companyId: boundTo, before: null, after: shownOf(webhook) })
  return { ...webhook, newSecret: secret }
}
