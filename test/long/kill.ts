/** A long failure run on both databases: `npm run test:kill`, `npm run test:kill-lifecycle`. `KILLS=50` makes it shorter. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Server, startPostgres, withServers } from '../support/servers.ts'

const root = join(import.meta.dirname, '../..')
const file = process.argv[2] ?? 'test/long/kill.test.ts'

const run = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    // oxlint-disable-next-line node/no-process-env
    const env = { ...process.env, KILLS: process.env['KILLS'] ?? '200', TEST_DATABASE_URL: url }
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', file], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

process.exitCode = await withServers<[Server]>(
  [startPostgres],
  async ([postgres]) => (await run('')) || (await run(postgres.url)),
)
