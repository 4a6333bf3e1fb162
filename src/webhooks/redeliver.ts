import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { type DeliveryRow, visibleDelivery } from './delivery.ts'
import { foundSince } from '../engine/feed/forget-old-events.ts'
import { deliverAgain } from '../engine/webhooks/queue.ts'
import { deliveryId } from './webhook.ts'

export const redeliver = operation({
  name: 'redeliver',
  summary: 'Sends the event of a delivery to its webhook again, as a new delivery with the full schedule of attempts.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ deliveryId }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, now }, { deliveryId }): Promise<DeliveryRow> {
    const { webhook, organizationId, eventId } = await visibleDelivery(db, actor, deliveryId, now)
    if (webhook.status === 'paused')
      throw new AppError('CONFLICT', { message: 'The webhook is paused. Set its status to `active` first.' })
    const event = await db.event.findFirst({
      where: { organizationId, id: eventId, createdAt: { gte: foundSince(now) } },
    })
    if (!event)
      throw new AppError('CONFLICT', {
        message: 'The event of the delivery is not in the feed: it was a test event, or is no longer kept.',
      })
    const delivery = await deliverAgain(db, webhook.id, { ...event, createdAt: now })
    return { ...delivery, nextAttemptAt: now }
  },
})
