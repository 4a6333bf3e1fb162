import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'expected a whole number').transform(Number).pipe(z.number().min(min).max(max))
const url = (...protocols: string[]) =>
  z.url({ protocol: new RegExp(`^(${protocols.join('|')})$`), error: `expected an address that starts with ${protocols.map((name) => `${name}://`).join(' or ')}` })

/** Every setting, with its default. `.env.example` lists the same names; a test compares the two. */
const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4000),
  /** How clients reach this service; links and documentation addresses start with it. */
  BASE_URL: url('http', 'https').optional(),
  SERVICE_MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: url('postgresql', 'postgres').optional(),
  DATABASE_POOL: wholeNumber(2, 500).default(16),
  REDIS_URL: url('redis', 'rediss').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WORKERS: z.enum(['inline', 'off']).default('inline'),
  /** What the access point presents when it hands over received documents; without it that door is shut. */
  NETWORK_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  JWT_ISSUER: url('http', 'https').optional(),
  JWT_AUDIENCE: z.string().min(1).default('invoice-exchange'),
  INTROSPECTION: flag.optional(),
  /** A JSON file of documents; when set, no other operation is accepted. */
  PERSISTED_OPERATIONS_FILE: z.string().min(1).optional(),
  /** The address of a trusted proxy's header is believed only when this is true. */
  TRUST_PROXY: flag.default(false),
})

const checked = settings.superRefine((values, context) => {
  if (values.SERVICE_MODE === 'live' && !values.DATABASE_URL)
    context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message: 'SERVICE_MODE=live needs a PostgreSQL server: the embedded database does not survive the loss of power' })
})

export type Env = z.output<typeof settings>

export class SettingsError extends Error {}

/** Reads and checks all settings; every fault is named at once. An empty value counts as absent. */
export const readEnv = (source: Record<string, string | undefined>): Env => {
  const present = Object.fromEntries(Object.entries(source).filter(([name, value]) => name in settings.shape && value !== ''))
  const result = checked.safeParse(present)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`The settings cannot be used:\n${faults.join('\n')}`)
}

export const processEnv = (): Env => readEnv(process.env)

export const settingNames: readonly string[] = Object.keys(settings.shape)
