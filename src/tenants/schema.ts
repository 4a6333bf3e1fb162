import { Company } from '../companies/schema.ts'
import { builder } from '../graphql/builder.ts'
import { mutation } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { RefusalType, refusalIn } from '../graphql/refusal.ts'
import { ApiKey } from '../keys/schema.ts'
import type { BatchResult } from '../operation/batch.ts'
import { Webhook } from '../webhooks/schema.ts'
import { companyImportView } from '../companies/import-view.ts'
import { query } from '../graphql/query.ts'
import { getOnboarding } from './get-onboarding.ts'
import { onboardCompanies } from './onboard-companies.ts'
import { onboardCompany } from './onboard-company.ts'
import type { Onboarding } from './onboarding.ts'
import { verificationView } from './view.ts'

const CompanyVerification = objectOf(verificationView)

interface Fields {
  field(options: object): unknown
  string(options: object): unknown
}

const onboardingFields = ((t: Fields) => ({
  company: t.field({
    type: Company,
    description: 'The new company.',
    resolve: ({ company }: Onboarding) => company,
  }),
  apiKey: t.field({
    type: ApiKey,
    nullable: true,
    description: 'The API key of the company, without its value. Null when none was requested.',
    resolve: ({ apiKey }: Onboarding) => apiKey,
  }),
  key: t.string({
    nullable: true,
    description: 'The full value of the API key. Store it: it is shown only in this answer.',
    resolve: ({ apiKey }: Onboarding) => apiKey?.key ?? null,
  }),
  webhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'The webhook of the company. Null when none was requested.',
    resolve: ({ webhook }: Onboarding) => webhook,
  }),
  webhookSecret: t.string({
    nullable: true,
    description: 'The secret that signs the deliveries. Store it: it is shown only in this answer.',
    resolve: ({ webhook }: Onboarding) => webhook?.newSecret ?? null,
  }),
  verification: t.field({
    type: CompanyVerification,
    nullable: true,
    description: 'What the registry and the network said. Null without `autoVerify`.',
    resolve: ({ verification }: Onboarding) => verification,
  }),
})) as never

mutation(onboardCompany, onboardingFields)

const OnboardedCompany = builder.objectRef<Onboarding>('OnboardedCompany').implement({
  description: 'A company with all that was created with it.',
  fields: onboardingFields,
})

const OnboardingResult = builder.objectRef<BatchResult<Onboarding>>('OnboardingResult').implement({
  description: 'The result of one item of a batch of companies.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Position in the batch, from 0.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether the company was onboarded.' }),
    onboarded: t.field({
      type: OnboardedCompany,
      nullable: true,
      description: 'What was created. Null when the item was refused.',
      resolve: (result) => (result.ok ? result.value : null),
    }),
    error: t.field({
      type: RefusalType,
      nullable: true,
      description: 'Why the item was refused. Null when the company was onboarded.',
      resolve: refusalIn,
    }),
  }),
})

mutation(onboardCompanies, (t) => ({
  results: t.field({
    type: [OnboardingResult],
    description: 'One result for each item, in the same order.',
    resolve: ({ results }) => results,
  }),
  succeeded: t.exposeInt('succeeded', { description: 'Number of companies that were onboarded.' }),
  failed: t.exposeInt('failed', { description: 'Number of items that were refused.' }),
}))

query('onboarding', getOnboarding, objectOf(companyImportView))
