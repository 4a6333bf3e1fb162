/** Section 4.10. */
import { z } from 'zod'
import { bootstrapSandbox } from '../../src/sandbox/bootstrap.ts'
import { exhaustRateLimit } from '../../src/sandbox/exhaust-rate-limit.ts'
import { flushIdempotency } from '../../src/sandbox/flush-idempotency.ts'
import { resetSandbox } from '../../src/sandbox/reset-sandbox.ts'
import { foundCompanyShape, presentFound } from '../present/company.ts'
import { timestamp } from '../present/shared.ts'
import { type Route, body, route } from '../route.ts'

const section = '4.10 Sandbox'

const bootstrapShape = z.object({ organizationId: z.string(), apiKey: z.string(), keyPrefix: z.string(), keyType: z.string(), company: foundCompanyShape, expiresAt: timestamp })

export const sandbox: readonly Route[] = [
  route(bootstrapSandbox, {
    method: 'POST', path: '/v1/sandbox/bootstrap', field: 'Mutation.bootstrapSandbox', status: 201, input: body, shape: bootstrapShape, section,
    present: ({ company, expiresAt, ...made }) => ({ ...made, company: presentFound(company), expiresAt: expiresAt.toISOString() }),
  }),
  route(resetSandbox, { method: 'POST', path: '/v1/sandbox/reset', field: 'Mutation.resetSandbox', status: 200, input: body, shape: z.object({ reset: z.boolean(), scope: z.string() }), present: (done) => done, section }),
  route(exhaustRateLimit, {
    method: 'POST', path: '/v1/sandbox/rate-limit/exhaust', field: 'Mutation.exhaustRateLimit', status: 200, input: body, section,
    shape: z.object({ exhausted: z.boolean(), durationSeconds: z.number(), until: timestamp }), present: ({ until, ...done }) => ({ ...done, until: until.toISOString() }),
  }),
  route(flushIdempotency, { method: 'POST', path: '/v1/sandbox/idempotency/flush', field: 'Mutation.flushIdempotency', status: 200, input: body, shape: z.object({ flushed: z.number() }), present: (done) => done, section }),
]
