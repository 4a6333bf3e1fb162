/** What the operations of platforms answer. */
import { companyView } from '../companies/view.ts'
import { newPlatformKeyView } from '../keys/view.ts'
import type { CompanyRow } from '../companies/company.ts'
import { extend, flag, instant, integer, number, object, text, view } from '../operation/view.ts'
import { newWebhookView } from '../webhooks/view.ts'
import type { ManagedCompany } from './list-platform-companies.ts'
import type { CompanyStanding } from './standing.ts'
import type { Onboarding, Verification } from './onboarding.ts'

export const verificationView = view<Verification>()(
  'CompanyVerification',
  'What the registry and the network said about a company before it was stored.',
  {
    provider: text('The registry.'),
    name: text('Name in the registry.'),
    legalName: text('Registered name.').orNull(),
    checkedAt: instant('When the registry gave the data.'),
    isOnNetwork: flag(
      'Whether the participant id is published on the network already. Null when the network could not be asked.',
    ).orNull(),
  },
)

const usageOf = object(
  view<CompanyStanding>()('ManagedUsage', 'What a company used in this month.', {
    month: text('The month, `YYYY-MM`.').like('2026-11'),
    documentsSent: integer('Number of documents that the company sent.'),
    documentsPerMonth: integer('Its quota. Null without one.').orNull(),
    storedBytes: number('Bytes that its stored documents take now.'),
    storageMegabytes: integer('Its quota of storage in megabytes (1,000,000 bytes). Null without one.').orNull(),
  }),
  'What the company used in this month.',
).from('standing')

const healthOf = object(
  view<CompanyStanding>()('ManagedHealth', 'What fails at a company.', {
    failedDeliveries: integer('Documents of this month whose delivery failed or was rejected.'),
    failedReports: integer('Reports of this month to authorities that failed.'),
    pausedWebhooks: integer('Webhooks of the company that are paused.'),
  }),
  'What fails at the company.',
).from('standing')

const lastActivityAt = instant('When the company last sent or received a document. Null when it never did.')
  .orNull()
  .by(['standing'], ({ standing }: Pick<ManagedCompany, 'standing'>) => standing.lastActivityAt)

type Standing = Pick<ManagedCompany, 'standing'>

/** REST shows the company itself; GraphQL has it as a field. */
export const managedCompanyView = extend<CompanyRow, Standing>(companyView)(
  'ManagedCompany',
  'A managed company with what it uses and what fails.',
  { usage: usageOf, lastActivityAt, health: healthOf },
)

export const companyStandingView = view<Standing>()('ManagedCompany', 'What a managed company uses and what fails.', {
  usage: usageOf,
  lastActivityAt,
  health: healthOf,
})

export const onboardingView = view<Onboarding>()('Onboarding', 'A company with all that was created with it.', {
  company: object(companyView, 'The new company.'),
  apiKey: object(newPlatformKeyView, 'The API key, with its full value. Null when none was requested.').orNull(),
  webhook: object(newWebhookView, 'The webhook, with its secret. Null when none was requested.').orNull(),
  verification: object(verificationView, 'What the registry and the network said. Null without `autoVerify`.').orNull(),
})
