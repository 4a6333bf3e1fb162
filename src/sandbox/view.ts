/** What the operations of the sandbox answer. */
import { foundCompanyView } from '../companies/view.ts'
import { keyTypeChoice } from '../keys/view.ts'
import { choice, choiceOf, flag, id, instant, integer, number, object, text, view } from '../operation/view.ts'
import type { advanceClock } from './advance-clock.ts'
import type { bootstrapSandbox } from './bootstrap.ts'
import type { exhaustRateLimit } from './exhaust-rate-limit.ts'
import type { flushIdempotency } from './flush-idempotency.ts'
import type { resetClock } from './reset-clock.ts'
import { type resetSandbox, scopes } from './reset-sandbox.ts'
import type { ResultOf } from '../operation/operation.ts'

export const bootstrapView = view<ResultOf<typeof bootstrapSandbox>>()('Sandbox', 'A new sandbox.', {
  organizationId: id('Identifier of the new organization.'),
  apiKey: text('The full value of the API key. Store it: it is shown only in this answer.'),
  keyPrefix: text('The first characters of the key.'),
  keyType: choice(keyTypeChoice, 'Kind of key.'),
  company: object(foundCompanyView, 'The sandbox company.').onlyIn('rest'),
  expiresAt: instant('When the organization and the key expire.'),
})

const scopeChoice = choiceOf('SandboxResetScope', Object.keys(scopes), scopes)

export const resetView = view<ResultOf<typeof resetSandbox>>()('SandboxReset', 'The data that was deleted.', {
  reset: flag('Always true.'),
  scope: choice(scopeChoice, 'The data that was deleted.'),
})

export const exhaustionView = view<ResultOf<typeof exhaustRateLimit>>()(
  'Exhaustion',
  'For how long requests are answered with the status 429.',
  {
    exhausted: flag('Always true.'),
    durationSeconds: integer('Duration in seconds.'),
    until: instant('Until when requests are answered with the status 429.'),
  },
)

const companyId = id('Identifier of the company.')
const now = instant('Time that the virtual clock shows.')

export const advancedClockView = view<ResultOf<typeof advanceClock>>()(
  'AdvancedClock',
  'The virtual clock of a company.',
  {
    companyId,
    offsetSeconds: number('How far the clock is ahead of the real time, in seconds.'),
    due: integer('Number of pieces of work that are now due.'),
    now,
  },
)

export const resetClockView = view<ResultOf<typeof resetClock>>()('Clock', 'The virtual clock of a company.', {
  companyId,
  offsetSeconds: integer('Always 0.'),
  now,
})

export const flushView = view<ResultOf<typeof flushIdempotency>>()('Flush', 'The result of deleting stored answers.', {
  flushed: integer('Number of stored answers that were deleted.'),
})
