import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { shopId, visibleShop } from './shop.ts'

export const getShop = operation({
  name: 'getShop',
  summary: 'One shop of a partner. Its secrets are not shown.',
  scope: 'partners.read',
  writes: false,
  input: z.strictObject({ shopId }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor, select }, given) => visibleShop(db, actor, given.shopId, select),
})
