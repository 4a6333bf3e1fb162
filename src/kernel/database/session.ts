/** What migrations and maintenance need of a database, whichever driver speaks to it. */
export interface SqlSession {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>
}

/** How every session of either database is set. */
export const SESSION: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  // The data is in memory or on a solid-state disk, where a random page costs about as much as the next one.
  random_page_cost: '1.1',
}
