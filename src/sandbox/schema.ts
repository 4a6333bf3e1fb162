import { Company } from '../companies/schema.ts'
import type { View } from '../operation/view.ts'
import { changed } from '../graphql/changed.ts'
import { mutation } from '../graphql/field.ts'
import { fieldsOf } from '../graphql/object.ts'
import { advanceClock } from './advance-clock.ts'
import { bootstrapSandbox } from './bootstrap.ts'
import { exhaustRateLimit } from './exhaust-rate-limit.ts'
import { flushIdempotency } from './flush-idempotency.ts'
import { resetClock } from './reset-clock.ts'
import { resetSandbox } from './reset-sandbox.ts'
import { advancedClockView, bootstrapView, exhaustionView, flushView, resetClockView, resetView } from './view.ts'

mutation(bootstrapSandbox, (t) => ({
  ...(fieldsOf(bootstrapView)(t) as object),
  company: t.field({
    type: Company,
    description: 'The sandbox company.',
    grantScopes: ['ownSandbox'],
    resolve: ({ company }) => company,
  }),
}))
mutation(resetSandbox, resetView)
mutation(exhaustRateLimit, exhaustionView)
mutation(flushIdempotency, flushView)

const ofCompany =
  <Row extends { companyId: string }>(view: View<Row>) =>
  (t: object) =>
    ({
      ...(fieldsOf(view)(t) as object),
      company: changed<Row>(t, Company, {
        as: 'company',
        id: ({ companyId }) => companyId,
        description: 'The company whose clock it is.',
      }),
    }) as never

mutation(advanceClock, ofCompany(advancedClockView))
mutation(resetClock, ofCompany(resetClockView))
