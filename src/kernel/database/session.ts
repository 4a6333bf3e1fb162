/** What migrations and maintenance need of a database, whichever driver speaks to it. */
export interface SqlSession {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>
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
