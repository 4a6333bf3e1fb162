import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../operation/precondition.ts'
import { cartId, openCart } from './cart.ts'

export const discardCart = operation({
  name: 'discardCart',
  summary: 'Discards an open cart: nothing is ordered. Its purchase request is archived.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ cartId, ifUpdatedAt }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  async run({ db, actor, now, emit }, given) {
    const cart = await openCart(db, actor, given.cartId)
    refuseChanged(cart, given.ifUpdatedAt)
    const { organizationId, id, companyId, threadId, documentId } = cart
    await db.document.update({
      where: { organizationId_id: { organizationId, id: documentId } },
      data: { archived: true, updatedAt: now },
    })
    const after = await db.cart.update({
      where: { organizationId_id: { organizationId, id } },
      data: { status: 'discarded', updatedAt: changedAt(cart, now) },
    })
    emit('cart.discarded', { cartId: id, threadId, documentId }, { companyId, updatedAt: after.updatedAt })
    return after
  },
})
