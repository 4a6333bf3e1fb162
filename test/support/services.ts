/** The whole test suite on PostgreSQL and Redis: `npm run test:services`. Arguments go to vitest. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Server, startPostgres, startRedis, withServers } from './servers.ts'

const root = join(import.meta.dirname, '../..')

const vitest = (postgres: string, redis: string, interrupted: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    // oxlint-disable-next-line node/no-process-env
    const env = { ...process.env, TEST_DATABASE_URL: postgres, TEST_REDIS_URL: redis }
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
      { cwd: root, env, stdio: 'inherit' },
    )
    interrupted.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

process.exitCode = await withServers<[Server, Server]>([startPostgres, startRedis], ([postgres, redis], interrupted) =>
  vitest(postgres.url, redis.url, interrupted),
)
