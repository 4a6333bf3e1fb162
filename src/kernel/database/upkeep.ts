/** ANALYZE and VACUUM sooner than a database would run them by itself; the embedded one never does. */
import type { Log } from '../log.ts'
import { repeatedly } from '../repeatedly.ts'
import type { SqlSession } from './session.ts'

const ROUND_MS = 2_000
const ROUNDS_PER_CHECKPOINT = 30

interface TableState {
  name: string
  /** Whether its statistics are out of date. */
  stale: boolean
  /** Whether there is room to give back: rows were deleted, or many were added. */
  loose: boolean
}

/**
 * The tables that need care. Plans are cached: one that was made for an almost empty table scans a full one from end to
 * end, even to check a foreign key.
 */
const due = (stale: string, loose: string): string => `
  SELECT name, stale, loose FROM (
    SELECT oid::regclass::text AS name, pg_stat_get_mod_since_analyze(oid) > ${stale} AS stale, ${loose} AS loose
    FROM pg_class, pg_stat_get_live_tuples(oid) AS live
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  ) AS tables WHERE stale OR loose`

/**
 * The embedded database is single-user: it has no autovacuum, and everybody waits while it is vacuumed or analyzed. A
 * VACUUM takes milliseconds and runs when autovacuum would; an ANALYZE takes a second for tens of thousands of
 * documents and runs only when a table has doubled or halved.
 */
const ALL = due(
  '50 + 0.5 * live',
  'pg_stat_get_dead_tuples(oid) > 50 + 0.2 * live OR pg_stat_get_ins_since_vacuum(oid) > 1000 + 0.2 * live',
)

/**
 * The autovacuum of a server looks once a minute, which is too late for tables that are being filled for the first
 * time.
 */
const OUTGROWN = due('50 + 10 * greatest(reltuples, 0)', 'false')

const careOf = ({ name, stale, loose }: TableState): string[] => [
  ...(loose ? [`VACUUM ${name}`] : []),
  ...(stale ? [`ANALYZE ${name}`] : []),
]

/**
 * Vacuums and analyzes the tables of which enough has changed. Each statement is sent by itself, because a VACUUM may
 * not be inside a transaction.
 */
export const tendEmbedded = async (session: SqlSession): Promise<void> => {
  for (const statement of (await session.query<TableState>(ALL)).flatMap(careOf)) await session.script(statement)
}

/** Analyzes tables that are many times larger than their statistics say. */
const tendServer = async (session: SqlSession): Promise<void> => {
  const outgrown = await session.query<TableState>(OUTGROWN)
  for (const { name } of outgrown)
    await session.script(`SET LOCAL statement_timeout = 0; ANALYZE (SKIP_LOCKED) ${name}`)
}

/** Tends a database until the returned function is called. */
export const startUpkeep = (kind: 'embedded' | 'postgresql', session: SqlSession, log: Log): (() => Promise<void>) => {
  let rounds = 0
  const round = async (): Promise<void> => {
    rounds += 1
    try {
      if (kind === 'postgresql') return await tendServer(session)
      await tendEmbedded(session)
      if (rounds % ROUNDS_PER_CHECKPOINT === 0) await session.script('CHECKPOINT')
    } catch (error) {
      log.warn({ err: error }, 'The upkeep of the database failed; the next round does the same work')
    }
  }
  return repeatedly(ROUND_MS, round)
}
