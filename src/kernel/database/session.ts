import type pg from 'pg'

/** What migrations and maintenance need of a database, whichever driver speaks to it. */
export interface SqlSession {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>
}

export const postgresSession = (client: pg.Client | pg.Pool): SqlSession => ({
  query: async <Row>(sql: string, parameters?: unknown[]) => (await client.query(sql, parameters)).rows as Row[],
  script: async (sql) => void (await client.query(sql)),
})

/** Runs all of it in a transaction, or nothing. */
export type InTransaction = <T>(body: (session: SqlSession) => Promise<T>) => Promise<T>

/** Transactions on a session that nobody else uses. */
export const transactionsOn =
  (session: SqlSession): InTransaction =>
  async (body) => {
    await session.script('BEGIN')
    try {
      const result = await body(session)
      await session.script('COMMIT')
      return result
    } catch (error) {
      await session.script('ROLLBACK')
      throw error
    }
  }

/** Whether it is a database of Citus, be its tables distributed or not. */
export const isOfCitus = async (session: SqlSession): Promise<boolean> => {
  const [row] = await session.query<{ found: boolean }>(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS found`)
  return row?.found === true
}

/** How every session of either database is set. */
export const SESSION = {
  timezone: 'UTC',
  // The data is in memory or on a solid-state disk, where a random page costs about as much as the next one.
  random_page_cost: '1.1',
} as const

/** How sessions of a server are set besides: nothing of ours may hold a row or a connection for long. */
export const serverSession = (timeoutMs: number): Readonly<Record<string, string>> => ({
  statement_timeout: String(timeoutMs),
  idle_in_transaction_session_timeout: String(2 * timeoutMs),
})
