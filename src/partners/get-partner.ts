import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { withOwnCounts } from './own-counts.ts'
import { partnerRef, visiblePartner } from './record/partner.ts'

export const getPartner = operation({
  name: 'getPartner',
  summary: 'Returns one partner, by id, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant id>`.',
  scope: 'partners.read',
  writes: false,
  input: z.strictObject({ partnerId: partnerRef }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: async ({ db, actor, select }, { partnerId }) =>
    withOwnCounts(db, actor, await visiblePartner(db, actor, partnerId, select), select),
})
