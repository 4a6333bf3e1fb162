/** Section 4.10. */
import { z } from 'zod'
import { advanceClock } from '../../src/sandbox/advance-clock.ts'
import { bootstrapSandbox } from '../../src/sandbox/bootstrap.ts'
import { exhaustRateLimit } from '../../src/sandbox/exhaust-rate-limit.ts'
import { flushIdempotency } from '../../src/sandbox/flush-idempotency.ts'
import { resetClock } from '../../src/sandbox/reset-clock.ts'
import { resetSandbox } from '../../src/sandbox/reset-sandbox.ts'
import { foundCompanyShape, presentFound } from '../present/company.ts'
import { timestamp } from '../present/shared.ts'
import { type Route, body, route } from '../../src/http/route.ts'

const section = '4.10 Sandbox'

const bootstrapShape = z.object({
  organizationId: z.string(),
  apiKey: z.string(),
  keyPrefix: z.string(),
  keyType: z.string(),
  company: foundCompanyShape,
  expiresAt: timestamp,
})

const clockShape = z.object({ companyId: z.string(), now: timestamp, offsetSeconds: z.number() })
const presentClock = <C extends { now: Date }>({ now, ...clock }: C) => ({ ...clock, now: now.toISOString() })

export const sandbox: readonly Route[] = [
  route(bootstrapSandbox, {
    method: 'POST',
    path: '/v1/sandbox/bootstrap',
    field: 'Mutation.bootstrapSandbox',
    status: 201,
    input: body,
    shape: bootstrapShape,
    section,
    present: ({ company, expiresAt, ...made }) => ({
      ...made,
      company: presentFound(company),
      expiresAt: expiresAt.toISOString(),
    }),
  }),
  route(resetSandbox, {
    method: 'POST',
    path: '/v1/sandbox/reset',
    field: 'Mutation.resetSandbox',
    status: 200,
    input: body,
    shape: z.object({ reset: z.boolean(), scope: z.string() }),
    present: (done) => done,
    section,
  }),
  route(exhaustRateLimit, {
    method: 'POST',
    path: '/v1/sandbox/rate-limit/exhaust',
    field: 'Mutation.exhaustRateLimit',
    status: 200,
    input: body,
    section,
    shape: z.object({ exhausted: z.boolean(), durationSeconds: z.number(), until: timestamp }),
    present: ({ until, ...done }) => ({ ...done, until: until.toISOString() }),
  }),
  route(advanceClock, {
    method: 'POST',
    path: '/v1/sandbox/clock/advance',
    field: 'Mutation.advanceClock',
    status: 200,
    input: body,
    shape: clockShape.extend({ due: z.number() }),
    present: presentClock,
    section,
  }),
  route(resetClock, {
    method: 'POST',
    path: '/v1/sandbox/clock/reset',
    field: 'Mutation.resetClock',
    status: 200,
    input: body,
    shape: clockShape,
    present: presentClock,
    section,
  }),
  route(flushIdempotency, {
    method: 'POST',
    path: '/v1/sandbox/idempotency/flush',
    field: 'Mutation.flushIdempotency',
    status: 200,
    input: body,
    shape: z.object({ flushed: z.number() }),
    present: (done) => done,
    section,
  }),
]
