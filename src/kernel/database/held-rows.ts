/**
 * Rows that a transaction holds. Nobody else changes them meanwhile, so what becomes of one is known before it is
 * written: the change goes in one statement with all that follows from it.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import { asStored } from '../stored-json.ts'
import type { Db } from './driver.ts'
import { gatheredIn } from './gathered.ts'
import { JsonCell, type ColumnsOf, type NewRow, writeRows } from './rows.ts'
import type { ColumnTypes, TableName } from './written-tables.ts'

interface Name {
  organizationId: string
  id: string
}

/** A row by its name; what `companyId` is not null for has to be of that company, or of all where `isShared`. */
interface Wanted extends Name {
  companyId: string | null
  isShared?: boolean
}

/**
 * The row, held until the transaction ends; undefined where it is not there: nobody makes a row of another company wait.
 * Who waits for another's change sees it. A reference to the row may still be made while it is held for less than its end.
 */
export const hold = async <T extends TableName>(
  db: Db,
  table: T,
  { organizationId, id, companyId, isShared = false }: Wanted,
  until: 'end' | 'change' = 'end',
): Promise<ColumnTypes<T> | undefined> => {
  const strength = Prisma.raw(until === 'end' ? 'FOR UPDATE' : 'FOR NO KEY UPDATE')
  const shared = isShared ? Prisma.sql`OR "companyId" IS NULL` : Prisma.empty
  const visible = companyId === null ? Prisma.empty : Prisma.sql`AND ("companyId" = ${companyId} ${shared})`
  const [row] = await db.$queryRaw<ColumnTypes<T>[]>`
    SELECT * FROM ${Prisma.raw(table)}
    WHERE "organizationId" = ${organizationId} AND id = ${id} ${visible} ${strength}`
  return row
}

/**
 * Statements about rows that are held, which see nothing of each other: with the next statement that writes. Where that
 * violates something, the transaction runs once more, and fails here.
 */
export const writeLater = async (db: Db, statements: readonly Prisma.Sql[]): Promise<void> => {
  if (statements.length > 0 && !gatheredIn<NewRow>(db)?.change(statements)) await writeRows(db, [], statements)
}

/** What a held row is to have; SQL would not be known before it is written. */
type Changes<T extends TableName> = { readonly [C in keyof ColumnsOf<T>]: Exclude<ColumnsOf<T>[C], Prisma.Sql> }

/** Changes a row that is held, together with `beside`. Answers it as it is then. */
export const changeHeld = async <T extends TableName, Row extends Name>(
  db: Db,
  table: T,
  row: Row,
  changes: Changes<T>,
  beside: readonly Prisma.Sql[] = [],
): Promise<Row> => {
  const cells = Object.entries(changes).filter(([, cell]) => cell !== undefined)
  const set = cells.map(([name, cell]) => {
    const value = cell instanceof JsonCell ? Prisma.sql`${JSON.stringify(cell)}::jsonb` : Prisma.sql`${cell}`
    return Prisma.sql`${Prisma.raw(`"${name}"`)} = ${value}`
  })
  const { organizationId, id } = row
  const name = Prisma.sql`"organizationId" = ${organizationId} AND id = ${id}`
  const update = set.length === 0 ? [] : [Prisma.sql`UPDATE ${Prisma.raw(table)} SET ${Prisma.join(set)} WHERE ${name}`]
  await writeLater(db, [...update, ...beside])
  const after = cells.map(([name, cell]) => [name, cell instanceof JsonCell ? asStored(cell) : cell])
  return { ...row, ...Object.fromEntries(after) } as Row
}
