/** What migrations and maintenance need of a database, whichever driver speaks to it. */
export interface SqlSession {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>
}
