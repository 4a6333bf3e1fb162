import { Company } from '../companies/schema.ts'
import { enumOf } from '../graphql/enums.ts'
import { mutation } from '../graphql/field.ts'
import { KeyTypeEnum } from '../keys/schema.ts'
import { advanceClock } from './advance-clock.ts'
import { bootstrapSandbox } from './bootstrap.ts'
import { exhaustRateLimit } from './exhaust-rate-limit.ts'
import { flushIdempotency } from './flush-idempotency.ts'
import { resetClock } from './reset-clock.ts'
import { resetSandbox } from './reset-sandbox.ts'

mutation(bootstrapSandbox, 'POST /v1/sandbox/bootstrap', (t) => ({
  organizationId: t.exposeID('organizationId', { description: 'The new organization.' }),
  apiKey: t.exposeString('apiKey', { description: 'The full key. Keep it: it is shown this once.' }),
  keyPrefix: t.exposeString('keyPrefix', { description: 'How the key begins.' }),
  keyType: t.field({ type: KeyTypeEnum, description: 'Kind of key.', resolve: ({ keyType }) => keyType }),
  company: t.field({
    type: Company,
    description: 'The sandbox company.',
    grantScopes: ['ownSandbox'],
    resolve: ({ company }) => company,
  }),
  expiresAt: t.field({
    type: 'DateTime',
    description: 'When organization and key end.',
    resolve: ({ expiresAt }) => expiresAt,
  }),
}))

mutation(resetSandbox, 'POST /v1/sandbox/reset', (t) => ({
  reset: t.exposeBoolean('reset', { description: 'Always true.' }),
  scope: t.field({
    type: enumOf('SandboxResetScope', ['all', 'documents', 'events', 'idempotency']),
    description: 'What was wiped.',
    resolve: ({ scope }) => scope,
  }),
}))

mutation(exhaustRateLimit, 'POST /v1/sandbox/rate-limit/exhaust', (t) => ({
  exhausted: t.exposeBoolean('exhausted', { description: 'Always true.' }),
  durationSeconds: t.exposeInt('durationSeconds', { description: 'For how long.' }),
  until: t.field({
    type: 'DateTime',
    description: 'Until when everything is answered 429.',
    resolve: ({ until }) => until,
  }),
}))

mutation(flushIdempotency, 'POST /v1/sandbox/idempotency/flush', (t) => ({
  flushed: t.exposeInt('flushed', { description: 'How many answers were forgotten.' }),
}))

mutation(advanceClock, 'POST /v1/sandbox/clock/advance', (t) => ({
  companyId: t.exposeID('companyId', { description: 'The company.' }),
  now: t.field({ type: 'DateTime', description: 'What its clock shows.', resolve: ({ now }) => now }),
  offsetSeconds: t.float({
    description: 'How far it is ahead of the wall clock.',
    resolve: ({ offsetSeconds }) => offsetSeconds,
  }),
  due: t.exposeInt('due', { description: 'How much work has become due.' }),
}))

mutation(resetClock, 'POST /v1/sandbox/clock/reset', (t) => ({
  companyId: t.exposeID('companyId', { description: 'The company.' }),
  now: t.field({ type: 'DateTime', description: 'What its clock shows.', resolve: ({ now }) => now }),
  offsetSeconds: t.exposeInt('offsetSeconds', { description: 'Always 0.' }),
}))
