/** Events of procurement: carts that come back from the shops of partners. */
import { z } from 'zod'
import { decimal, documentId, idOf, partnerId } from './event-fields.ts'

const cartId = idOf('cart', 'Identifier of the cart.')
const threadId = z
  .string()
  .describe('The purchase, as it was named when the shop was opened.')
  .meta({ examples: ['REQ-2026-0417'] })
const request = documentId.describe('Identifier of the purchase request.')

export const cartEvents = {
  'cart.received': z
    .object({
      cartId,
      threadId,
      shopId: idOf('shop', 'Identifier of the shop.'),
      partnerId,
      documentId: request,
      total: decimal('Sum of the lines, without VAT.', '763.20'),
      currency: z.string().meta({ graphql: 'CurrencyCode', examples: ['EUR'], description: 'Currency of the prices.' }),
    })
    .describe('A cart came back from a shop and became a draft purchase request.'),
  'cart.ordered': z
    .object({
      cartId,
      threadId,
      documentId: request,
      orderId: documentId.describe('Identifier of the purchase order.'),
    })
    .describe('A cart was ordered: a purchase order is on its way to the partner.'),
  'cart.discarded': z
    .object({ cartId, threadId, documentId: request })
    .describe('A cart was discarded. Nothing was ordered.'),
} as const
