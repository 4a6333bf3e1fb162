import { announce } from './announce.ts'
import { processEnv } from './env.ts'
import { explain } from './explain.ts'
import { type Platform, openPlatform } from './platform.ts'
import { buildServer } from './server.ts'

/** Longest time that requests and attempts in flight get to finish. */
const GRACE_MS = 30_000

let platform: Platform | undefined
try {
  const env = processEnv()
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
