/** Programs of the tests as processes of their own: vitest, also against the throw-away servers. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type CitusServer, hasCitus, startCitus } from './citus.ts'
import { type Server, startPostgres, startRedis, withServers } from './servers.ts'

const root = join(import.meta.dirname, '../..')
type Settings = Readonly<Record<string, string>>

/** A program of Node run from the folder of the project: its exit code. */
export const run = (args: readonly string[], settings: Settings = {}, interrupted?: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...settings }, stdio: 'inherit' })
    interrupted?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run']

const ALIKE = [
  ...['architecture', 'console', 'deploy', 'docs', 'formats', 'rules', 'values'].map((folder) => `${folder}/**`),
  // Pages, and what has the embedded database whatever the environment says, or none, and takes its time.
  'cli/cli.test.ts',
  'client/package.test.ts',
  'doors/oauth/browser.test.ts',
  'fuzz/fuzz.test.ts',
  'kernel/embedded-database.test.ts',
  'kernel/migrations.test.ts',
  'kernel/threads.test.ts',
]

/**
 * For vitest, on a server: what no database takes part in is left to `npm test`, and so are pages, which ask what other
 * tests ask there.
 */
export const butAlike = ALIKE.flatMap((files) => ['--exclude', `test/${files}`])

/** Tests on the embedded database, whatever the environment says. */
export const onEmbedded = (args: readonly string[], settings: Settings = {}): Promise<number> =>
  run([...vitest, ...args], { ...settings, TEST_DATABASE_URL: '', TEST_REDIS_URL: '' })

export const onPostgres = (args: readonly string[], settings: Settings = {}): Promise<number> =>
  withServers<[Server]>([startPostgres], ([postgres], interrupted) =>
    run([...vitest, ...args], { ...settings, TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: '' }, interrupted),
  )

/** Tests on a coordinator and two workers of Citus; nothing where the machine has no Citus. */
export const onCitus = (args: readonly string[], settings: Settings = {}): Promise<number> => {
  if (!hasCitus()) {
    process.stderr.write('Skipped: PostgreSQL has no Citus on this machine. test/support/build-citus.sh builds it.\n')
    return Promise.resolve(0)
  }
  return withServers<[CitusServer]>([startCitus], ([{ nodes }], interrupted) => {
    const [url = '', ...workers] = nodes
    const servers = { TEST_DATABASE_URL: url, TEST_DATABASE_WORKERS: workers.join(' '), TEST_REDIS_URL: '' }
    return run([...vitest, ...args], { ...settings, ...servers }, interrupted)
  })
}

/** Tests on PostgreSQL and Redis. */
export const onServices = (args: readonly string[], settings: Settings = {}): Promise<number> =>
  withServers<[Server, Server]>([startPostgres, startRedis], ([postgres, redis], interrupted) =>
    run([...vitest, ...args], { ...settings, TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url }, interrupted),
  )
