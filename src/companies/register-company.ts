import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { refuseTakenExternalId } from './company.ts'
import { identify } from './identify.ts'
import { type CompanyFacts, refuseExisting, registrationFields, storeCompany } from './store-company.ts'

export const registerCompany = operation({
  name: 'registerCompany',
  summary:
    'Registers a company by its VAT number. Name, legal name and address ' +
    'come from the national registry unless the request has them.',
  scope: 'companies.write',
  writes: true,
  ofOrganization: true,
  input: z.strictObject(registrationFields),
  errors: [
    'INVALID_VAT_FORMAT',
    'INVALID_CURRENCY',
    'COMPANY_EXISTS',
    'CONFLICT',
    'VAT_NOT_FOUND',
    'VAT_INACTIVE',
    'UPSTREAM_ERROR',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ],
  async prepare({ actor, db, platform, trace }, { vatNumber: vat, externalId }): Promise<CompanyFacts> {
    const identity = identify(vat)
    await refuseExisting(db, actor.organizationId, vat, identity)
    await refuseTakenExternalId(db, actor.organizationId, externalId)
    return { identity, told: await platform.upstreams.registries.byVat(trace, vat) }
  },
  run: storeCompany,
})
