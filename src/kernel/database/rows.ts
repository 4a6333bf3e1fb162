/**
 * Rows as data: pure functions gather the rows that follow from a change, and one statement writes them, whichever
 * tables they belong to. With Prisma, every `createMany` would be planned anew, and each table would need a round trip.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import { invariant } from '../invariant.ts'
import type { Db } from './driver.ts'
import { type Gathered, gatheredIn } from './gathered.ts'
import type { ColumnTypes, TableName } from './written-tables.ts'

/** The value of a JSON column. */
export class JsonCell {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
  toJSON(): unknown {
    return this.value
  }
}
export const json = (value: unknown): JsonCell => new JsonCell(value)

/** The value of a column. SQL is for a value that only the database knows; undefined leaves the column's default. */
type ColumnValue =
  | string
  | number
  | boolean
  | Date
  | Uint8Array
  | Prisma.Decimal
  | readonly string[]
  | JsonCell
  | Prisma.Sql
  | null
  | undefined

/** What is written into a column of this type. */
type CellFor<Value> = [Prisma.JsonValue] extends [Value]
  ? JsonCell | null
  : Value extends string[]
    ? readonly string[]
    : Value extends Uint8Array
      ? Uint8Array
      : Value extends Prisma.Decimal
        ? Value | string
        : Value extends bigint
          ? number
          : Value

/** The columns of a row. One that the table does not have, or a value that it does not take, does not compile. */
export type ColumnsOf<T extends TableName> = {
  readonly [C in keyof ColumnTypes<T>]?: CellFor<ColumnTypes<T>[C]> | Prisma.Sql | undefined
}

interface RowOf<T extends TableName> {
  table: T
  columns: ColumnsOf<T>
  /** What to do with a row that is there already; without it, that is an error. */
  onConflict?: Prisma.Sql
}
export type NewRow = { [T in TableName]: RowOf<T> }[TableName]

const filled = ({ columns }: NewRow): [string, Exclude<ColumnValue, undefined>][] =>
  Object.entries(columns as Readonly<Record<string, ColumnValue>>).filter(
    (entry): entry is [string, Exclude<ColumnValue, undefined>] => entry[1] !== undefined,
  )

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
export const namesOf = (row: NewRow): string => quoted(filled(row).map(([name]) => name))
export const into = (row: NewRow): string => `INSERT INTO "${row.table}" (${namesOf(row)})`
const cells = (row: NewRow): Prisma.Sql =>
  Prisma.join(
    filled(row).map(([, cell]) => (cell instanceof JsonCell ? Prisma.sql`${JSON.stringify(cell)}::jsonb` : cell)),
  )

/**
 * Statements as parts of one, each with a name. None of them sees what the others write. PostgreSQL runs them from the
 * last to the first: what others may wait for stands first, and is held for the shortest time. A distributed database runs
 * them from the first to the last, and looks after each of them whether what it refers to is there.
 */
export const together = (statements: readonly Prisma.Sql[]): Prisma.Sql =>
  Prisma.join(statements.map((statement, index) => Prisma.sql`${Prisma.raw(`w${index}`)} AS (${statement})`))

/** Bytes up to this size may go as a text in JSON. */
const SMALL_BYTES = 64 * 1024

const isPlain = (row: NewRow): boolean =>
  filled(row).every(
    ([, cell]) => !(cell instanceof Prisma.Sql) && !(cell instanceof Uint8Array && cell.byteLength > SMALL_BYTES),
  )

const isBytes = (cell: unknown): cell is Uint8Array => cell instanceof Uint8Array

export const plain = ({ columns }: NewRow): object =>
  Object.values(columns).some(isBytes)
    ? Object.fromEntries(
        Object.entries(columns).map(([name, cell]) => [
          name,
          isBytes(cell) ? `\\x${Buffer.from(cell).toString('hex')}` : cell,
        ]),
      )
    : columns

/** Several rows go as one JSON value: the text is the same however many there are, and is planned once. */
const insertAll = (rows: readonly NewRow[]): Prisma.Sql => {
  const [row] = rows as [NewRow]
  const onConflict = row.onConflict ?? Prisma.empty
  if (rows.length === 1 || !rows.every(isPlain)) {
    const values = Prisma.join(rows.map((one) => Prisma.sql`(${cells(one)})`))
    return Prisma.sql`${Prisma.raw(into(row))} VALUES ${values} ${onConflict}`
  }
  const select = Prisma.raw(`${into(row)} SELECT ${namesOf(row)} FROM json_populate_recordset(NULL::"${row.table}", `)
  return Prisma.sql`${select}${JSON.stringify(rows.map(plain))}::json) ${onConflict}`
}

