import { z } from 'zod'
import { readableBy } from '../auth/visibility.ts'
import { boundCompany, companyRef } from '../companies/company.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { visiblePartner } from '../partners/record/partner.ts'

export const listShops = operation({
  name: 'listShops',
  summary: 'Lists the shops of partners, newest first. For a caller of one company, its own and those that are shared.',
  scope: 'partners.read',
  writes: false,
  input: z.strictObject({
    companyId: companyRef.optional().describe('Only shops where this company buys, with those that are shared.'),
    partnerId: id('partner').optional().describe('Only shops of this partner.'),
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async run({ db, actor, platform, select }, { companyId, partnerId, ...page }) {
    const { organizationId } = actor
    const bound = await boundCompany(db, actor, companyId)
    if (partnerId !== undefined) await visiblePartner(db, actor, partnerId)
    const where = { ...readableBy({ organizationId, companyId: bound }), ...(partnerId !== undefined && { partnerId }) }
    return readPage<Shop>(platform.cursors, {
      name: 'shops',
      filters: { companyId, partnerId },
      page,
      keyOf: (shop) => shop.id,
      find: (range, order, take) =>
        db.shop.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
          ...select,
        }),
      count: () => db.shop.count({ where }),
    })
  },
})
