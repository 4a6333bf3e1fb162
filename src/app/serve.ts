import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { beginDatabase } from '../kernel/database/begin.ts'
import { KEPT_AND_ONE_BY_ONE } from '../kernel/database/embedded-code.ts'
import { type Env, processEnv } from '../kernel/env.ts'
import type { Platform } from '../operation/platform.ts'
import { explain } from './start-failure.ts'
import { stopper } from './stop.ts'

/** Runs the process with its settings, until it is told to stop. */
export const serve = async (settled: (env: Env) => Env = (env) => env): Promise<void> => {
  // Nothing can be trusted after an error that nobody expected: the process ends, and says why.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  })
  // What Node has compiled once it need not compile at the next start, whichever the database is: V8 takes nothing that
  // was compiled with other switches than those of now.
  enableCompileCache()
  setFlagsFromString(KEPT_AND_ONE_BY_ONE)

  let platform: Platform | undefined
  try {
    const env = settled(processEnv())
    // Loading the modules is most of a start: wrong settings are reported before it, and the database has work meanwhile.
    const begun = await beginDatabase(env)
    const [{ openPlatform }, { buildServer }, { announce }, { giveBackMemoryOnceIdle }] = await Promise.all([
      import('./compose.ts'),
      import('./server.ts'),
      import('./start-banner.ts'),
      import('./give-back.ts'),
    ])
    // Prisma's compiler sees each kind of query once: to compile it again for speed takes 40 MB at the start for nothing.
    // The embedded database gains from being compiled again (embedded-code.ts), and V8 has one switch for all.
    if (env.DATABASE_URL) setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering')
    platform = await openPlatform(env, { begun })
    const server = await buildServer(platform)
    await server.listen({ host: env.HOST, port: env.PORT })
    await announce(platform, server)
    giveBackMemoryOnceIdle()

    const stop = stopper(platform, server)
    process.on('SIGTERM', () => void stop())
    process.on('SIGINT', () => void stop())
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    await platform?.close().catch(() => undefined)
    process.exit(1)
  }
}
