/** What the operations of the sandbox answer. */
import { foundCompanyView } from '../companies/view.ts'
import { keyTypeChoice } from '../keys/view.ts'
import { choice, choiceOf, flag, id, instant, integer, number, object, text, view } from '../operation/view.ts'
import type { advanceClock } from './advance-clock.ts'
import type { bootstrapSandbox } from './bootstrap.ts'
import type { exhaustRateLimit } from './exhaust-rate-limit.ts'
import type { flushIdempotency } from './flush-idempotency.ts'
import type { resetClock } from './reset-clock.ts'
import type { resetSandbox } from './reset-sandbox.ts'
import type { ResultOf } from '../operation/operation.ts'

export const bootstrapView = view<ResultOf<typeof bootstrapSandbox>>()('Sandbox', 'A sandbox that was made.', {
  organizationId: id('The new organization.'),
  apiKey: text('The full key. Keep it: it is shown this once.'),
  keyPrefix: text('How the key begins.'),
  keyType: choice(keyTypeChoice, 'Kind of key.'),
  company: object(foundCompanyView, 'The sandbox company.').onlyIn('rest'),
  expiresAt: instant('When organization and key end.'),
})

const scopeChoice = choiceOf('SandboxResetScope', ['all', 'documents', 'events', 'idempotency'])

export const resetView = view<ResultOf<typeof resetSandbox>>()('SandboxReset', 'What was wiped.', {
  reset: flag('Always true.'),
  scope: choice(scopeChoice, 'What was wiped.'),
})

export const exhaustionView = view<ResultOf<typeof exhaustRateLimit>>()(
  'Exhaustion',
  'How long everything is answered 429.',
  {
    exhausted: flag('Always true.'),
    durationSeconds: integer('For how long.'),
    until: instant('Until when everything is answered 429.'),
  },
)

const companyId = id('The company.')
const now = instant('What its clock shows.')

export const advancedClockView = view<ResultOf<typeof advanceClock>>()('AdvancedClock', 'The clock of a company.', {
  companyId,
  offsetSeconds: number('How far it is ahead of the wall clock.'),
  due: integer('How much work has become due.'),
  now,
})

export const resetClockView = view<ResultOf<typeof resetClock>>()('Clock', 'The clock of a company.', {
  companyId,
  offsetSeconds: integer('Always 0.'),
  now,
})

export const flushView = view<ResultOf<typeof flushIdempotency>>()('Flush', 'What was forgotten.', {
  flushed: integer('How many answers were forgotten.'),
})
