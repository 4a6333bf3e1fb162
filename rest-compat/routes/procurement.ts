/** Section 4.13: shops of partners, and the carts that come back from them. */
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'
import { createShop } from '../../src/procurement/create-shop.ts'
import { deleteShop } from '../../src/procurement/delete-shop.ts'
import { discardCart } from '../../src/procurement/discard-cart.ts'
import { getCart } from '../../src/procurement/get-cart.ts'
import { getShop } from '../../src/procurement/get-shop.ts'
import { listCarts } from '../../src/procurement/list-carts.ts'
import { listShops } from '../../src/procurement/list-shops.ts'
import { orderCart } from '../../src/procurement/order-cart.ts'
import { startCart } from '../../src/procurement/start-cart.ts'
import { startPunchOut } from '../../src/procurement/start-punch-out.ts'
import { updateShop } from '../../src/procurement/update-shop.ts'
import { cartView, shopView, visitView } from '../../src/procurement/view.ts'

const section = 'Shops and carts'

export const procurement: readonly Route[] = [
  route(createShop, {
    method: 'POST',
    path: '/v1/procurement/shops',
    field: 'Mutation.createShop',
    status: 201,
    input: body,
    ...one(shopView),
    section,
  }),
  route(listShops, {
    method: 'GET',
    path: '/v1/procurement/shops',
    field: 'Query.shops',
    status: 200,
    input: query(),
    ...pageOf(shopView),
    section,
  }),
  route(getShop, {
    method: 'GET',
    path: '/v1/procurement/shops/:shopId',
    field: 'Query.shop',
    status: 200,
    ...one(shopView),
    section,
  }),
  route(updateShop, {
    method: 'PATCH',
    path: '/v1/procurement/shops/:shopId',
    field: 'Mutation.updateShop',
    status: 200,
    input: bodyAndPath,
    ...one(shopView),
    section,
  }),
  route(deleteShop, {
    method: 'DELETE',
    path: '/v1/procurement/shops/:shopId',
    field: 'Mutation.deleteShop',
    status: 204,
    input: path,
    section,
  }),
  route(startCart, {
    method: 'POST',
    path: '/v1/procurement/shops/:shopId/carts',
    field: 'Mutation.startCart',
    status: 201,
    input: bodyAndPath,
    ...one(visitView),
    noStore: true,
    section,
  }),
  route(startPunchOut, {
    method: 'POST',
    path: '/v1/procurement/shops/:shopId/punch-out',
    field: 'Mutation.startPunchOut',
    status: 201,
    input: bodyAndPath,
    ...one(visitView),
    noStore: true,
    section,
  }),
  route(listCarts, {
    method: 'GET',
    path: '/v1/procurement/carts',
    field: 'Query.carts',
    status: 200,
    input: query(),
    ...pageOf(cartView),
    section,
  }),
  route(getCart, {
    method: 'GET',
    path: '/v1/procurement/carts/:cartId',
    field: 'Query.cart',
    status: 200,
    ...one(cartView),
    section,
  }),
  route(orderCart, {
    method: 'POST',
    path: '/v1/procurement/carts/:cartId/order',
    field: 'Mutation.orderCart',
    status: 200,
    input: bodyAndPath,
    ...one(cartView),
    section,
  }),
  route(discardCart, {
    method: 'POST',
    path: '/v1/procurement/carts/:cartId/discard',
    field: 'Mutation.discardCart',
    status: 200,
    input: bodyAndPath,
    ...one(cartView),
    section,
  }),
]
