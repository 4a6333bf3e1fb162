/**
 * One page of documents: ids by SQL in the order that is asked for, then the rows with what the caller selected. Two
 * statements, or four where the planner is asked first, or up to twelve where it is searched for; one for the newest of
 * all.
 */
import { z } from 'zod'
import { oneOf, sortDirection } from '../../kernel/input.ts'
import { type Db, PLANNED_ANEW } from '../../kernel/database/open.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type Page, type PageInput, readPage } from '../../operation/pagination.ts'
import type { Run } from '../../operation/operation.ts'
import { type DocumentRow, visibleDocuments } from './document.ts'
import { idsByDay } from './day-by-day.ts'
import type { Actor } from '../../auth/actor.ts'
import { type FilterTerm, type ListPart, and, forTenant, narrowedByDays, ranked, visibleSql } from './filter.ts'
import { idsBySpan } from './span-by-span.ts'
import { dayOf } from '../../values/dates.ts'
import { limits } from '../../values/limits.ts'

/** What documents can be ordered by. Each has an index that begins with the organization. */
export const orders = {
  createdAt: { sql: Prisma.sql`d.id`, cast: Prisma.sql`text`, keyOf: (row: DocumentRow) => row.id },
  issueDate: {
    sql: ranked.issueDate,
    cast: Prisma.sql`date`,
    keyOf: (row: DocumentRow) => (row.issueDate ? dayOf(row.issueDate) : '-infinity'),
  },
  dueDate: {
    sql: ranked.dueDate,
    cast: Prisma.sql`date`,
    keyOf: (row: DocumentRow) => (row.dueDate ? dayOf(row.dueDate) : '-infinity'),
  },
  grossAmount: {
    sql: ranked.grossAmount,
    cast: Prisma.sql`numeric`,
    keyOf: (row: DocumentRow) => row.grossAmount?.toFixed() ?? '-Infinity',
  },
  number: { sql: Prisma.sql`d.number`, cast: Prisma.sql`text`, keyOf: (row: DocumentRow) => row.number },
} as const

type OrderField = keyof typeof orders

const orderMeanings: Readonly<Record<OrderField, string>> = {
  createdAt: 'When the document was stored.',
  issueDate: 'Date of issue.',
  dueDate: 'Due date.',
  grossAmount: 'Total amount with VAT.',
  number: 'Number of the document.',
}

export interface Sort {
  field: OrderField
  order: 'asc' | 'desc'
}

export const NEWEST_FIRST: Sort = { field: 'createdAt', order: 'desc' }

export const sortInput = z
  .strictObject({
    field: oneOf('DocumentOrderField', orderMeanings).describe('Field to order by.'),
    order: sortDirection.default('desc').describe('Direction of the order (default `desc`).'),
  })
  .meta({ id: 'DocumentOrder', description: 'The order of documents.' })

interface PageOptions {
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

const MOST_VALUES = limits.filterValues
/** With more of them, it costs less to run one statement than to plan several. */
const MOST_PLANNED_VALUES = 1_000

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
  // A question for none of them is one that a distributed database does not take.
  if (ids.length === 0) return []
  const rows = (await db.document.findMany({
    where: { organizationId, id: { in: [...ids] } },
    ...select,
  })) as DocumentRow[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type ListContext = Pick<Run, 'db' | 'actor' | 'platform' | 'select'>

/** What must hold for every document of a list. */
export const allOf = (actor: Actor, terms: readonly FilterTerm[]): Prisma.Sql => {
  if (and([visibleSql(actor), ...terms]).values.length > MOST_VALUES)
    throw refusal('INVALID_REQUEST', '', `A filter has at most ${MOST_VALUES} values in total.`, {
      summary: `A filter has at most ${MOST_VALUES} values in total.`,
    })
  return and([visibleSql(actor), ...forTenant(actor.organizationId, narrowedByDays(terms))])
}

/** The identifiers of a part of a list, found the quickest way there is. */
const idsOf = async (
  { db, actor, platform }: ListContext,
  { where, sort, part }: { where: Prisma.Sql; sort: Sort; part: ListPart },
): Promise<string[]> => {
  const { terms, bounds, order, take } = part
  const isByTime = sort.field === 'createdAt' && and(terms).values.length <= MOST_PLANNED_VALUES
  const byDay = isByTime ? await idsByDay(db, platform.clock.now(), actor, part) : undefined
  const bySpan = isByTime && !byDay ? await idsBySpan(db, actor, part) : undefined
  if (bySpan) return bySpan
  // What is rare with one value is common with another: with filters, each statement is planned with its own values.
  const planned = terms.length > 0 ? Prisma.raw(PLANNED_ANEW) : Prisma.empty
  const found = await db.$queryRaw<{ id: string }[]>(
    byDay ??
      Prisma.sql`
        SELECT ${planned} d.id FROM documents d
        WHERE ${and([where, ...bounds])} ORDER BY ${orderSql(sort, order)} LIMIT ${take}`,
  )
  return found.map(({ id }) => id)
}

const idIn = (key: string | undefined): string | undefined => key && (JSON.parse(key) as PageKey)[1]

/** In the order of their key, without a condition, rows are found as cheaply as their identifiers. */
const newest = (
  { db, actor, select }: ListContext,
  range: { lt?: string; gt?: string } | undefined,
  order: 'asc' | 'desc',
  take: number,
): Promise<DocumentRow[]> =>
  db.document.findMany({
    where: { AND: [visibleDocuments(actor), { id: { lt: idIn(range?.lt), gt: idIn(range?.gt) } }] },
    orderBy: { id: order },
    take,
    ...select,
  }) as Promise<DocumentRow[]>

const countOf = async ({ db }: ListContext, where: Prisma.Sql): Promise<number> => {
  const [row] = await db.$queryRaw<{ count: bigint }[]>(Prisma.sql`SELECT count(*) FROM documents d WHERE ${where}`)
  return Number(row?.count ?? 0)
}

export const pageOfDocuments = (
  context: ListContext,
  { where: given, filters, sort, page, first }: PageOptions,
): Promise<Page<DocumentRow>> => {
  const { db, actor, platform, select } = context
  const { keyOf } = orders[sort.field]
  const terms = forTenant(actor.organizationId, given)
  const where = allOf(actor, given)
  return readPage<DocumentRow>(platform.cursors, {
    name: 'documents',
    filters: { ...filters, sort },
    page,
    order: sort.order,
    async find(range, order, take) {
      if (first && !range) return first.rows(await first.ids(order, take))
      if (terms.length === 0 && sort.field === 'createdAt') return newest(context, range, order, take)
      const bounds = [
        ...(range?.lt ? [beyond(sort, Prisma.sql`<`, range.lt)] : []),
        ...(range?.gt ? [beyond(sort, Prisma.sql`>`, range.gt)] : []),
      ]
      const ids = await idsOf(context, { where, sort, part: { terms, bounds, order, take } })
      return rowsInOrder(db, actor.organizationId, ids, select)
    },
    keyOf: (row) => JSON.stringify([keyOf(row), row.id] satisfies PageKey),
    count: first?.count ?? (() => countOf(context, where)),
  })
}
