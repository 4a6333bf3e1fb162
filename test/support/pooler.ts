/** A throw-away PgBouncer in transaction mode, where the machine has one. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Server, freePort, start, unprivileged } from './servers.ts'

/** That of the machine, or another one that the environment names. */
const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer'

const asked = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })
// Whoever names one wants no test to be skipped.
if (asked.error && process.env['PGBOUNCER'] !== undefined) throw asked.error
const said = asked.stdout ?? ''
const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? []

export const pooler = {
  isInstalled: said !== '',
  /** It knows statements under names since 1.21. */
  isPrepared: Number(major) * 100 + Number(minor) >= 121,
}

const addressOf = ({ hostname, port }: URL): string => `host=${hostname} port=${port}`

export interface Pooler extends Server {
  /** To the server that has taken the place of the one before. */
  lead(url: string): void
}

interface Place {
  /** How many it has to the server. */
  connections?: number
  /** Lines of its settings besides. */
  more?: readonly string[]
  /** That of one that is gone. */
  port?: number
}

/** In front of the server at `url`; usually with so few connections that each session is lent to many. */
export const startPooler = async (
  url: string,
  { connections = 6, more = [], port: given }: Place = {},
): Promise<Pooler> => {
  const user = unprivileged()
  const port = given ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const write = (server: URL): void => {
    const lines = [
      '[databases]',
      `* = ${addressOf(server)} user=${server.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 500',
      ...(pooler.isPrepared ? ['max_prepared_statements = 500'] : []),
      ...more,
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
  }
  write(new URL(url))
  if (user) for (const one of [folder, file]) chownSync(one, user.uid, user.gid)
  const address = Object.assign(new URL(url), { port: String(port) }).href
  const child = spawn(PROGRAM, [file], { ...user, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const server = await start('PgBouncer', folder, address, 'SIGTERM', child, async () => {
    const client = new Client({ connectionString: address })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query('SELECT 1')).rowCount === 1
    } finally {
      await client.end().catch(() => undefined)
    }
  })
  return {
    ...server,
    lead(next) {
      write(new URL(next))
      child.kill('SIGHUP')
    },
  }
}
