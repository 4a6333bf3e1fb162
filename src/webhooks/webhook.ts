/**
 * What the operations on webhooks have in common: the forms of their input, and finding one that the caller may see.
 */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { hold } from '../kernel/database/held-rows.ts'
import type { Db } from '../kernel/database/open.ts'
import { hostOf } from '../upstreams/public-address.ts'
import type { Platform } from '../operation/platform.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { eventTypes } from '../engine/feed/catalog.ts'
import type { Prisma, Webhook } from '../generated/prisma/client.ts'
import { id } from '../kernel/input.ts'
import { asSecret } from '../kernel/secret-input.ts'
import { limits } from '../values/limits.ts'
import { faultOfTarget } from '../engine/webhooks/target.ts'

/** What a webhook may subscribe to. */
export const subscribable = ['*', ...eventTypes] as const

export const webhookId = id('webhook').describe('Identifier of the webhook, `wh_…`.')
export const deliveryId = id('delivery').describe('Identifier of the delivery, `dlv_…`.')

export const webhookFields = {
  url: z
    .string()
    .min(1)
    .max(2_048)
    .describe('Address that events are posted to. It must be a public https address.')
    .meta({ examples: ['https://hooks.example.com/invoices'] }),
  events: z
    .array(z.enum(subscribable).meta({ graphql: 'WebhookEvent' }))
    .min(1, 'At least one kind of event')
    .max(100)
    .transform((list) => [...new Set(list)])
    .describe('Kinds of events to send. `*` stands for all kinds.'),
  document: z
    .string()
    .min(1)
    .max(limits.queryCharacters)
    .describe(
      'A GraphQL subscription that says what is posted: its answer about the event (`data` and, if there are any, ' +
        '`errors`), with the rights of the webhook. When absent, the event is posted as in the feed.',
    )
    .meta({ examples: ['subscription { events { id type document { number grossAmount } } }'] }),
  secret: asSecret(z.string().min(8, 'At least 8 characters').max(255))
    .describe('Secret that signs the deliveries. When absent, a secret is created.')
    .meta({ examples: ['whsec_a-long-random-secret'] }),
}

const refuseUrl = (message: string): never => {
  throw refusal('INVALID_REQUEST', 'url', message, { summary: `url: ${message}` })
}

/**
 * Refuses an address that events may not be posted to. The name is looked up where there are servers for that; it is
 * looked up again whenever it is dialled.
 */
export const refuseTarget = async (url: string, { env, sender }: Pick<Platform, 'env' | 'sender'>): Promise<void> => {
  const message = faultOfTarget(url, env.WEBHOOK_ALLOW_PRIVATE)
  if (message !== undefined) refuseUrl(message)
  const looksUp = env.SERVICE_MODE === 'live' || env.WEBHOOK_DNS !== undefined
  const host = hostOf(new URL(url))
  if (looksUp && isIP(host) === 0 && (await sender.endpoints.leadsInside(host)))
    refuseUrl('The host name resolves to an address that is not public.')
}

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** For a caller bound to one company, the webhooks of that company only. */
export const visibleWebhooks = (actor: Actor): Prisma.WebhookWhereInput => ({
  organizationId: actor.organizationId,
  ...(actor.companyId !== null && { companyId: actor.companyId }),
})

export const visibleWebhook = async (
  db: Db,
  actor: Actor,
  webhookId: string,
  select: object = {},
): Promise<Webhook> => {
  const { organizationId } = actor
  // Prisma gathers what is looked up by key at the same time into one statement.
  const webhook = await db.webhook.findUnique({
    ...select,
    where: { ...visibleWebhooks(actor), organizationId_id: { organizationId, id: webhookId } },
  })
  if (!webhook) throw new AppError('RESOURCE_NOT_FOUND')
  return webhook
}

/** The same, held against other changes until the transaction ends. Deliveries may be made meanwhile. */
export const webhookToChange = async (db: Db, actor: Actor, webhookId: string): Promise<Webhook> => {
  const { organizationId, companyId } = actor
  const webhook = await hold(db, 'webhooks', { organizationId, id: webhookId, companyId }, 'change')
  if (!webhook) throw new AppError('RESOURCE_NOT_FOUND')
  return webhook
}
