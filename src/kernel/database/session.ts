import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

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

/** How much longer than its own time limit a server may take to answer, before it counts as standing still. */
const MARGIN = 1.2

/**
 * Whoever uses the connection hears of its end by the statement that fails; an `error` that nobody listens to would end
 * the process. One whose server stands still is ended from here, or its user would wait for ever.
 */
export const outliveConnection = (client: ClientBase, timeoutMs: number): void => {
  client.on('error', () => undefined)
  const { connection } = client as unknown as { connection: { stream: Socket } }
  const { stream } = connection
  stream.setTimeout(MARGIN * timeoutMs, () => {
    const { readyForQuery } = client as unknown as { readyForQuery: boolean }
    if (!readyForQuery) stream.destroy(new Error('The database stands still.'))
  })
}
