/** What balancers and operators ask, and what is answered. */
import { z } from 'zod'

const status = z.enum(['ok', 'degraded']).describe('`ok` with the status 200, `degraded` with 503.')
const database = z.enum(['ok', 'error']).describe('Whether the database answers within a second.')

const circuit = z
  .object({
    state: z
      .enum(['closed', 'open'])
      .describe('`closed`: calls pass. `open`: calls are refused until the pause is over.'),
    failures: z.int().describe('Failures since the last success.'),
    cooldown_remaining: z.number().describe('Seconds until the next call is let through.'),
  })
  .meta({ id: 'CircuitState', description: 'The circuit breaker of an external service.' })

const service = z
  .object({
    status: z.enum(['ok', 'error']).describe('How the last call ended. `ok` before the first call.'),
    responseMs: z
      .number()
      .nullable()
      .describe('Duration of the last call, in milliseconds. Null before the first call.'),
    lastCheck: z.iso.datetime().nullable().describe('When the service was last called. Null before the first call.'),
    error: z.string().nullable().describe('Why the last call failed. Null when it did not.'),
  })
  .meta({ id: 'ServiceState', description: 'The last call of an external service.' })

export const healthQuestions = {
  '/health/liveness': {
    summary: 'Tells whether the process runs.',
    shape: z.object({ status: z.literal('ok').describe('Always `ok`: a process that does not run gives no answer.') }),
  },
  '/health/serving': {
    summary:
      'Tells whether this instance should get traffic: the database answers and the instance is not shutting down.',
    shape: z.object({
      status,
      database,
      phase: z
        .enum(['serving', 'draining', 'closing'])
        .describe('`draining` and `closing`: the instance is shutting down.'),
    }),
  },
  '/health/readiness': {
    summary: 'Tells whether the database and every external service can be used.',
    shape: z.object({
      status,
      circuits: z.record(z.string(), circuit).describe('The circuit breaker of each external service, by its name.'),
      database,
    }),
  },
  '/health/contracts': {
    summary: 'Tells how the last call of each external service ended.',
    shape: z.object({
      status,
      services: z.record(z.string(), service).describe('The last call of each external service, by its name.'),
    }),
  },
} as const

export type HealthPath = keyof typeof healthQuestions
export type HealthAnswer<Path extends HealthPath> = z.output<(typeof healthQuestions)[Path]['shape']>
