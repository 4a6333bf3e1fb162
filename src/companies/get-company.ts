import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { companyRef, visibleCompany } from './company.ts'

export const getCompany = operation({
  name: 'getCompany',
  summary: 'Returns one company, by id, `ext:<externalId>`, `vat:<VAT number>` or `peppol:<participant id>`.',
  scope: 'companies.read',
  writes: false,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  run: ({ db, actor, select }, { companyId }) =>
    visibleCompany(db, actor, companyId, 'select' in select || 'include' in select ? select : undefined),
})
