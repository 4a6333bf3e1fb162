import { processEnv } from '../kernel/env.ts'
import { explain } from './start-failure.ts'
import type { Platform } from '../operation/platform.ts'

/** The longest time that requests and attempts in flight may take to finish. */
const GRACE_MS = 30_000

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

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    await server.close()
    await platform?.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  await platform?.close().catch(() => undefined)
  process.exit(1)
}
