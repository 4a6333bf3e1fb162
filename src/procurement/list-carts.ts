import { z } from 'zod'
import { ownedBy } from '../auth/visibility.ts'
import { boundCompany, companyRef } from '../companies/company.ts'
import type { Cart } from '../generated/prisma/client.ts'
import { id, oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { visibleShop } from './shop.ts'
import { cartStatuses } from './view.ts'

export const listCarts = operation({
  name: 'listCarts',
  summary: 'Lists the carts that came back from shops, newest first.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    companyId: companyRef.optional().describe('Only carts of this company.'),
    threadId: z.string().min(1).max(100).optional().describe('Only carts of this purchase.'),
    shopId: id('shop').optional().describe('Only carts from this shop.'),
    status: oneOf('CartStatus', cartStatuses).optional().describe('Only carts with this status.'),
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async run({ db, actor, platform, select }, { companyId, threadId, shopId, status, ...page }) {
    const { organizationId } = actor
    const bound = await boundCompany(db, actor, companyId)
    if (shopId !== undefined) await visibleShop(db, actor, shopId)
    const filters = { threadId, shopId, status }
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
    const where = { ...ownedBy({ organizationId, companyId: bound }), ...given }
    return readPage<Cart>(platform.cursors, {
      name: 'carts',
      filters: { companyId, ...filters },
      page,
      keyOf: (cart) => cart.id,
      find: (range, order, take) =>
        db.cart.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
          ...select,
        }),
      count: () => db.cart.count({ where }),
    })
  },
})
