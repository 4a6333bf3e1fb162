/** A process that only does due work, for deployments whose servers run with WORKERS=off. */
import { SettingsError, processEnv } from '../kernel/env.ts'
import { explain } from './start-failure.ts'
import { openPlatform } from './compose.ts'

try {
  const env = processEnv()
  if (!env.DATABASE_URL)
    throw new SettingsError(
      'A separate worker requires DATABASE_URL, because only one process can use the embedded database.',
    )
  const platform = await openPlatform({ ...env, WORKERS: 'inline' })
  platform.log.info('Processing due work')
  const stop = (): void => void platform.close().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
