/** How one kind of record of the French directory is searched: conditions, order, offset, and a bounded count. */
import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../../kernel/database/like.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { Operator } from './words.ts'

interface Filter {
  op: Operator
  value: string
}

export interface Search {
  filters?: Readonly<Record<string, Filter | undefined>> | undefined
  sorting?: readonly { field: string; order: 'ascending' | 'descending' }[] | undefined
  fields?: readonly string[] | undefined
  include?: readonly string[] | undefined
  limit: number
  ignore: number
}

interface Kind {
  table: 'french_units' | 'french_facilities' | 'french_routing_codes' | 'french_lines'
  key: readonly string[]
  sortedBy: readonly string[]
}

/** So many are counted exactly. */
const MOST_COUNTED = 10_000

/** Columns whose values have one form only: they are compared as they are, by their own index. */
const exact = new Set(['siren', 'siret', 'entityType', 'administrativeStatus', 'facilityType', 'postalCode'])

const patterns: Readonly<Record<Operator, (text: string) => string>> = {
  contains: (text) => `%${text}%`,
  strict: (text) => text,
  startWith: (text) => `${text}%`,
}

const quoted = (name: string): Prisma.Sql => Prisma.raw(`"${name}"`)
const columnOf = (field: string): string => (field === 'addressLines' ? 'addressText' : field)

const conditionOf = (field: string, { op, value }: Filter): Prisma.Sql => {
  const column = quoted(columnOf(field))
  if (exact.has(field)) {
    if (op === 'strict') return Prisma.sql`${column} = ${value}`
    return Prisma.sql`${column} LIKE ${patterns[op](escapeLike(value))}`
  }
  return Prisma.sql`${column} ILIKE ${patterns[op](escapeLike(value))}`
}

const whereOf = ({ filters = {} }: Search): Prisma.Sql => {
  const conditions = Object.entries(filters).flatMap(([field, one]) => (one ? [conditionOf(field, one)] : []))
  return conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty
}

/** The identifier comes last, so that the order is always the same. */
const orderOf = ({ sorting = [] }: Search, { key, sortedBy }: Kind): Prisma.Sql => {
  const asked = sorting.filter(({ field }) => sortedBy.includes(field))
  const last = key.filter((column) => !asked.some(({ field }) => field === column))
  return Prisma.join([
    ...asked.map(({ field, order }) => Prisma.raw(`"${field}" ${order === 'descending' ? 'DESC' : 'ASC'}`)),
    ...last.map((column) => Prisma.raw(`"${column}" ASC`)),
  ])
}

export interface Found<Row> {
  rows: Row[]
  /** How many there are: -1 for more than are counted. */
  total: number
  asked: Search
}

/**
 * Of few, all are found before they are sorted: the order of an index would lead through everything to what is rare. Of
 * many, the order of the index soon leads to enough.
 */
export const searchIn = async <Row>(db: Db, kind: Kind, asked: Search): Promise<Found<Row>> => {
  const [table, where] = [quoted(kind.table), whereOf(asked)]
  const page = Prisma.sql`ORDER BY ${orderOf(asked, kind)} LIMIT ${asked.limit} OFFSET ${asked.ignore}`
  const found = await db.$queryRaw<(Row & { total: bigint; isRow: boolean | null })[]>(Prisma.sql`
    WITH found AS MATERIALIZED (SELECT * FROM ${table} ${where} LIMIT ${MOST_COUNTED + 1})
    SELECT page.*, counted.total
    FROM (SELECT count(*) AS total FROM found) AS counted
    LEFT JOIN (SELECT true AS "isRow", * FROM found ${page}) AS page ON true
    ORDER BY ${orderOf(asked, kind)}`)
  const total = Number(found[0]?.total ?? 0)
  if (total <= MOST_COUNTED) return { rows: found.filter(({ isRow }) => isRow), total, asked }
  const rows = await db.$queryRaw<Row[]>(Prisma.sql`SELECT * FROM ${table} ${where} ${page}`)
  return { rows, total: -1, asked }
}
