/**
 * Rows as data: pure functions gather the rows that follow from a change, and one statement writes them, whichever
 * tables they belong to. With Prisma, every `createMany` would be planned anew, and each table would need a round trip.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import { withBytesNamed } from './adapter.ts'
import { invariant } from '../invariant.ts'
import type { Db } from './open.ts'

/** The value of a JSON column. */
class JsonCell {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
  toJSON(): unknown {
    return this.value
  }
}
export type { JsonCell }
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

/** The tables that rows are written to in this way, and their models. */
interface TableModels {
  audit_entries: 'AuditEntry'
  bank_movements: 'BankMovement'
  bulk_outcomes: 'BulkOutcome'
  bulk_portions: 'BulkPortion'
  counted_usage: 'CountedUsage'
  compliance_reports: 'ComplianceReport'
  document_attachments: 'DocumentAttachment'
  documents: 'Document'
  e_reporting_entries: 'EReportingEntry'
  e_reporting_periods: 'EReportingPeriod'
  events: 'Event'
  flows: 'Flow'
  lifecycle_entries: 'LifecycleEntry'
  lifecycle_messages: 'LifecycleMessage'
  monthly_usage: 'MonthlyUsage'
  payments: 'Payment'
  request_logs: 'RequestLog'
  stored_files: 'StoredFile'
  stored_parts: 'StoredPart'
  work: 'Work'
}
type TableName = keyof TableModels
type ColumnTypes<T extends TableName> = Prisma.TypeMap['model'][TableModels[T]]['payload']['scalars']

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

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
const namesOf = (row: NewRow): string => quoted(filled(row).map(([name]) => name))
const into = (row: NewRow): string => `INSERT INTO "${row.table}" (${namesOf(row)})`
const cells = (row: NewRow): Prisma.Sql =>
  Prisma.join(
    filled(row).map(([, cell]) => (cell instanceof JsonCell ? Prisma.sql`${JSON.stringify(cell)}::jsonb` : cell)),
  )

/** Statements as parts of one, each with a name. None of them sees what the others write. */
const together = (statements: readonly Prisma.Sql[]): Prisma.Sql =>
  Prisma.join(statements.map((statement, index) => Prisma.sql`${Prisma.raw(`w${index}`)} AS (${statement})`))

/** Bytes up to this size may go as a text in JSON. */
const SMALL_BYTES = 64 * 1024

const isPlain = (row: NewRow): boolean =>
  filled(row).every(
    ([, cell]) => !(cell instanceof Prisma.Sql) && !(cell instanceof Uint8Array && cell.byteLength > SMALL_BYTES),
  )

const plain = ({ columns }: NewRow): object =>
  Object.fromEntries(
    Object.entries(columns).map(([name, cell]) => [
      name,
      cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : cell,
    ]),
  )

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

const requireOwner = ({ table, columns: { organizationId } }: NewRow): void =>
  invariant(typeof organizationId === 'string' && organizationId !== '', 'Every row has an owner.', { table })

/** Writes rows in one statement. */
export const writeRows = async (db: Db, rows: readonly NewRow[]): Promise<void> => {
  for (const row of rows) requireOwner(row)
  const groups = Map.groupBy(rows, into)
  const statements = [...groups.values()].map(insertAll)
  const [only] = statements
  if (only === undefined) return
  await withBytesNamed(
    statements.length === 1 ? only : Prisma.sql`WITH ${together(statements)} SELECT 1`,
    (statement) => db.$executeRaw(statement),
  )
}

/** A part that has no effect where nothing was written. */
const besideWritten = (row: NewRow | Prisma.Sql): Prisma.Sql =>
  'table' in row
    ? Prisma.sql`${Prisma.raw(into(row))} SELECT ${cells(row)} FROM written ${row.onConflict ?? Prisma.empty}`
    : row

/**
 * Writes a row together with rows and statements that belong to it, and answers these columns of the row. Where it is
 * there already nothing is written, and the answer is undefined. The statements find the row as `written`.
 */
export const writeUnlessThere = async <T>(
  db: Db,
  row: NewRow,
  beside: readonly (NewRow | Prisma.Sql)[],
  columns: readonly string[],
): Promise<T | undefined> => {
  const statement = Prisma.sql`
    WITH written AS (
      ${Prisma.raw(into(row))} SELECT ${cells(row)} ON CONFLICT DO NOTHING RETURNING ${Prisma.raw(quoted(columns))})
    ${beside.length > 0 ? Prisma.sql`, ${together(beside.map(besideWritten))}` : Prisma.empty}
    SELECT * FROM written`
  const [answer] = await withBytesNamed(statement, (named) => db.$queryRaw<T[]>(named))
  return answer
}
