/** The rows of an organization as text, in an order that no deployment changes. */
import type { Client, Db } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { ArchivedTable } from './tables.ts'

/** Rows of one piece: the same pieces, whoever writes them, and in however many turns. */
const PIECE_ROWS = 250

const name = (text: string): Prisma.Sql => Prisma.raw(`"${text}"`)

/** Identifiers sort alike everywhere; other texts only byte by byte. */
const ordered = ([first = '', ...others]: readonly string[]): Prisma.Sql[] =>
  first === 'id' || others.length > 0
    ? [name(first), ...others.map((one) => Prisma.sql`${name(one)}::text COLLATE "C"`)]
    : [Prisma.sql`${name(first)}::text COLLATE "C"`]

/** What is behind the last row that was read. The first condition is the one that an index serves. */
const behind = (columns: readonly Prisma.Sql[], after: readonly string[] | null): Prisma.Sql => {
  const [first] = columns
  if (!after || !first) return Prisma.empty
  return Prisma.sql`AND ${first} >= ${after[0]} AND (${Prisma.join([...columns])}) > (${Prisma.join([...after])})`
}

interface RowPiece {
  /** A JSON object in each line. */
  text: string
  rows: number
  /** The key of the last row; null where there are no more. */
  after: readonly string[] | null
}

/** The next rows of a table. */
export const readPiece = async (
  db: Client,
  organizationId: string,
  { name: table, key, without = [] }: ArchivedTable,
  after: readonly string[] | null,
): Promise<RowPiece> => {
  const columns = ordered(key)
  const owner = name(table === 'organizations' ? 'id' : 'organizationId')
  const keys = Prisma.join(key.map((one) => Prisma.sql`${name(one)}::text`))
  const found = await db.$queryRaw<{ row: string; key: string[] }[]>(Prisma.sql`
    SELECT (to_jsonb(one) - ${['organizationId', ...without]}::text[])::text AS row, ARRAY[${keys}] AS key
    FROM ${name(table)} AS one
    WHERE ${owner} = ${organizationId} ${behind(columns, after)}
    ORDER BY ${Prisma.join(columns)} LIMIT ${PIECE_ROWS}`)
  return {
    text: found.map(({ row }) => `${row}\n`).join(''),
    rows: found.length,
    after: found.length < PIECE_ROWS ? null : (found.at(-1)?.key ?? null),
  }
}

interface NamedFile {
  id: string
  hash: string
}

const AT_ONCE = 20

/** Files that rows of a table name in a column, in the order of the rows. */
export const readFileNames = (
  db: Client,
  organizationId: string,
  [table, column]: readonly [string, string],
  after: string,
): Promise<NamedFile[]> =>
  db.$queryRaw<NamedFile[]>(Prisma.sql`
    SELECT id, ${name(column)} AS hash FROM ${name(table)}
    WHERE "organizationId" = ${organizationId} AND id > ${after} AND ${name(column)} IS NOT NULL
    ORDER BY id LIMIT ${AT_ONCE}`)

/** The columns of a table that an archive has. */
export const columnsOf = async (db: Db, { name: table, without = [] }: ArchivedTable): Promise<string[]> => {
  const found = await db.$queryRaw<{ column: string }[]>`
    SELECT column_name::text AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table}`
  const left = new Set(['organizationId', ...without])
  return found
    .map(({ column }) => column)
    .filter((column) => !left.has(column))
    .toSorted()
}
