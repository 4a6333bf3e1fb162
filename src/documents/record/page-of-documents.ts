/** One page of documents: ids by SQL in the asked order, then the rows with what the caller selected. Two statements, or four where the planner is asked first. */
import { z } from 'zod'
import { type Db, PLANNED_ANEW } from '../../kernel/database/open.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type Page, type PageInput, readPage } from '../../operation/pagination.ts'
import type { Run } from '../../operation/operation.ts'
import type { DocumentRow } from './document.ts'
import { idsByAlikeNumbers } from './alike-numbers.ts'
import { idsByDay } from './day-by-day.ts'
import { type FilterTerm, and, ranked, visibleSql } from './filter.ts'

/** What documents can be ordered by. Each has an index that begins with the organization. */
export const orders = {
  createdAt: { sql: Prisma.sql`d.id`, cast: Prisma.sql`text`, keyOf: (row: DocumentRow) => row.id },
  issueDate: {
    sql: ranked.issueDate,
    cast: Prisma.sql`date`,
    keyOf: (row: DocumentRow) => row.issueDate?.toISOString().slice(0, 10) ?? '-infinity',
  },
  dueDate: {
    sql: ranked.dueDate,
    cast: Prisma.sql`date`,
    keyOf: (row: DocumentRow) => row.dueDate?.toISOString().slice(0, 10) ?? '-infinity',
  },
  grossAmount: {
    sql: ranked.grossAmount,
    cast: Prisma.sql`numeric`,
    keyOf: (row: DocumentRow) => row.grossAmount?.toFixed() ?? '-Infinity',
  },
  number: { sql: Prisma.sql`d.number`, cast: Prisma.sql`text`, keyOf: (row: DocumentRow) => row.number },
} as const

export type OrderField = keyof typeof orders
export interface Sort {
  field: OrderField
  order: 'asc' | 'desc'
}

export const NEWEST_FIRST: Sort = { field: 'createdAt', order: 'desc' }

export const sortInput = z
  .strictObject({
    field: z
      .enum(Object.keys(orders) as [OrderField, ...OrderField[]])
      .meta({ graphql: 'DocumentOrderField' })
      .describe('What to order by.'),
    order: z
      .enum(['asc', 'desc'])
      .meta({ graphql: 'SortDirection' })
      .default('desc')
      .describe('Which way (default desc).'),
  })
  .meta({ id: 'DocumentOrder', description: 'How documents are ordered.' })

export interface PageOptions {
  /** What must hold, beside that the caller may see it. */
  where: readonly FilterTerm[]
  filters: object
  sort: Sort
  page: PageInput
  /** Finds the first rows in another way: for several pages at once. */
  first?: {
    ids(order: 'asc' | 'desc', take: number): Promise<string[]>
    rows(ids: readonly string[]): Promise<DocumentRow[]>
    count(): Promise<number>
  }
}

/** Well within what one statement can bind. */
const MOST_VALUES = 10_000

type PageKey = [value: string, id: string]

/** Rows beyond a key, in one comparison that the index of the order answers. */
const beyond = ({ field }: Sort, sign: Prisma.Sql, key: string): Prisma.Sql => {
  const [value, id] = JSON.parse(key) as PageKey
  const { sql, cast } = orders[field]
  return field === 'createdAt'
    ? Prisma.sql`d.id ${sign} ${id}`
    : Prisma.sql`(${sql}, d.id) ${sign} (${value}::${cast}, ${id})`
}

export const orderSql = ({ field }: Sort, order: 'asc' | 'desc'): Prisma.Sql => {
  const direction = order === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  return field === 'createdAt'
    ? Prisma.sql`d.id ${direction}`
    : Prisma.sql`${orders[field].sql} ${direction}, d.id ${direction}`
}

/** The rows with what is selected of them, in the order of their ids. */
export const rowsInOrder = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
  select: object,
): Promise<DocumentRow[]> => {
  const rows = (await db.document.findMany({
    where: { organizationId, id: { in: [...ids] } },
    ...select,
  })) as DocumentRow[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const pageOfDocuments = (
  { db, actor, platform, select }: Pick<Run, 'db' | 'actor' | 'platform' | 'select'>,
  { where: terms, filters, sort, page, first }: PageOptions,
): Promise<Page<DocumentRow>> => {
  const { organizationId } = actor
  const { keyOf } = orders[sort.field]
  const where = and([visibleSql(actor), ...terms])
  if (where.values.length > MOST_VALUES)
    throw new AppError('INVALID_REQUEST', {
      message: `A filter has at most ${MOST_VALUES} values.`,
      details: [{ field: '', rule: 'INVALID_REQUEST', message: `At most ${MOST_VALUES} values in all.` }],
    })
  // What is rare with one value is common with another: with filters, each statement is planned with its own values.
  const planned = terms.length > 0 ? Prisma.raw(PLANNED_ANEW) : Prisma.empty
  const find = async (
    range: { lt?: string; gt?: string } | undefined,
    order: 'asc' | 'desc',
    take: number,
  ): Promise<DocumentRow[]> => {
    if (first && !range) return first.rows(await first.ids(order, take))
    const bounds = [
      ...(range?.lt ? [beyond(sort, Prisma.sql`<`, range.lt)] : []),
      ...(range?.gt ? [beyond(sort, Prisma.sql`>`, range.gt)] : []),
    ]
    const sought = { terms, bounds, order, take }
    const quicker =
      sort.field === 'createdAt'
        ? ((await idsByDay(db, platform.clock.now(), actor, sought)) ?? idsByAlikeNumbers(actor, sought))
        : undefined
    const found = await db.$queryRaw<{ id: string }[]>(
      quicker ??
        Prisma.sql`SELECT ${planned} d.id FROM documents d WHERE ${and([where, ...bounds])} ORDER BY ${orderSql(sort, order)} LIMIT ${take}`,
    )
    return rowsInOrder(
      db,
      organizationId,
      found.map(({ id }) => id),
      select,
    )
  }
  return readPage<DocumentRow>(platform.cursors, {
    name: 'documents',
    filters: { ...filters, sort },
    page,
    order: sort.order,
    find,
    keyOf: (row) => JSON.stringify([keyOf(row), row.id] satisfies PageKey),
    count:
      first?.count ??
      (async () =>
        Number(
          (await db.$queryRaw<{ count: bigint }[]>(Prisma.sql`SELECT count(*) FROM documents d WHERE ${where}`))[0]
            ?.count ?? 0,
        )),
  })
}
