import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { identify } from './identify.ts'
import { type CompanyFacts, registrationFields, requireNew, storeCompany } from './store-company.ts'

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
  async prepare({ actor, db, platform, trace }, given): Promise<CompanyFacts> {
    const identity = identify(given.vatNumber)
    const defaults = await requireNew(db, actor.organizationId, given, identity)
    return { identity, defaults, told: await platform.upstreams.registries.byVat(trace, given.vatNumber) }
  },
  run: storeCompany,
})
