import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { shopId, shopToChange } from './shop.ts'

export const deleteShop = operation({
  name: 'deleteShop',
  summary: 'Deletes a shop. Visits that are under way end; the carts that came from it stay.',
  scope: 'partners',
  writes: true,
  input: z.strictObject({ shopId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor }, given) {
    const { organizationId, id } = await shopToChange(db, actor, given.shopId)
    await db.shop.delete({ where: { organizationId_id: { organizationId, id } } })
    return { shopId: id }
  },
})
