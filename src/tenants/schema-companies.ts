import { Company } from '../companies/schema.ts'
import { builder } from '../graphql/builder.ts'
import { objectOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { getPlatformHealth } from './get-health.ts'
import { getPlatformUsage } from './get-usage.ts'
import { type ManagedCompany as ManagedRow, listPlatformCompanies } from './list-platform-companies.ts'
import { healthView } from './health-view.ts'
import { usageView } from './usage-view.ts'
import { companyStandingView } from './view.ts'

const ManagedCompany = objectOf(companyStandingView, { authScopes: { access: 'platform' } })

builder.objectField(ManagedCompany, 'company', (t) =>
  t.field({
    type: Company,
    description: 'The company.',
    resolve: (row) => row as unknown as ManagedRow as never,
  }),
)

pages('platformCompanies', listPlatformCompanies, ManagedCompany, { row: 'ManagedCompany', rows: 'managed companies' })
query('platformHealth', getPlatformHealth, objectOf(healthView, { authScopes: { access: 'platform' } }))
query('platformUsage', getPlatformUsage, objectOf(usageView))
