/** Rows of an archive into their tables, as they were: every column of theirs, whatever the product knows of them. */
import type { Db } from '../../kernel/database/open.ts'
import { fileReferences } from '../../documents/record/sweep-files.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { ArchivedTable } from './tables.ts'

const names = (columns: readonly string[]): Prisma.Sql => Prisma.raw(columns.map((one) => `"${one}"`).join(', '))

interface StoredRows {
  table: ArchivedTable
  /** Columns of the table: compared with those that it has, because they become a part of the statement. */
  columns: readonly string[]
  /** A JSON array of objects. */
  rows: string
}

/** What a stored row names of stored bytes. */
const filesOf = ({ name }: ArchivedTable): string =>
  fileReferences
    .filter(([table]) => table === name)
    .map(([, column]) => `"${column}"`)
    .join()

/** Answers the hashes of the bytes that each row names. */
export const storeRows = async (
  db: Db,
  organizationId: string,
  { table, columns, rows }: StoredRows,
): Promise<(string | null)[][]> => {
  const isOwner = table.name === 'organizations'
  const into = Prisma.raw(`INSERT INTO "${table.name}"`)
  const from = Prisma.sql`FROM jsonb_populate_recordset(${Prisma.raw(`NULL::"${table.name}"`)}, ${rows}::jsonb)`
  const returning = Prisma.raw(`RETURNING ARRAY[${filesOf(table)}]::text[] AS files`)
  // The row of the organization itself says its id; all others belong to it.
  const stored = await db.$queryRaw<{ files: (string | null)[] }[]>(
    isOwner
      ? Prisma.sql`${into} (${names(columns)}) SELECT ${names(columns)} ${from} WHERE id = ${organizationId} ${returning}`
      : Prisma.sql`${into} (${names(columns)}, "organizationId") SELECT ${names(columns)}, ${organizationId} ${from}
          ${returning}`,
  )
  return stored.map(({ files }) => files)
}
