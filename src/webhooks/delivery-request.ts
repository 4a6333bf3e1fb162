/** What a delivery posts, for whoever looks at it afterwards: the same bytes, without what signs them. */
import type { Actor } from '../auth/actor.ts'
import { EVENT_API_VERSION } from '../engine/feed/catalog.ts'
import type { NumberedEvent } from '../engine/feed/envelope.ts'
import { foundSince } from '../engine/feed/forget-old-events.ts'
import { headersOf } from '../engine/webhooks/post.ts'
import type { Webhook, WebhookDelivery } from '../generated/prisma/client.ts'
import type { Preparation } from '../operation/operation.ts'
import { bodyOf, judgeDocument } from './document.ts'

/** What a test carries; it stands in no feed. */
export const TEST_EVENT_TYPE = 'webhook.test'

/** More of a body is in the file that the endpoint got. */
const MOST_SHOWN = 65_536

export interface DeliveryRequest {
  deliveryId: string
  url: string
  headers: { name: string; value: string }[]
  body: string | null
  bytes: number | null
}

/** The event of a kind of its own that tests post. */
export const testEventBody = (
  { testMode }: Actor,
  { id, companyId }: Pick<Webhook, 'id' | 'companyId'>,
  eventId: string,
  at: Date,
): string =>
  JSON.stringify({
    id: eventId,
    type: TEST_EVENT_TYPE,
    livemode: !testMode,
    createdAt: at.toISOString(),
    apiVersion: EVENT_API_VERSION,
    companyId,
    data: { webhookId: id },
  })

type Delivery = WebhookDelivery & { webhook: Webhook }

const firstAttemptAt = ({ log, createdAt }: Delivery): Date => new Date((log as { at: string }[])[0]?.at ?? createdAt)

/** Null for what cannot be said again: an event that is no longer kept, a callback of flows, a test of a document. */
const bodyAgain = async ({ db, actor, platform }: Preparation, delivery: Delivery): Promise<string | null> => {
  const { webhook, organizationId, eventId, eventType } = delivery
  if (webhook.delivers !== 'events') return null
  // The caller sees the answer, and so must be allowed to ask.
  if (webhook.document !== null) judgeDocument(platform.keptDocuments, actor, webhook.document)
  else if (eventType === TEST_EVENT_TYPE) return testEventBody(actor, webhook, eventId, firstAttemptAt(delivery))
  const event = await db.event.findFirst({
    where: { organizationId, id: eventId, createdAt: { gte: foundSince(platform.clock.now()) } },
  })
  return event && event.seq !== null ? bodyOf(platform, webhook, event as NumberedEvent) : null
}

export const requestOf = async (call: Preparation, delivery: Delivery): Promise<DeliveryRequest> => {
  const body = await bodyAgain(call, delivery)
  const { id: deliveryId, eventId, eventType, attempts, webhook } = delivery
  // A callback of flows has headers of its own, and they sign it.
  const isEvent = webhook.delivers === 'events'
  const posting = { deliveryId, number: Math.max(1, attempts), event: { id: eventId, type: eventType } }
  return {
    deliveryId,
    url: webhook.url,
    headers: isEvent ? Object.entries(headersOf(posting)).map(([name, value]) => ({ name, value })) : [],
    body: body?.slice(0, MOST_SHOWN) ?? null,
    bytes: body === null ? null : Buffer.byteLength(body),
  }
}
