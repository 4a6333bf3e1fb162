import { z } from 'zod'
import { readableBy } from '../auth/visibility.ts'
import { type EventType, eventTypes } from '../engine/feed/catalog.ts'
import type { NumberedEvent } from '../engine/feed/envelope.ts'
import { foundSince } from '../engine/feed/forget-old-events.ts'
import { sampleData } from '../engine/feed/sample-event.ts'
import { postEvent } from '../engine/webhooks/post.ts'
import { ANSWER_TIMEOUT_MS } from '../engine/webhooks/schedule.ts'
import type { Prisma, Webhook } from '../generated/prisma/client.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { idsSince, newId, newIdAt } from '../values/ids.ts'
import { TEST_EVENT_TYPE, testEventBody } from './delivery-request.ts'
import type { DeliveryRow } from './delivery.ts'
import { bodyOf, judgeDocument } from './document.ts'
import { visibleWebhook, webhookId } from './webhook.ts'

/** The newest event that a webhook would have been sent, or an example of one. */
const eventFor = async ({ db, platform }: Preparation, webhook: Webhook): Promise<NumberedEvent> => {
  const { organizationId, companyId, events } = webhook
  const types = events.includes('*') ? eventTypes : (events as EventType[])
  const newest = await db.event.findFirst({
    where: {
      ...readableBy({ organizationId, companyId }),
      // Says which months have them, so that the others are not searched.
      id: { gte: idsSince('event', foundSince(platform.clock.now())) },
      type: { in: [...types] },
      seq: { not: null },
    },
    orderBy: { seq: 'desc' },
  })
  if (newest) return newest as NumberedEvent
  const type = types[0] ?? eventTypes[0]
  const made = { organizationId, id: newId('event'), position: 0n, seq: 0n, type, companyId, acknowledgedAt: null }
  return { ...made, data: sampleData(type) as Prisma.JsonObject, createdAt: platform.clock.now() }
}

/** What is posted: the answer of the webhook's document, or an event of a kind of its own. */
const testBody = async (call: Preparation, webhook: Webhook, eventId: string, now: Date): Promise<string> => {
  const { platform, actor } = call
  if (webhook.document !== null) {
    // The caller sees the answer, and so must be allowed to ask.
    judgeDocument(platform.keptDocuments, actor, webhook.document)
    return bodyOf(platform, webhook, await eventFor(call, webhook))
  }
  return testEventBody(actor, webhook, eventId, now)
}

export const testWebhook = operation({
  name: 'testWebhook',
  summary:
    'Posts an event of the kind `webhook.test` to a webhook at once, even to a paused one, and returns the result with ' +
    'what was posted. A webhook with a document gets its answer about the newest event of its kinds, or about an ' +
    'example. A failed test is not repeated and does not count as a failure of the webhook.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ webhookId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async prepare(call, { webhookId }) {
    const { db, actor, platform } = call
    const webhook = await visibleWebhook(db, actor, webhookId)
    const now = platform.clock.now()
    const [deliveryId, eventId] = [newIdAt('delivery', now), newId('event')]
    const body = await testBody(call, webhook, eventId, now)
    const attempt = await postEvent(
      { endpoints: platform.sender.endpoints, secretBox: platform.secretBox },
      webhook,
      { deliveryId, number: 1, event: { id: eventId, type: TEST_EVENT_TYPE }, body },
      now,
      AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    )
    return { deliveryId, eventId, attempt, body }
  },
  async run({ db, actor, now }, { webhookId }, prepared): Promise<DeliveryRow & { body: string }> {
    const { deliveryId, eventId, attempt, body } = prepared
    const { organizationId } = await visibleWebhook(db, actor, webhookId)
    const delivered = attempt.error === null
    const delivery = await db.webhookDelivery.create({
      data: {
        organizationId,
        id: deliveryId,
        webhookId,
        eventId,
        eventType: TEST_EVENT_TYPE,
        status: delivered ? 'delivered' : 'failed',
        attempts: 1,
        log: [{ ...attempt }],
        deliveredAt: delivered ? now : null,
        createdAt: now,
      },
    })
    return { ...delivery, nextAttemptAt: null, body }
  },
})
