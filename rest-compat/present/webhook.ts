import { z } from 'zod'
import type { Webhook } from '../../src/generated/prisma/client.ts'
import type { DeliveryRow } from '../../src/webhooks/delivery.ts'
import type { Attempt } from '../../src/engine/webhooks/post.ts'
import { iso, timestamp } from './shared.ts'

export const webhookShape = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    status: z.string(),
    companyId: z.string().nullable(),
    failureCount: z.number(),
    lastDeliveredAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Webhook' })

const secret = z.string().describe('What signs the deliveries. Keep it: it is shown this once.')
export const newWebhookShape = webhookShape.extend({ secret }).meta({ id: 'NewWebhook' })
export const changedWebhookShape = webhookShape.extend({ secret: secret.optional() }).meta({ id: 'ChangedWebhook' })

type Shown = z.input<typeof webhookShape>

export const presentWebhook = ({
  id,
  url,
  events,
  status,
  companyId,
  failureCount,
  lastDeliveredAt,
  createdAt,
}: Webhook): Shown => ({
  id,
  url,
  events,
  status,
  companyId,
  failureCount,
  lastDeliveredAt: iso(lastDeliveredAt),
  createdAt: createdAt.toISOString(),
})

/** With the secret where there is a new one. */
export const presentWithSecret = ({
  newSecret,
  ...webhook
}: Webhook & { newSecret: string | null }): z.input<typeof changedWebhookShape> => ({
  ...presentWebhook(webhook),
  ...(newSecret !== null && { secret: newSecret }),
})

const attemptShape = z
  .object({
    number: z.number(),
    at: timestamp,
    durationMs: z.number(),
    status: z.number().nullable().describe('HTTP status of the answer; null where there was none.'),
    error: z.string().nullable().describe('Why it counts as failed; null for a success.'),
    response: z.string().nullable().describe('The first 2 kB of the answer.'),
  })
  .meta({ id: 'WebhookAttempt' })

export const deliveryShape = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    status: z.string(),
    attempts: z.array(attemptShape),
    nextAttemptAt: timestamp.nullable(),
    deliveredAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'WebhookDelivery' })

export const presentDelivery = ({
  id,
  webhookId,
  eventId,
  eventType,
  status,
  log,
  nextAttemptAt,
  deliveredAt,
  createdAt,
}: DeliveryRow): z.input<typeof deliveryShape> => ({
  id,
  webhookId,
  eventId,
  eventType,
  status,
  attempts: (log as unknown as Attempt[]).map(presentAttempt),
  nextAttemptAt: iso(nextAttemptAt),
  deliveredAt: iso(deliveredAt),
  createdAt: createdAt.toISOString(),
})

/** In the order of the shape: stored JSON keeps none. */
const presentAttempt = ({
  number,
  at,
  durationMs,
  status,
  error,
  response,
}: Attempt): z.input<typeof attemptShape> => ({ number, at, durationMs, status, error, response })
