import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { cartId, visibleCart } from './cart.ts'

export const getCart = operation({
  name: 'getCart',
  summary: 'One cart that came back from a shop.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ cartId }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor, select }, given) => visibleCart(db, actor, given.cartId, select),
})
