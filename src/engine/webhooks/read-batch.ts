import type { Client } from '../../kernel/database/open.ts'
import type { NumberedEvent } from '../feed/envelope.ts'
import { Prisma, type WebhookDelivery, type Work } from '../../generated/prisma/client.ts'
import type { WebhookTarget } from './post.ts'

/** A delivery as it is sent: to whom, which is one object for all of a batch, and what. */
export interface Sendable {
  delivery: Pick<WebhookDelivery, 'id' | 'attempts' | 'eventId' | 'eventType'>
  target: WebhookTarget
  /** Absent when the event is no longer kept. */
  event: Pick<NumberedEvent, 'seq' | 'createdAt' | 'companyId' | 'data' | 'acknowledgedAt'> | null
}

type SendableRow = WebhookTarget & {
  deliveryId: string
  attempts: number
  eventId: string
  eventType: string
  seq: bigint | null
  eventAt: Date
  about: string | null
  data: NumberedEvent['data']
  acknowledgedAt: Date | null
}

/** The deliveries that some work is about, in the order of the work; null for what is not to be sent any more. */
export const readBatch = async (client: Client, works: readonly Work[]): Promise<(Sendable | null)[]> => {
  const rows = await client.$queryRaw<SendableRow[]>(Prisma.sql`
    SELECT webhooks."organizationId", webhooks.id, webhooks.url, webhooks.secret, webhooks."previousSecrets",
      webhooks."companyId", webhooks.document, webhooks."documentScopes", webhooks.delivers, webhooks.callback,
      delivery.id AS "deliveryId", delivery.attempts, delivery."eventId", delivery."eventType",
      events.seq, events."createdAt" AS "eventAt", events."companyId" AS about, events.data, events."acknowledgedAt"
    FROM unnest(${works.map((work) => work.organizationId)}::text[], ${works.map((work) => work.subjectId)}::text[])
      AS wanted("organizationId", id)
    JOIN webhook_deliveries AS delivery ON delivery."organizationId" = wanted."organizationId"
      AND delivery.id = wanted.id AND delivery.status = 'pending'
    JOIN webhooks ON webhooks."organizationId" = delivery."organizationId"
      AND webhooks.id = delivery."webhookId" AND webhooks.status = 'active'
    LEFT JOIN events ON events."organizationId" = delivery."organizationId" AND events.id = delivery."eventId"`)
  const targets = new Map<string, WebhookTarget>()
  const found = new Map<string, Sendable>()
  for (const row of rows) {
    const { deliveryId, attempts, eventId, eventType, seq, eventAt, about, data, acknowledgedAt, ...own } = row
    const target = targets.get(own.id) ?? own
    targets.set(own.id, target)
    found.set(deliveryId, {
      target,
      delivery: { id: deliveryId, attempts, eventId, eventType },
      event: seq === null ? null : { seq, createdAt: eventAt, companyId: about, data, acknowledgedAt },
    })
  }
  return works.map(({ subjectId }) => found.get(subjectId) ?? null)
}
