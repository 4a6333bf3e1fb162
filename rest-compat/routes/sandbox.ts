/** Section 4.10. */
import { advanceClock } from '../../src/sandbox/advance-clock.ts'
import { bootstrapSandbox } from '../../src/sandbox/bootstrap.ts'
import { exhaustRateLimit } from '../../src/sandbox/exhaust-rate-limit.ts'
import { flushIdempotency } from '../../src/sandbox/flush-idempotency.ts'
import { resetClock } from '../../src/sandbox/reset-clock.ts'
import { resetSandbox } from '../../src/sandbox/reset-sandbox.ts'
import {
  advancedClockView,
  bootstrapView,
  exhaustionView,
  flushView,
  resetClockView,
  resetView,
} from '../../src/sandbox/view.ts'
import { one } from '../../src/http/answers.ts'
import { type Route, body, route } from '../../src/http/route.ts'

const section = '4.10 Sandbox'

export const sandbox: readonly Route[] = [
  route(bootstrapSandbox, {
    method: 'POST',
    path: '/v1/sandbox/bootstrap',
    field: 'Mutation.bootstrapSandbox',
    status: 201,
    input: body,
    ...one(bootstrapView),
    section,
  }),
  route(resetSandbox, {
    method: 'POST',
    path: '/v1/sandbox/reset',
    field: 'Mutation.resetSandbox',
    status: 200,
    input: body,
    ...one(resetView),
    section,
  }),
  route(exhaustRateLimit, {
    method: 'POST',
    path: '/v1/sandbox/rate-limit/exhaust',
    field: 'Mutation.exhaustRateLimit',
    status: 200,
    input: body,
    section,
    ...one(exhaustionView),
  }),
  route(advanceClock, {
    method: 'POST',
    path: '/v1/sandbox/clock/advance',
    field: 'Mutation.advanceClock',
    status: 200,
    input: body,
    ...one(advancedClockView),
    section,
  }),
  route(resetClock, {
    method: 'POST',
    path: '/v1/sandbox/clock/reset',
    field: 'Mutation.resetClock',
    status: 200,
    input: body,
    ...one(resetClockView),
    section,
  }),
  route(flushIdempotency, {
    method: 'POST',
    path: '/v1/sandbox/idempotency/flush',
    field: 'Mutation.flushIdempotency',
    status: 200,
    input: body,
    ...one(flushView),
    section,
  }),
]
