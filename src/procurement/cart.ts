/** Finding a cart that the caller may see. */
import type { Actor } from '../auth/actor.ts'
import { ownedBy } from '../auth/visibility.ts'
import type { Cart } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'

export const cartId = id('cart').describe('Identifier of the cart, `cart_…`.')

export const visibleCart = async (db: Db, actor: Actor, ref: string, select: object = {}): Promise<Cart> => {
  const { organizationId } = actor
  const found = await db.cart.findUnique({
    where: { ...ownedBy(actor), organizationId_id: { organizationId, id: ref } },
    ...select,
  })
  if (!found) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The cart was not found.' })
  return found
}

/** The same, held until the transaction ends; only an open one can be ordered or discarded. */
export const openCart = async (db: Db, actor: Actor, ref: string): Promise<Cart> => {
  const { organizationId, id: found } = await visibleCart(db, actor, ref)
  await db.$queryRaw`SELECT 1 FROM carts WHERE "organizationId" = ${organizationId} AND id = ${found} FOR UPDATE`
  const cart = await visibleCart(db, actor, ref)
  requireOpen(cart)
  return cart
}

export const requireOpen = ({ status }: Cart): void => {
  if (status !== 'open')
    throw new AppError('CONFLICT', {
      message: `The cart is ${status === 'replaced' ? 'replaced by a later one of the same thread' : status}.`,
    })
}
