/**
 * Tables whose rows are kept for some days are partitioned by month: what is old is dropped with its month, and costs no
 * deletion. A row whose month has no partition is in the one of the rest.
 */
import { idsSince } from '../../values/ids.ts'
import { wasForbidden, wasStopped } from './patience.ts'
import type { InTransaction, SqlSession } from './session.ts'
import { monthOf } from '../../values/dates.ts'

interface ByMonth {
  /** The column that says which partition a row is in. */
  column: string
  /** Where a month begins in it. */
  begin(month: Date): string
  /** What each partition has besides what the whole table has: of itself, by its name. */
  more?(name: string): string
  /** How far its pages are filled, in percent. A partition does not take this from the whole table. */
  filled?: number
}

/** In this order they are locked, here and by migrations. */
const tables = {
  events: {
    column: 'id',
    begin: (month) => idsSince('event', month),
    more: (name) =>
      `CREATE UNIQUE INDEX "${name}_number_key" ON "${name}" ("organizationId", seq) WHERE seq IS NOT NULL`,
  },
  webhook_deliveries: { column: 'id', begin: (month) => idsSince('delivery', month), filled: 40 },
  request_logs: { column: 'startedAt', begin: (month) => month.toISOString() },
} as const satisfies Record<string, ByMonth>

export type PartitionedTable = keyof typeof tables
const names = Object.keys(tables) as PartitionedTable[]

/** Beside the month that is: so long may nobody be able to make partitions before rows go to the rest. */
const MONTHS_AHEAD = 2
/**
 * How long a statement waits for a lock. Whoever comes after it waits as well; and it is less than the time after which a
 * server looks for those who wait for each other, and undoes somebody else.
 */
const LOCK_MS = 500
/** More rows of a month than this stay in the rest, where they are deleted one by one. */
const MOVED_AT_MOST = 10_000

/** An arbitrary number, the same in every instance. */
const LOCK = 727_274_005

const monthAfter = (at: Date, months: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months))

/** The partition of what is in no other. */
const restOf = (table: PartitionedTable): string => `${table}_rest`

const nameOf = (table: PartitionedTable, month: Date): string => `${table}_${monthOf(month).replace('-', '_')}`

const MONTH = /_(\d{4,})_(\d\d)$/

/** When the month of a partition has ended; undefined for the rest. */
const endOf = (name: string): Date | undefined => {
  const [, year, month] = MONTH.exec(name) ?? []
  return year === undefined ? undefined : new Date(Date.UTC(Number(year), Number(month)))
}

const partitionsOf = async (session: SqlSession): Promise<{ of: PartitionedTable; name: string }[]> =>
  session.query(
    `SELECT parent.relname::text AS of, part.relname::text AS name FROM pg_inherits
     JOIN pg_class AS parent ON parent.oid = inhparent JOIN pg_class AS part ON part.oid = inhrelid
     WHERE parent.relkind = 'p' AND parent.relnamespace = 'public'::regnamespace ORDER BY 2`,
  )

/** One at a time, and nobody for long. False where another instance is at it. */
const isAlone = async (session: SqlSession): Promise<boolean> => {
  await session.script(`SET LOCAL lock_timeout TO ${LOCK_MS}`)
  const [row] = await session.query<{ held: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS held`)
  return row?.held === true
}

const exists = async (session: SqlSession, name: string): Promise<boolean> =>
  (await session.query(`SELECT 1 WHERE to_regclass('"${name}"') IS NOT NULL`)).length > 0

/** From where to where a month goes in the column. */
const rangeOf = (table: PartitionedTable, month: Date): [from: string, to: string] => {
  const { begin } = tables[table]
  return [begin(month), begin(monthAfter(month, 1))]
}

/** The table of a month, before it is a part of the whole one; and what makes it one. */
const made = (table: PartitionedTable, month: Date): { apart: string[]; attached: string } => {
  const { more, filled = 100 }: ByMonth = tables[table]
  const [name, [from, to]] = [nameOf(table, month), rangeOf(table, month)]
  return {
    apart: [
      `CREATE TABLE "${name}" (LIKE "${table}" INCLUDING ALL) WITH (fillfactor = ${filled})`,
      ...(more ? [more(name)] : []),
    ],
    attached: `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${from}') TO ('${to}')`,
  }
}

