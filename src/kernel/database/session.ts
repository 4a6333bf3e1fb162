/** What migrations and maintenance need of a database, whichever driver speaks to it. */
export interface SqlSession {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>
}

/** How every session of either database is set. */
export const SESSION: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  // What is looked up by key lies in memory or on a solid disk: reading a page by an index costs about what the next page costs.
  random_page_cost: '1.1',
}
