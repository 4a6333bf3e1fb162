import { z } from 'zod'
import { EVENT_API_VERSION } from '../engine/feed/catalog.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import type { DeliveryRow } from './delivery.ts'
import { postEvent } from '../engine/webhooks/post.ts'
import { ANSWER_TIMEOUT_MS } from '../engine/webhooks/schedule.ts'
import { visibleWebhook, webhookId } from './webhook.ts'

/** What a test carries; it stands in no feed. */
const TEST_EVENT_TYPE = 'webhook.test'

export const testWebhook = operation({
  name: 'testWebhook',
  summary:
    'Posts an event of the kind `webhook.test` to a webhook at once, even to a paused one, and returns ' +
    'the result. A failed test is not repeated and does not count as a failure of the webhook.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ webhookId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async prepare({ db, actor, platform }, { webhookId }) {
    const webhook = await visibleWebhook(db, actor, webhookId)
    const now = platform.clock.now()
    const [deliveryId, eventId] = [newId('delivery'), newId('event')]
    const event = {
      id: eventId,
      type: TEST_EVENT_TYPE,
      livemode: !actor.testMode,
      createdAt: now.toISOString(),
      apiVersion: EVENT_API_VERSION,
      companyId: webhook.companyId,
      data: { webhookId: webhook.id },
    }
    const attempt = await postEvent(
      { endpoints: platform.sender.endpoints, secretBox: platform.secretBox },
      webhook,
      { deliveryId, number: 1, event },
      now,
      AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    )
    return { deliveryId, eventId, attempt }
  },
  async run({ db, actor, now }, { webhookId }, { deliveryId, eventId, attempt }): Promise<DeliveryRow> {
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
    return { ...delivery, nextAttemptAt: null }
  },
})
