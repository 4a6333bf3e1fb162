import { Company } from '../companies/schema.ts'
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
mutation(advanceClock, advancedClockView)
mutation(resetClock, resetClockView)
