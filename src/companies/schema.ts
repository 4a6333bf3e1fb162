import { mutation, mutationOf } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { tableOf } from '../graphql/object.ts'
import { pages, query, queryBy } from '../graphql/query.ts'
import { createMigrationKey } from './create-migration-key.ts'
import { deregisterCompany } from './deregister-company.ts'
import { getCompany } from './get-company.ts'
import { listCompanies } from './list-companies.ts'
import { migrationKeyView } from './migration-view.ts'
import { redeemMigrationKey } from './redeem-migration-key.ts'
import { registerCompany } from './register-company.ts'
import { registerOnNetwork } from './register-on-network.ts'
import { searchCompanies } from './search-companies.ts'
import { updateCompany } from './update-company.ts'
import { addressView, companyView } from './view.ts'

export const Company = tableOf('Company', companyView, {
  interfaces: [Node],
  // Who has just made a sandbox has no credentials yet, and sees the company that came with it.
  authScopes: { $any: { access: 'companies.read', $granted: 'ownSandbox' } },
  select: { organizationId: true, id: true },
})

tableOf('Address', addressView, { authScopes: { access: 'companies.read' } })

query('company', getCompany, Company, { id: 'companyId' })
queryBy('companyBy', getCompany, Company, {
  ref: 'CompanyRef',
  id: 'companyId',
  keys: {
    id: { type: 'ID', description: 'Identifier, `comp_…`.' },
    vatNumber: { type: 'VatNumber', description: 'VAT number.', prefix: 'vat:' },
    peppolId: { type: 'PeppolId', description: 'Participant id.', prefix: 'peppol:' },
    externalId: { type: 'String', description: "Identifier in the caller's own system.", prefix: 'ext:' },
  },
})
pages('companies', listCompanies, Company, { row: 'Company', rows: 'companies', omit: ['includeAddress'] })
query('searchCompanies', searchCompanies, [Company])

mutationOf(registerCompany, 'company', Company, 'The new company.')
mutationOf(updateCompany, 'company', Company, 'The company after the change.')
mutationOf(deregisterCompany, 'company', Company, 'The company, which is now inactive.')
mutationOf(registerOnNetwork, 'company', Company, 'The company, which is published or being published.')
mutation(createMigrationKey, migrationKeyView)
mutationOf(redeemMigrationKey, 'company', Company, 'The company, which is being published.')
