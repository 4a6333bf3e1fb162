import type { ResultOf } from '../operation/operation.ts'
import { id, instant, integer, object, text, view } from '../operation/view.ts'
import type { CompanyHealth, HealthCounts, getPlatformHealth } from './get-health.ts'

const counts = {
  failedDeliveries: integer('Documents of this month whose delivery failed or was rejected.'),
  failedReports: integer('Reports of this month to authorities that failed.'),
  overdueReports: integer('Reports that the authority does not have although they are due.'),
  pausedWebhooks: integer('Webhooks that are paused.'),
  expiringKeys: integer('API keys that end soon.'),
  nearQuotas: integer('Quotas of which 80 % or more are used.'),
}

const companyHealthView = view<CompanyHealth>()('CompanyHealth', 'What needs attention at a company.', {
  companyId: id('The company. Null for what concerns all companies.').orNull(),
  name: text('Name of the company.').orNull(),
  externalId: text("Identifier of the company in the caller's own system.").orNull(),
  ...counts,
})

export const healthView = view<ResultOf<typeof getPlatformHealth>>()(
  'PlatformHealth',
  'What needs attention at all managed companies.',
  {
    checkedAt: instant('When it was counted.'),
    total: object(view<HealthCounts>()('HealthCounts', 'Numbers of what needs attention.', counts), 'All together.'),
    companies: object(companyHealthView, 'The companies, the one with most first.').list(),
  },
)
