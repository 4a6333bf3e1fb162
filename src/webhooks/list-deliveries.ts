import { z } from 'zod'
import { WebhookDeliveryStatus } from '../generated/prisma/enums.ts'
import { firstKeptDelivery } from '../engine/webhooks/forget-old-deliveries.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { type DeliveryRow, withNextAttempt } from './delivery.ts'
import { visibleWebhook, webhookId } from './webhook.ts'

export const listDeliveries = operation({
  name: 'listDeliveries',
  summary:
    'Lists the deliveries to a webhook, newest first, with all attempts of ' +
    'each: time, answer and duration. Deliveries are kept for 30 days.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({
    webhookId,
    status: z
      .enum(WebhookDeliveryStatus)
      .meta({ graphql: 'WebhookDeliveryStatus' })
      .optional()
      .describe('Only deliveries with this status.'),
    ...pageInput,
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, platform, now }, { webhookId, status, ...page }) {
    const { organizationId, id } = await visibleWebhook(db, actor, webhookId)
    const where = { organizationId, webhookId: id, id: { gte: firstKeptDelivery(now) }, ...(status && { status }) }
    return readPage<DeliveryRow>(platform.cursors, {
      name: 'webhook-deliveries',
      filters: { webhookId, status },
      page,
      keyOf: (delivery) => delivery.id,
      find: async (range, order, take) =>
        withNextAttempt(
          db,
          organizationId,
          await db.webhookDelivery.findMany({
            where: { AND: [where, range ? { id: range } : {}] },
            orderBy: { id: order },
            take,
          }),
        ),
      count: () => db.webhookDelivery.count({ where }),
    })
  },
})
