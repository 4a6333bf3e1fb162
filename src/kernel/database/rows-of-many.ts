/** Many rows in one statement, each with what belongs to it: each is written, or there already, by itself. */
import { Prisma } from '../../generated/prisma/client.ts'
import { invariant } from '../invariant.ts'
import type { Db } from './driver.ts'
import { type NewRow, into, namesOf, plain, quoted, requireOwner, together } from './rows.ts'

/** A row with an id, and rows that are written with it or not at all. */
export interface RowOfMany {
  row: NewRow & { columns: { id: string } }
  beside: readonly NewRow[]
}

interface Further {
  /** SQL for columns that only the database knows, of the row that is `given`. */
  columns: Readonly<Record<string, Prisma.Sql>>
  /** Statements that belong to all that were `written`. */
  statements: readonly Prisma.Sql[]
}

const raw = Prisma.raw
const asJson = (rows: readonly NewRow[]): string => JSON.stringify(rows.map(plain))
const given = (row: NewRow): string => namesOf(row).replaceAll(/"\w+"/g, 'given.$&')

const insertAll = (rows: readonly NewRow[], { columns }: Pick<Further, 'columns'>): Prisma.Sql => {
  const [row, ...others] = rows as [NewRow, ...NewRow[]]
  const target = into(row)
  invariant(
    others.every((one) => into(one) === target),
    'Rows that are written together have the same columns.',
    { table: row.table },
  )
  const names = Object.keys(columns).map((name) => `, "${name}"`)
  const values = Object.values(columns).map((value) => Prisma.sql`, ${value}`)
  return Prisma.sql`
    INSERT INTO ${raw(`"${row.table}" (${namesOf(row)}${names.join('')})`)}
    SELECT ${raw(given(row))} ${values.length > 0 ? Prisma.join(values, ' ') : Prisma.empty}
    FROM json_populate_recordset(NULL::${raw(`"${row.table}"`)}, ${asJson(rows)}::json) AS given
    ON CONFLICT DO NOTHING`
}

/** Rows of one table, where the row that each belongs to was written. */
const insertBeside = (owned: readonly (readonly [owner: string, row: NewRow])[]): Prisma.Sql => {
  const rows = owned.map(([, row]) => row)
  const [row] = rows as [NewRow]
  const owners = owned.map(([owner]) => owner)
  return Prisma.sql`
    ${raw(into(row))} SELECT ${raw(given(row))}
    FROM ROWS FROM (
      json_populate_recordset(NULL::${raw(`"${row.table}"`)}, ${asJson(rows)}::json), unnest(${owners}::text[])
    ) AS given JOIN written ON written.id = given.unnest`
}

/** Answers these columns of each row, in their order; undefined for one that was there already. */
export const writeEachUnlessThere = async <T extends { id: string }>(
  db: Db,
  many: readonly RowOfMany[],
  { columns, statements }: Further,
  returned: readonly string[],
): Promise<(T | undefined)[]> => {
  const all = many.flatMap(({ row, beside }) => beside.map((one) => [row.columns.id, one] as const))
  for (const row of [...many.map((one) => one.row), ...all.map(([, one]) => one)]) requireOwner(row)
  invariant(
    all.every(([, { onConflict }]) => onConflict === undefined),
    'A row beside others is new.',
  )
  const insert = insertAll(
    many.map(({ row }) => row),
    { columns },
  )
  // In one order, so that there are few texts to plan, and locks are taken in one order.
  const groups = [...Map.groupBy(all, ([, row]) => into(row))].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts = [...statements, ...groups.map(([, owned]) => insertBeside(owned))]
  const beside = parts.length > 0 ? Prisma.sql`, ${together(parts)}` : Prisma.empty
  const rows = await db.$queryRaw<T[]>`
    WITH written AS (${insert} RETURNING ${raw(quoted(returned))}) ${beside} SELECT * FROM written`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return many.map(({ row }) => byId.get(row.columns.id))
}
