import { deletedId } from '../graphql/changed.ts'
import { mutation, mutationOf } from '../graphql/field.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { Node } from '../graphql/node-interface.ts'
import { pages, query } from '../graphql/query.ts'
import { createShop } from './create-shop.ts'
import { deleteShop } from './delete-shop.ts'
import { discardCart } from './discard-cart.ts'
import { getCart } from './get-cart.ts'
import { getShop } from './get-shop.ts'
import { listCarts } from './list-carts.ts'
import { listShops } from './list-shops.ts'
import { orderCart } from './order-cart.ts'
import { startCart } from './start-cart.ts'
import { startPunchOut } from './start-punch-out.ts'
import { updateShop } from './update-shop.ts'
import { cartView, shopView, visitView } from './view.ts'

const Shop = tableOf('Shop', shopView, {
  interfaces: [Node],
  authScopes: { access: 'partners.read' },
  select: { organizationId: true, id: true },
})

const Cart = tableOf('Cart', cartView, {
  interfaces: [Node],
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
})

const ShopVisit = objectOf(visitView)

query('shop', getShop, Shop, { id: 'shopId' })
pages('shops', listShops, Shop, { row: 'Shop', rows: 'shops' })
query('cart', getCart, Cart, { id: 'cartId' })
pages('carts', listCarts, Cart, { row: 'Cart', rows: 'carts' })

mutationOf(createShop, 'shop', Shop, 'The new shop.')
mutationOf(updateShop, 'shop', Shop, 'The shop after the change.')
mutation(deleteShop, (t) => ({ deletedId: deletedId<{ shopId: string }>(t, ({ shopId }) => shopId) }))
mutationOf(startCart, 'visit', ShopVisit, 'The way into the shop.')
mutationOf(startPunchOut, 'visit', ShopVisit, 'The way into the shop.')
mutationOf(orderCart, 'cart', Cart, 'The cart, with its purchase order.')
mutationOf(discardCart, 'cart', Cart, 'The cart after the change.')
