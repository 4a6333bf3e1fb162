/** The pool of connections to PostgreSQL, or to a pooler in front of it. */
import pg from 'pg'
import type { Log } from '../log.ts'
import { clientOf } from './connect.ts'
import type { Hosts } from './hosts.ts'
import { SESSION, type SqlSession, serverSession } from './session.ts'

interface PoolOptions {
  hosts: Hosts
  max: number
  timeoutMs: number
  /** A pooler lends another session to each transaction, and takes no settings for one. */
  isPooler: boolean
}

const settingsOf = (timeoutMs: number): string =>
  Object.entries({ ...SESSION, ...serverSession(timeoutMs) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Its connections may end at any moment, as they do when the server restarts. */
export const openPool = ({ hosts, max, timeoutMs, isPooler }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    Client: clientOf(hosts, { timeoutMs, isPooler }),
    max,
    ...(!isPooler && { options: settingsOf(timeoutMs) }),
    // Longer than a queue of short statements takes, shorter than clients wait.
    connectionTimeoutMillis: timeoutMs / 2,
  })
  // An idle connection that ends is replaced when one is needed.
  pool.on('error', () => undefined)
  return pool
}

/** Behind a pooler the role says how long a statement may take: somebody has to have told it. */
export const checkSession = async (session: SqlSession, log: Log): Promise<void> => {
  try {
    const [row] = await session.query<{ unlimited: boolean }>(
      `SELECT setting = '0' AS unlimited FROM pg_settings WHERE name = 'statement_timeout'`,
    )
    if (row?.unlimited)
      log.warn(
        'Statements have no time limit behind this pooler: ALTER ROLE … SET statement_timeout (deploy/README.md)',
      )
  } catch {
    // The database is away: whoever uses it says so.
  }
}
