/** What a server does for itself, the embedded database does when it is told to: it is single-user. */
import type { PGlite } from '@electric-sql/pglite'
import type { Log } from '../log.ts'

const ROUND_MS = 2_000
const ROUNDS_PER_CHECKPOINT = 30

interface Table {
  name: string
  /** Whether rows have gone, or many have come. */
  loose: boolean
}

/**
 * The thresholds of PostgreSQL's own autovacuum. Plans are kept, and one that was made for an almost empty table reads a
 * full one from end to end, even for a foreign key: statistics have to follow soon.
 */
const DUE = `
  SELECT name, loose FROM (
    SELECT oid::regclass::text AS name, pg_stat_get_mod_since_analyze(oid) > 50 + 0.1 * live AS stale,
      pg_stat_get_dead_tuples(oid) > 50 + 0.2 * live OR pg_stat_get_ins_since_vacuum(oid) > 1000 + 0.2 * live AS loose
    FROM pg_class, pg_stat_get_live_tuples(oid) AS live
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  ) AS tables WHERE stale OR loose`

/** Vacuums and analyzes the tables of which enough has changed. Each is a statement of its own: no transaction may be around it. */
export const tendTables = async (pglite: PGlite): Promise<void> => {
  const { rows } = await pglite.query<Table>(DUE)
  for (const { name, loose } of rows) await pglite.exec(`${loose ? 'VACUUM (ANALYZE)' : 'ANALYZE'} ${name}`)
}

/** Tends the database until the returned function is called. */
export const startUpkeep = (pglite: PGlite, log: Log): (() => Promise<void>) => {
  let rounds = 0
  let running: Promise<void> | undefined
  const round = async (): Promise<void> => {
    rounds += 1
    try {
      await tendTables(pglite)
      if (rounds % ROUNDS_PER_CHECKPOINT === 0) await pglite.exec('CHECKPOINT')
    } catch (error) {
      log.error({ err: error }, 'The upkeep of the embedded database failed; the next round does the same work')
    }
  }
  const timer = setInterval(() => void (running ??= round().finally(() => (running = undefined))), ROUND_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
