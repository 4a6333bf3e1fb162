/** Statistics that follow what is written, and room given back: what databases do for themselves later, or not at all. */
import type { Log } from '../log.ts'
import type { SqlSession } from './session.ts'

const ROUND_MS = 2_000
const ROUNDS_PER_CHECKPOINT = 30

interface Table {
  name: string
  /** Whether its statistics are of another time. */
  stale: boolean
  /** Whether rows have gone, or many have come. */
  loose: boolean
}

/** Plans are kept, and one that was made for an almost empty table reads a full one from end to end, even for a foreign key. */
const due = (stale: string, loose: string): string => `
  SELECT name, stale, loose FROM (
    SELECT oid::regclass::text AS name, pg_stat_get_mod_since_analyze(oid) > ${stale} AS stale, ${loose} AS loose
    FROM pg_class, pg_stat_get_live_tuples(oid) AS live
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  ) AS tables WHERE stale OR loose`

/**
 * The embedded database is single-user: nothing happens unless it is told to, and everybody waits meanwhile. Room is given back
 * when PostgreSQL's autovacuum would, which takes milliseconds; statistics, which take a second for tens of thousands of
 * documents, only when a table has doubled or halved.
 */
const ALL = due(
  '50 + 0.5 * live',
  'pg_stat_get_dead_tuples(oid) > 50 + 0.2 * live OR pg_stat_get_ins_since_vacuum(oid) > 1000 + 0.2 * live',
)

/** A server tends itself, but looks once a minute: too late for who fills new tables. */
const OUTGROWN = due('50 + 10 * greatest(reltuples, 0)', 'false')

const careOf = ({ name, stale, loose }: Table): string[] => [
  ...(loose ? [`VACUUM ${name}`] : []),
  ...(stale ? [`ANALYZE ${name}`] : []),
]

/** Vacuums and analyzes the tables of which enough has changed. Each is a statement of its own: no transaction may be around a VACUUM. */
export const tendEmbedded = async (session: SqlSession): Promise<void> => {
  for (const statement of (await session.query<Table>(ALL)).flatMap(careOf)) await session.script(statement)
}

/** Analyzes tables that have nothing in common any more with what their statistics say. */
const tendServer = async (session: SqlSession): Promise<void> => {
  for (const { name } of await session.query<Table>(OUTGROWN)) await session.script(`ANALYZE (SKIP_LOCKED) ${name}`)
}

/** Tends a database until the returned function is called. */
export const startUpkeep = (kind: 'embedded' | 'postgresql', session: SqlSession, log: Log): (() => Promise<void>) => {
  let rounds = 0
  let running: Promise<void> | undefined
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
  const timer = setInterval(() => void (running ??= round().finally(() => (running = undefined))), ROUND_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
