import type { Client } from '../../kernel/database/open.ts'
import type { NumberedEvent } from '../feed/envelope.ts'
import { Prisma, type WebhookDelivery } from '../../generated/prisma/client.ts'
import type { WebhookTarget } from './post.ts'

/** Identifiers are unique within an organization. */
export const keyOf = ({ organizationId, id }: { organizationId: string; id: string }): string =>
  `${organizationId}:${id}`

export type DeliveryKey = Pick<WebhookDelivery, 'organizationId' | 'id' | 'webhookId'>

/** A delivery as it is sent: to whom, which is one object for all of a batch, and what. */
export interface Sendable {
  delivery: Pick<WebhookDelivery, 'id' | 'attempts' | 'eventId' | 'eventType'>
  target: WebhookTarget
  /** Absent when the event is no longer kept. */
  event: Pick<NumberedEvent, 'seq' | 'createdAt' | 'companyId' | 'data' | 'acknowledgedAt'> | null
}

type DeliveryRow = Sendable['delivery'] & {
  organizationId: string
  seq: bigint | null
  eventAt: Date
  about: string | null
  data: NumberedEvent['data']
  acknowledgedAt: Date | null
}

/** Once for all deliveries to them: they have more columns than those. */
const readTargets = async (client: Client, wanted: readonly DeliveryKey[]): Promise<Map<string, WebhookTarget>> => {
  const webhooks = wanted.map(({ organizationId, webhookId: id }) => ({ organizationId, id }))
  const distinct = [...new Map(webhooks.map((one) => [keyOf(one), one])).values()]
  const targets = await client.$queryRaw<WebhookTarget[]>(Prisma.sql`
    SELECT webhooks."organizationId", webhooks.id, webhooks.url, webhooks.secret, webhooks."previousSecrets",
      webhooks."companyId", webhooks.document, webhooks."documentScopes", webhooks.delivers, webhooks.callback
    FROM unnest(${distinct.map((one) => one.organizationId)}::text[], ${distinct.map(({ id }) => id)}::text[])
      AS wanted("organizationId", id)
    JOIN webhooks ON webhooks."organizationId" = wanted."organizationId" AND webhooks.id = wanted.id
      AND webhooks.status = 'active'`)
  return new Map(targets.map((target) => [keyOf(target), target]))
}

const readDeliveries = async (client: Client, wanted: readonly DeliveryKey[]): Promise<Map<string, DeliveryRow>> => {
  const rows = await client.$queryRaw<DeliveryRow[]>(Prisma.sql`
    SELECT delivery."organizationId", delivery.id, delivery.attempts, delivery."eventId", delivery."eventType",
      events.seq, events."createdAt" AS "eventAt", events."companyId" AS about, events.data, events."acknowledgedAt"
    FROM unnest(${wanted.map((one) => one.organizationId)}::text[], ${wanted.map(({ id }) => id)}::text[])
      AS wanted("organizationId", id)
    JOIN webhook_deliveries AS delivery ON delivery."organizationId" = wanted."organizationId"
      AND delivery.id = wanted.id AND delivery.status = 'pending'
    LEFT JOIN events ON events."organizationId" = delivery."organizationId" AND events.id = delivery."eventId"`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Deliveries in the order in which they are asked for; null for what is not to be sent any more. */
export const readBatch = async (client: Client, wanted: readonly DeliveryKey[]): Promise<(Sendable | null)[]> => {
  const [targets, rows] = await Promise.all([readTargets(client, wanted), readDeliveries(client, wanted)])
  return wanted.map(({ organizationId, id, webhookId }) => {
    const [target, row] = [
      targets.get(keyOf({ organizationId, id: webhookId })),
      rows.get(keyOf({ organizationId, id })),
    ]
    if (!target || !row) return null
    const { organizationId: _owner, seq, eventAt, about, data, acknowledgedAt, ...delivery } = row
    const event = seq === null ? null : { seq, createdAt: eventAt, companyId: about, data, acknowledgedAt }
    return { target, delivery, event }
  })
}
