import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { type DeliveryRequest, requestOf } from './delivery-request.ts'
import { visibleDelivery } from './delivery.ts'
import { deliveryId } from './webhook.ts'

export const getDeliveryRequest = operation({
  name: 'getDeliveryRequest',
  summary:
    'Returns the request that a delivery posts: its address, its headers without the signature, and its body. The ' +
    'attempts of the delivery have the answers. Of a webhook with a document, the body is what would be posted now.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({ deliveryId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async prepare(call, { deliveryId }): Promise<DeliveryRequest> {
    return requestOf(call, await visibleDelivery(call.db, call.actor, deliveryId, call.platform.clock.now()))
  },
  run: (_call, _input, request) => Promise.resolve(request),
})
