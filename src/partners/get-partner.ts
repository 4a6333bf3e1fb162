import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { partnerRef, visiblePartner } from './record/partner.ts'

export const getPartner = operation({
  name: 'getPartner',
  summary: 'Returns one partner, by id, `vat:<VAT number>` or `peppol:<participant id>`.',
  scope: 'partners.read',
  writes: false,
  input: z.strictObject({ partnerId: partnerRef }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor, select }, { partnerId }) => visiblePartner(db, actor, partnerId, select),
})
