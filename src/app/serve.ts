import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { beginTables } from '../kernel/database/make-tables.ts'
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
  // What Node has compiled once it need not compile at the next start.
  enableCompileCache()

  let platform: Platform | undefined
  try {
    const env = settled(processEnv())
    // Prisma's compiler sees each kind of query once: to compile it again for speed takes 40 MB at the start for nothing.
    // The embedded database gains from being compiled again (embedded-code.ts), and V8 has one switch for all.
    if (env.DATABASE_URL) setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering')
    // Loading the modules is most of a start, so wrong settings are reported before it, and a server of PostgreSQL makes
    // the tables of a new database meanwhile.
    const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = env
    const tables = DATABASE_DIRECT_URL === undefined ? undefined : await beginTables(DATABASE_DIRECT_URL)
    const [{ openPlatform }, { buildServer }, { announce }, { giveBackMemory }] = await Promise.all([
      import('./compose.ts'),
      import('./server.ts'),
      import('./start-banner.ts'),
      import('./give-back.ts'),
    ])
    platform = await openPlatform(env, { tables })
    const server = await buildServer(platform)
    giveBackMemory()
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
}