/**
 * Makes the partition of a month, and moves what the rest has of it. Readers and writers of the table go on but for a
 * moment. False where it cannot be made now.
 */
const makeMonth = async (session: SqlSession, table: PartitionedTable, month: Date): Promise<boolean> => {
  const [name, rest, [from, to]] = [nameOf(table, month), restOf(table), rangeOf(table, month)]
  const { apart, attached } = made(table, month)
  const within = `WHERE "${tables[table].column}" >= '${from}' AND "${tables[table].column}" < '${to}'`
  if (!(await isAlone(session)) || (await exists(session, name))) return false
  const some = `SELECT 1 FROM "${rest}" ${within} LIMIT ${MOVED_AT_MOST + 1}`
  const [row] = await session.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM (${some}) AS few`)
  if ((row?.rows ?? 0) > MOVED_AT_MOST) return false
  for (const statement of apart) await session.script(statement)
  await session.script(`LOCK TABLE "${rest}" IN ACCESS EXCLUSIVE MODE`)
  if (row?.rows !== 0) {
    await session.script(`INSERT INTO "${name}" SELECT * FROM "${rest}" ${within}`)
    await session.script(`DELETE FROM "${rest}" ${within}`)
  }
  await session.script(attached)
  return true
}

/** The partitions of this month and of those that come. */
export const monthsFrom = (now: Date): { table: PartitionedTable; month: Date; name: string }[] =>
  names.flatMap((table) =>
    Array.from({ length: 1 + MONTHS_AHEAD }, (_, ahead) => {
      const month = monthAfter(now, ahead)
      return { table, month, name: nameOf(table, month) }
    }),
  )

/** Makes them in a database that has just got its tables, where nobody else is and nothing moves. */
export const firstMonths = (now: Date): string[] =>
  monthsFrom(now).flatMap(({ table, month }) => {
    const { apart, attached } = made(table, month)
    return [...apart, attached]
  })

/** Makes them, where they are not there. Answers those that it made. */
export const makeMonths = async (within: InTransaction, now: Date): Promise<string[]> => {
  const there = new Set((await within(partitionsOf)).map(({ name }) => name))
  const made: string[] = []
  for (const { table, month, name } of monthsFrom(now))
    if (!there.has(name) && (await within((session) => makeMonth(session, table, month)))) made.push(name)
  return made
}

/**
 * Drops the partitions of months that ended before a time, and of which nothing is left that somebody may read: `looks` are
 * queries that find such rows in a partition. Answers those that it dropped.
 */
export const dropMonths = async (
  within: InTransaction,
  table: PartitionedTable,
  before: Date,
  looks: (name: string) => readonly string[] = () => [],
): Promise<string[]> => {
  const ended = (await within(partitionsOf)).filter(({ of, name }) => of === table && (endOf(name) ?? before) < before)
  const dropped: string[] = []
  const drop = async (session: SqlSession, name: string): Promise<boolean> => {
    if (!(await isAlone(session)) || !(await exists(session, name))) return false
    // Nobody writes rows of an ended month. So they are looked for without a lock that others would wait for: DROP takes
    // its own, of the whole table before the month, as everybody does.
    for (const look of looks(name)) if ((await session.query(`${look} LIMIT 1`)).length > 0) return false
    await session.script(`DROP TABLE "${name}"`)
    return true
  }
  for (const { name } of ended)
    try {
      if (await within((session) => drop(session, name))) dropped.push(name)
    } catch (error) {
      // Somebody holds it, such as who copies the database: in an hour it is tried again. Or the user may not drop it.
      if (!wasStopped(error) && !wasForbidden(error)) throw error
    }
  return dropped
}
