/**
 * `npm run worker`: a process that does due work and numbers events, beside a server of the same settings. So it listens
 * at a free port, for those who ask how it is. Where the settings name roles, it is a process as any other.
 */
import { type Env, SettingsError } from '../kernel/env.ts'
import { baseUrlOf } from '../kernel/own-address.ts'
import { serve } from './serve.ts'

const asWorker = (env: Env): Env => {
  if (!env.DATABASE_URL)
    throw new SettingsError(
      'A separate worker requires DATABASE_URL, because only one process can use the embedded database.',
    )
  return { ...env, ROLE: ['worker', 'relay'], BASE_URL: baseUrlOf(env), PORT: 0, METRICS_PORT: undefined }
}

await serve((env) => (env.ROLE.includes('all') ? asWorker(env) : env))