export const requireOwner = ({ table, columns: { organizationId } }: NewRow): void =>
  invariant(typeof organizationId === 'string' && organizationId !== '', 'Every row has an owner.', { table })

const statementOf = (rows: readonly NewRow[], further: readonly Prisma.Sql[]): Prisma.Sql | undefined => {
  const groups = Map.groupBy(rows, into)
  const statements = [...[...groups.values()].map(insertAll), ...further]
  const [only] = statements
  return statements.length > 1 ? Prisma.sql`WITH ${together(statements)} SELECT 1` : only
}

const write = async (
  db: Pick<Db, '$executeRaw'>,
  rows: readonly NewRow[],
  further: readonly Prisma.Sql[] = [],
): Promise<void> => {
  const statement = statementOf(rows, further)
  if (statement) await db.$executeRaw(statement)
}

/** None of them reads, or depends on what is there: it does not matter how much later they are written. */
const mayWait = (row: NewRow): boolean => row.onConflict === undefined && isPlain(row)

/**
 * Writes rows in one statement: in a transaction together with others, before it reads anything or ends. Statements that
 * belong to them, and see nothing of them, go with them at once.
 */
export const writeRows = async (
  db: Db,
  rows: readonly NewRow[],
  statements: readonly Prisma.Sql[] = [],
): Promise<void> => {
  for (const row of rows) requireOwner(row)
  if (statements.length === 0 && rows.every(mayWait) && gatheredIn<NewRow>(db)?.add(rows)) return
  await write(db, rows, statements)
}

/**
 * Takes it that the row is not there, and writes it with all others. False where that may not be guessed: then whoever
 * asks finds out.
 */
export const writeAsNew = (db: Db, row: NewRow): boolean => {
  requireOwner(row)
  return gatheredIn<NewRow>(db)?.guess(row) ?? false
}

export const writeGathered = (db: Pick<Db, '$executeRaw'>, gathered: Gathered<NewRow>): Promise<void> => {
  const { rows, changes } = gathered.take()
  return write(db, rows, changes)
}

/** Writes a row: once, or for each row of `source`. As a part of a statement. */
export const rowFrom = (row: NewRow, source?: Prisma.Sql): Prisma.Sql => {
  const from = source ? Prisma.sql`FROM ${source}` : Prisma.empty
  return Prisma.sql`${Prisma.raw(into(row))} SELECT ${cells(row)} ${from} ${row.onConflict ?? Prisma.empty}`
}

const WRITTEN = Prisma.sql`written`

/** A part that has no effect where nothing was written. */
const besideWritten = (row: NewRow | Prisma.Sql): Prisma.Sql => ('table' in row ? rowFrom(row, WRITTEN) : row)

/** Rows of one table, in their order, as many times as there are rows in `source`: as a part of a statement. */
export const rowsFrom = (rows: readonly [NewRow, ...NewRow[]], source: Prisma.Sql): Prisma.Sql => {
  const [row] = rows
  const names = filled(row).map(([name]) => `given."${name}"`)
  const select = Prisma.raw(
    `${into(row)} SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::"${row.table}", `,
  )
  return Prisma.sql`${select}${JSON.stringify(rows.map(plain))}::json) AS given, ${source}`
}

/**
 * Runs named statements, one of them called `written`, together with rows and statements that belong to it and find its
 * row. Answers that row.
 */
export const writeWith = async <T>(
  db: Db,
  named: Prisma.Sql,
  beside: readonly (NewRow | Prisma.Sql)[],
): Promise<T | undefined> => {
  const parts = beside.length > 0 ? Prisma.sql`, ${together(beside.map(besideWritten))}` : Prisma.empty
  const [answer] = await db.$queryRaw<T[]>`WITH ${named} ${parts} SELECT * FROM written`
  return answer
}

/**
 * Writes a row together with rows and statements that belong to it, and answers these columns of the row. Where it is
 * there already nothing is written, and the answer is undefined.
 */
export const writeUnlessThere = <T>(
  db: Db,
  row: NewRow,
  beside: readonly (NewRow | Prisma.Sql)[],
  columns: readonly string[],
): Promise<T | undefined> => {
  const returned = Prisma.raw(quoted(columns))
  const insert = rowFrom({ ...row, onConflict: Prisma.sql`ON CONFLICT DO NOTHING RETURNING ${returned}` })
  return writeWith(db, Prisma.sql`written AS (${insert})`, beside)
}

/** Writes a row; false where it is there already. */
export const writeNew = async (db: Db, row: NewRow): Promise<boolean> =>
  writeAsNew(db, row) || (await writeUnlessThere(db, row, [], ['organizationId'])) !== undefined
