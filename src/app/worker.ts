/** A process that only does due work, for deployments whose servers run with WORKERS=off. */
import { SettingsError, processEnv } from '../kernel/env.ts'
import { explain } from './start-failure.ts'
import { openPlatform } from './compose.ts'

try {
  const env = processEnv()
  if (!env.DATABASE_URL)
    throw new SettingsError('A worker of its own needs DATABASE_URL: the embedded database belongs to one process.')
  const platform = await openPlatform({ ...env, WORKERS: 'inline' })
  platform.log.info('Working on what is due')
  const stop = (): void => void platform.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
