import { processEnv } from '../kernel/env.ts'
import { stopper } from './stop.ts'
import { explain } from './start-failure.ts'
import type { Platform } from '../operation/platform.ts'

/** Nothing can be trusted after an error that nobody expected: the process ends, and says why. */
process.on('uncaughtException', (error) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})

let platform: Platform | undefined
try {
  const env = processEnv()
  // Loading the modules is most of a start, so wrong settings are reported before it.
  const [{ openPlatform }, { buildServer }, { announce }] = await Promise.all([
    import('./compose.ts'),
    import('./server.ts'),
    import('./start-banner.ts'),
  ])
  platform = await openPlatform(env)
  const server = await buildServer(platform)
  await server.listen({ host: env.HOST, port: env.PORT })
  await announce(platform, server)

  const stop = stopper(platform, server)
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  await platform?.close().catch(() => undefined)
  process.exit(1)
}
