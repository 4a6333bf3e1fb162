/**
 * Rows as data: what follows from a change is gathered by pure functions and written in one statement, whichever tables it
 * goes to. Prisma would plan every `createMany` anew, and needs a round trip for each table.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import { withBytesNamed } from './adapter.ts'
import type { Db } from './open.ts'

/** What goes into a JSON column. */
class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
  toJSON(): unknown {
    return this.value
  }
}
export type { Json }
export const json = (value: unknown): Json => new Json(value)

/** SQL is for what only the database knows. Undefined leaves the column's default. */
type Cell =
  | string
  | number
  | boolean
  | Date
  | Uint8Array
  | Prisma.Decimal
  | readonly string[]
  | Json
  | Prisma.Sql
  | null
  | undefined

/** The tables that rows are written to so, and their models. */
interface Tables {
  compliance_reports: 'ComplianceReport'
  document_attachments: 'DocumentAttachment'
  documents: 'Document'
  events: 'Event'
  lifecycle_entries: 'LifecycleEntry'
  lifecycle_messages: 'LifecycleMessage'
  monthly_usage: 'MonthlyUsage'
  payments: 'Payment'
  request_logs: 'RequestLog'
  stored_files: 'StoredFile'
  stored_parts: 'StoredPart'
  work: 'Work'
}
type Table = keyof Tables
type Stored<T extends Table> = Prisma.TypeMap['model'][Tables[T]]['payload']['scalars']

/** What is written into a column that holds this. */
type CellFor<Value> = [Prisma.JsonValue] extends [Value]
  ? Json | null
  : Value extends string[]
    ? readonly string[]
    : Value extends Uint8Array
      ? Uint8Array
      : Value extends Prisma.Decimal
        ? Value | string
        : Value extends bigint
          ? number
          : Value

/** A column that the table does not have, or a value that it does not take, does not compile. */
export type ColumnsOf<T extends Table> = {
  readonly [C in keyof Stored<T>]?: CellFor<Stored<T>[C]> | Prisma.Sql | undefined
}

interface RowOf<T extends Table> {
  table: T
  columns: ColumnsOf<T>
  /** What becomes of a row that is there already; without, it is a fault. */
  onConflict?: Prisma.Sql
}
export type NewRow = { [T in Table]: RowOf<T> }[Table]

const filled = ({ columns }: NewRow): [string, Exclude<Cell, undefined>][] =>
  Object.entries(columns as Readonly<Record<string, Cell>>).filter(
    (entry): entry is [string, Exclude<Cell, undefined>] => entry[1] !== undefined,
  )

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
const namesOf = (row: NewRow): string => quoted(filled(row).map(([name]) => name))
const into = (row: NewRow): string => `INSERT INTO "${row.table}" (${namesOf(row)})`
const cells = (row: NewRow): Prisma.Sql =>
  Prisma.join(filled(row).map(([, cell]) => (cell instanceof Json ? Prisma.sql`${JSON.stringify(cell)}::jsonb` : cell)))

/** Statements that happen together, each with a name; what they see is what was there before. */
const together = (statements: readonly Prisma.Sql[]): Prisma.Sql =>
  Prisma.join(statements.map((statement, index) => Prisma.sql`${Prisma.raw(`w${index}`)} AS (${statement})`))

const isPlain = (row: NewRow): boolean =>
  filled(row).every(([, cell]) => !(cell instanceof Uint8Array) && !(cell instanceof Prisma.Sql))

/** Several rows go as one value, so that the text is the same however many there are, and is planned once. */
const insertAll = (rows: readonly NewRow[]): Prisma.Sql => {
  const [row] = rows as [NewRow]
  const onConflict = row.onConflict ?? Prisma.empty
  if (rows.length === 1 || !rows.every(isPlain))
    return Prisma.sql`${Prisma.raw(into(row))} VALUES ${Prisma.join(rows.map((one) => Prisma.sql`(${cells(one)})`))} ${onConflict}`
  return Prisma.sql`${Prisma.raw(`${into(row)} SELECT ${namesOf(row)} FROM json_populate_recordset(NULL::"${row.table}", `)}${JSON.stringify(rows.map((one) => one.columns))}::json) ${onConflict}`
}

/** Writes rows in one statement. */
export const writeRows = async (db: Db, rows: readonly NewRow[]): Promise<void> => {
  const groups = Map.groupBy(rows, into)
  const statements = [...groups.values()].map(insertAll)
  const [only] = statements
  if (only === undefined) return
  await withBytesNamed(
    statements.length === 1 ? only : Prisma.sql`WITH ${together(statements)} SELECT 1`,
    (statement) => db.$executeRaw(statement),
  )
}

/** Nothing of it happens where nothing was written. */
const besideWritten = (row: NewRow | Prisma.Sql): Prisma.Sql =>
  'table' in row
    ? Prisma.sql`${Prisma.raw(into(row))} SELECT ${cells(row)} FROM written ${row.onConflict ?? Prisma.empty}`
    : row

/**
 * Writes a row with what belongs to it, and answers these columns of it; undefined, and nothing is written, where it is there
 * already. Statements among what belongs to it find the row as `written`.
 */
export const writeUnlessThere = async <T>(
  db: Db,
  row: NewRow,
  beside: readonly (NewRow | Prisma.Sql)[],
  columns: readonly string[],
): Promise<T | undefined> => {
  const statement = Prisma.sql`
    WITH written AS (${Prisma.raw(into(row))} SELECT ${cells(row)} ON CONFLICT DO NOTHING RETURNING ${Prisma.raw(quoted(columns))})
    ${beside.length > 0 ? Prisma.sql`, ${together(beside.map(besideWritten))}` : Prisma.empty}
    SELECT * FROM written`
  const [answer] = await withBytesNamed(statement, (named) => db.$queryRaw<T[]>(named))
  return answer
}
