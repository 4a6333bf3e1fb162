/** Who waits for a lock in PostgreSQL, for whom, and for how long. */
import type { SqlSession } from '../../../../src/kernel/database/session.ts'

/** With these settings the server writes each wait of a millisecond or more into its log. */
export const LOG_OF_LOCKS = {
  logging_collector: 'on',
  log_lock_waits: 'on',
  deadlock_timeout: '1ms',
  // The log names the table; the statements would make it large.
  log_min_error_statement: 'fatal',
}

const LOOK_MS = 10

/** A wait that ended, with the table where the log tells it. */
const WAIT = /acquired \w+ on (\w+).* after ([\d.]+) ms(?:\n.*CONTEXT: .*relation ("\w+"))?/g

/** Of a wait for a row the table is that whose row the statement is about to change. */
const LOOK = `
  WITH busy AS MATERIALIZED (
    SELECT pid, state, wait_event_type, wait_event, left(regexp_replace(query, '\\s+', ' ', 'g'), 70) AS query
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
  )
  SELECT (SELECT count(*) FROM busy WHERE state = 'active')::int AS working, coalesce(json_agg(
    concat_ws(' ', own.wait_event, (
      SELECT string_agg(DISTINCT relation::regclass::text, ', ') FROM pg_locks
      WHERE pg_locks.pid = own.pid AND (NOT granted OR locktype = 'tuple')
    )) || ': "' || own.query || '" waits for ' || coalesce((
      SELECT string_agg(format('"%s" (%s)', query, concat_ws(' ', state, wait_event_type, wait_event)), ' and ')
      FROM busy WHERE pid = ANY(pg_blocking_pids(own.pid))
    ), 'nobody any more')
  ) FILTER (WHERE own.pid IS NOT NULL), '[]') AS waiting
  FROM (SELECT * FROM busy WHERE wait_event_type = 'Lock') AS own`

export interface Watched {
  /** Milliseconds of all statements together: at work, as far as was looked; waiting for locks, by the log. */
  working: number
  waiting: number
  /** What was waited for, of the log: each wait in milliseconds. */
  waits: Map<string, number[]>
  /** Who was seen waiting for whom, how often. */
  looks: number
  seen: Map<string, number>
}

export const nothingWatched = (): Watched => ({ working: 0, waiting: 0, waits: new Map(), looks: 0, seen: new Map() })

const sizeOfLog = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query<{ size: number }>('SELECT size::int FROM pg_stat_file(pg_current_logfile())')
  return row?.size ?? 0
}

const readLog = async (session: SqlSession, from: number, watched: Watched): Promise<void> => {
  const [row] = await session.query<{ text: string }>(
    'SELECT pg_read_file(pg_current_logfile(), $1::bigint, 1000000000) AS text',
    [from],
  )
  for (const [, kind, ms, relation = ''] of (row?.text ?? '').matchAll(WAIT)) {
    const what = `${kind} ${relation}`.trimEnd()
    watched.waits.set(what, [...(watched.waits.get(what) ?? []), Number(ms)])
    watched.waiting += Number(ms)
  }
}

/** Adds what happens in the database while this is under way. */
export const watching = async <T>(session: SqlSession, watched: Watched, work: () => Promise<T>): Promise<T> => {
  const before = await sizeOfLog(session)
  let last = performance.now()
  const looking = new AbortController()
  const looks = (async () => {
    while (!looking.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      const [row] = await session.query<{ working: number; waiting: string[] }>(LOOK)
      const now = performance.now()
      watched.looks += 1
      watched.working += (row?.working ?? 0) * (now - last)
      last = now
      for (const text of row?.waiting ?? []) watched.seen.set(text, (watched.seen.get(text) ?? 0) + 1)
    }
  })()
  try {
    return await work()
  } finally {
    looking.abort()
    await looks
    await readLog(session, before, watched)
  }
}
