import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { companyRef, visibleCompany } from '../company.ts'
import { type AddressRow, on } from './address.ts'

export const listCompanyAddresses = operation({
  name: 'listCompanyAddresses',
  summary:
    'Lists the electronic addresses that a French company has beside its participant id, with those that ended, oldest ' +
    'first.',
  scope: 'companies.read',
  writes: false,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, now }, { companyId: ref }): Promise<AddressRow[]> {
    const { organizationId, id: companyId } = await visibleCompany(db, actor, ref)
    const rows = await db.companyAddress.findMany({ where: { organizationId, companyId }, orderBy: { id: 'asc' } })
    return rows.map((row) => on(now, row))
  },
})
