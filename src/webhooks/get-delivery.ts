import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { type DeliveryRow, visibleDelivery, withNextAttempt } from './delivery.ts'
import { deliveryId } from './webhook.ts'

export const getDelivery = operation({
  name: 'getDelivery',
  summary: 'Returns one delivery to a webhook, with all its attempts.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({ deliveryId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, now }, { deliveryId }): Promise<DeliveryRow> {
    const { webhook: _webhook, ...delivery } = await visibleDelivery(db, actor, deliveryId, now)
    const [shown] = await withNextAttempt(db, actor.organizationId, [delivery])
    return shown ?? { ...delivery, nextAttemptAt: null }
  },
})
