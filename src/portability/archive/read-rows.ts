/** The rows of an organization as text, in an order that no deployment changes. */
import type { Client, Db } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type ArchivedTable, archivedTables } from './tables.ts'

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

/** Whose rows an archive has: of the whole organization, or of one of its companies. */
export interface Owner {
  organizationId: string
  companyId: string | null
}

const tableNamed = (table: string): ArchivedTable => {
  const found = archivedTables.find((one) => one.name === table)
  if (!found) throw new Error(`No archive has the table ${table}.`)
  return found
}

/** Undefined where no row of the table is of a single company. */
const ofCompany = ({ company }: ArchivedTable, owner: Owner): Prisma.Sql | undefined => {
  if (company === undefined) return undefined
  if (typeof company === 'string') return Prisma.sql`${name(company)} = ${owner.companyId}`
  const { by, of, as = 'id' } = company
  const there = ofCompany(tableNamed(of), owner)
  return (
    there &&
    Prisma.sql`${name(by)} IN (
      SELECT ${name(as)} FROM ${name(of)} WHERE "organizationId" = ${owner.organizationId} AND ${there})`
  )
}

/** The rows of a table that an owner has; undefined where it has none. */
const ownedIn = (table: ArchivedTable, owner: Owner): Prisma.Sql | undefined => {
  const column = name(table.name === 'organizations' ? 'id' : 'organizationId')
  const all = Prisma.sql`${column} = ${owner.organizationId}`
  if (owner.companyId === null) return all
  const some = ofCompany(table, owner)
  return some && Prisma.sql`${all} AND ${some}`
}

/** Whether an archive of this owner has the table. */
export const isArchived = ({ company }: ArchivedTable, { companyId }: Owner): boolean =>
  companyId === null || company !== undefined

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
  owner: Owner,
  table: ArchivedTable,
  after: readonly string[] | null,
): Promise<RowPiece> => {
  const { key, without = [] } = table
  const owned = ownedIn(table, owner)
  if (!owned) return { text: '', rows: 0, after: null }
  const columns = ordered(key)
  const keys = Prisma.join(key.map((one) => Prisma.sql`${name(one)}::text`))
  const found = await db.$queryRaw<{ row: string; key: string[] }[]>(Prisma.sql`
    SELECT (to_jsonb(one) - ${['organizationId', ...without]}::text[])::text AS row, ARRAY[${keys}] AS key
    FROM ${name(table.name)} AS one
    WHERE ${owned} ${behind(columns, after)}
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
export const readFileNames = async (
  db: Client,
  owner: Owner,
  [table, column]: readonly [string, string],
  after: string,
): Promise<NamedFile[]> => {
  const owned = ownedIn(tableNamed(table), owner)
  if (!owned) return []
  return db.$queryRaw<NamedFile[]>(Prisma.sql`
    SELECT id, ${name(column)} AS hash FROM ${name(table)}
    WHERE ${owned} AND id > ${after} AND ${name(column)} IS NOT NULL
    ORDER BY id LIMIT ${AT_ONCE}`)
}

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
