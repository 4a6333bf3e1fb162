/**
 * What documents can be filtered by: one table of fields, for search, list and GraphQL alike, turned into SQL with
 * bound values only.
 */
import { z } from 'zod'
import type { Actor } from '../../auth/actor.ts'
import { escapeLike } from '../../kernel/database/like.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { date, decimal, instant } from '../../kernel/input.ts'
import { documentTypes } from '../../values/document-types.ts'
import { limits } from '../../values/limits.ts'
import { dayOf, startOfDay } from '../../values/dates.ts'
import { lifecycleStates } from '../../lifecycle/tables/states.ts'

export const ops = ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith', 'exists'] as const
export type FilterOp = (typeof ops)[number]

/**
 * `ranked`: the column as an index orders it, with a place for null. `day`: its day, as an index orders it. `open`: the
 * column of `open_documents`. `as`: the database type of the values, unless they are texts, numbers or dates.
 */
export interface FilterField {
  sql: Prisma.Sql
  ranked?: Prisma.Sql
  day?: Prisma.Sql
  open?: Prisma.Sql
  as?: Prisma.Sql
  value: z.ZodType
  ops: readonly FilterOp[]
}

/**
 * What must hold. A term that bounds a day, leaves open documents alone, or searches for words or parts of them, is
 * marked: such documents are found quicker than in the order of a list.
 */
export type FilterTerm = Prisma.Sql & {
  bound?: DayBound
  /** The same of those that were issued, or are due, on such days. */
  among?: (days: readonly Prisma.Sql[]) => Prisma.Sql
  searched?: Searched
  /** What the number begins with. */
  begins?: string
}
/** For words or parts of names, or for parts of numbers. */
type Searched = 'words' | 'numbers'
interface DayBound {
  day: Prisma.Sql
  side: 'from' | 'to'
  at: Date
  /** The same of `open_documents`. */
  open?: Prisma.Sql
}

/** A part of a list that is ordered by time: what must hold, from where on, which way and how many. */
export interface ListPart {
  terms: readonly FilterTerm[]
  bounds: readonly Prisma.Sql[]
  order: 'asc' | 'desc'
  take: number
}

const TEXT: readonly FilterOp[] = ['eq', 'ne', 'in', 'contains', 'startsWith', 'exists']
const ORDERED: readonly FilterOp[] = ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'exists']
const CHOICE: readonly FilterOp[] = ['eq', 'ne', 'in', 'exists']

const column = (name: string): Prisma.Sql => Prisma.raw(`d."${name}"`)
export const text = z
  .string('Expected a text')
  .min(1, 'Expected a text')
  .max(limits.columnCharacters, `At most ${limits.columnCharacters} characters`)
const open = (name: string): Prisma.Sql => Prisma.raw(`o."${name}"`)
const choice = (name: string, values: readonly string[], type = 'text'): FilterField => ({
  sql: column(name),
  as: Prisma.raw(`"${type}"`),
  value: z.enum(values as [string, ...string[]]),
  ops: CHOICE,
})
const dayField = (name: 'issueDate' | 'dueDate'): FilterField => ({
  sql: column(name),
  ranked: ranked[name],
  day: ranked[name],
  open: open(name),
  value: day,
  ops: ORDERED,
})
const day = date.transform(startOfDay)
const moment = z.union([instant.transform((value) => new Date(value)), day])

export const statuses = ['draft', 'sent', 'delivered', 'rejected'] as const
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'rejected'] as const

/** Columns that may be null as the indexes of their orders have them: these very expressions. */
export const ranked = {
  issueDate: Prisma.sql`COALESCE(d."issueDate", '-infinity'::date)`,
  dueDate: Prisma.sql`COALESCE(d."dueDate", '-infinity'::date)`,
  grossAmount: Prisma.sql`COALESCE(d."grossAmount", '-Infinity'::numeric)`,
}
const createdOn = Prisma.sql`(d."createdAt" AT TIME ZONE 'UTC')::date`

/** Every field that can be filtered by. */
export const fields = {
  type: choice('type', documentTypes),
  direction: choice('direction', ['incoming', 'outgoing'], 'Direction'),
  status: { ...choice('status', statuses, 'DocumentStatus'), open: open('status') },
  deliveryStatus: { ...choice('deliveryStatus', deliveryStatuses, 'DeliveryStatus'), open: open('deliveryStatus') },
  lifecycleStatus: choice('lifecycleStatus', lifecycleStates, 'LifecycleStatus'),
  number: { sql: column('number'), value: text, ops: TEXT },
  externalId: { sql: column('externalId'), value: text, ops: TEXT },
  senderPeppolId: { sql: column('senderPeppolId'), value: text, ops: TEXT },
  receiverPeppolId: { sql: column('receiverPeppolId'), value: text, ops: TEXT },
  senderName: { sql: column('senderName'), value: text, ops: TEXT },
  receiverName: { sql: column('receiverName'), value: text, ops: TEXT },
  orderReference: { sql: column('orderReference'), value: text, ops: TEXT },
  currency: { sql: column('currency'), value: text, ops: CHOICE },
  issueDate: dayField('issueDate'),
  dueDate: dayField('dueDate'),
  createdAt: { sql: column('createdAt'), day: createdOn, value: moment, ops: ORDERED },
  grossAmount: { sql: column('grossAmount'), ranked: ranked.grossAmount, value: decimal, ops: ORDERED },
  netAmount: { sql: column('netAmount'), value: decimal, ops: ORDERED },
  partnerId: { sql: column('partnerId'), value: text, ops: CHOICE },
  companyId: { sql: column('companyId'), value: text, ops: CHOICE },
  archived: { sql: column('archived'), value: z.boolean('Expected true or false'), ops: ['eq', 'ne'] },
  read: { sql: column('read'), value: z.boolean('Expected true or false'), ops: ['eq', 'ne'] },
} as const satisfies Record<string, FilterField>

export type FieldName = keyof typeof fields

/** Fields whose parts have an index. */
const inParts: ReadonlyMap<FilterField, Searched> = new Map([
  [fields.number, 'numbers'],
  [fields.senderName, 'words'],
  [fields.receiverName, 'words'],
])

/** What `tag` and `q` can be asked. */
export const specialOps: Record<'tag' | 'q', readonly FilterOp[]> = { tag: ['eq', 'ne', 'in'], q: ['eq'] }

const searchedFor = (sql: Prisma.Sql, searched: Searched = 'words'): FilterTerm => Object.assign(sql, { searched })

/** `tag` and `q` look elsewhere than at a column. */
export const special: Record<'tag' | 'q', (op: FilterOp, value: unknown) => FilterTerm> = {
  tag: (op, value) => {
    // Of one tag alone, the index has the documents in their order.
    const [tag, ...more] = [value].flat().map(String)
    const wanted = more.length === 0 ? Prisma.sql`${tag}` : Prisma.sql`ANY(${[tag, ...more]})`
    const any = Prisma.sql`EXISTS (
      SELECT 1 FROM document_tags t
      WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id AND t.tag = ${wanted})`
    return op === 'ne' ? Prisma.sql`NOT ${any}` : any
  },
  q: (_op, value) =>
    searchedFor(Prisma.sql`to_tsvector('simple', d."searchText") @@ websearch_to_tsquery('simple', ${String(value)})`),
}

const bound = ({ as }: FilterField, value: unknown): Prisma.Sql =>
  as
    ? Prisma.sql`${value}::${as}`
    : typeof value === 'object' && value !== null && 'toFixed' in value
      ? Prisma.sql`${String(value)}::numeric`
      : Prisma.sql`${value}`

/** In the words of the index of its order, where there is one; what is null is neither below nor above. */
const range =
  (sign: Prisma.Sql) =>
  (field: FilterField, value: unknown): Prisma.Sql =>
    field.ranked
      ? Prisma.sql`(${field.ranked} ${sign} ${bound(field, value)} AND ${field.sql} IS NOT NULL)`
      : Prisma.sql`${field.sql} ${sign} ${bound(field, value)}`

type Compare = { [op in Exclude<FilterOp, 'exists'>]: (field: FilterField, value: unknown) => Prisma.Sql }

export const compare: Compare = {
  eq: range(Prisma.sql`=`),
  ne: (field, value) => Prisma.sql`${field.sql} IS DISTINCT FROM ${bound(field, value)}`,
  in: (field, value) =>
    Prisma.sql`${field.sql} IN (${Prisma.join((value as unknown[]).map((one) => bound(field, one)))})`,
  lt: range(Prisma.sql`<`),
  lte: range(Prisma.sql`<=`),
  gt: range(Prisma.sql`>`),
  gte: range(Prisma.sql`>=`),
  contains: ({ sql }, value) => Prisma.sql`${sql} ILIKE ${`%${escapeLike(String(value))}%`}`,
  startsWith: ({ sql }, value) => Prisma.sql`${sql} ILIKE ${`${escapeLike(String(value))}%`}`,
}

const sides: { readonly [op in FilterOp]?: DayBound['side'] } = { gt: 'from', gte: 'from', lt: 'to', lte: 'to' }

/** Begins and ends with whole days, as their index has them. */
const daysOf = ({ day, ranked: order }: FilterField, side: DayBound['side'], at: Date): Prisma.Sql[] =>
  day && !order ? [Prisma.sql`${day} ${side === 'from' ? Prisma.sql`>=` : Prisma.sql`<=`} ${dayOf(at)}::date`] : []

/** Whether it leaves none but documents that are not delivered. */
const leavesOpen = (field: FilterField, op: FilterOp, value: unknown): op is 'eq' | 'in' =>
  (field === fields.status || field === fields.deliveryStatus) &&
  (op === 'eq' || op === 'in') &&
  ![value].flat().includes('delivered')

/** The field as `open_documents` has it. */
const inOpen = ({ open, as, value, ops }: FilterField): FilterField | undefined =>
  open && { sql: open, ...(as && { as }), value, ops }

/** Those few stand in a table of their own: an index on the status itself would be written with every delivery. */
const openOnes = (condition: Prisma.Sql): FilterTerm => {
  const among = (days: readonly Prisma.Sql[]): Prisma.Sql => Prisma.sql`EXISTS (
    SELECT 1 FROM open_documents AS o WHERE o."organizationId" = d."organizationId" AND o."documentId" = d.id
      AND ${Prisma.join([condition, ...days], ' AND ')})`
  return Object.assign(among([]), { among })
}

/** Days are absent there for documents of earlier releases. */
const openSince = (field: FilterField, op: Exclude<FilterOp, 'exists'>, at: Date): Prisma.Sql =>
  Prisma.sql`(${compare[op](field, at)} OR ${field.sql} IS NULL)`

export const termOf = (field: FilterField, op: Exclude<FilterOp, 'exists'>, value: unknown): FilterTerm => {
  const { day } = field
  const side = sides[op]
  const open = inOpen(field)
  if (open && leavesOpen(field, op, value)) return openOnes(compare[op](open, value))
  const sql = compare[op](field, value)
  if (inParts.has(field) && (op === 'contains' || op === 'startsWith'))
    return Object.assign(
      searchedFor(sql, inParts.get(field)),
      field === fields.number && op === 'startsWith' && { begins: value as string },
    )
  if (!day || !side) return sql
  const at = value as Date
  return Object.assign(and([sql, ...daysOf(field, side, at)]), {
    bound: { day, side, at, ...(open && { open: openSince(open, op, at) }) },
  })
}

const OF_DOCUMENT = ' = d."organizationId"'

const withTenant = (organizationId: string, { strings, values }: Prisma.Sql): Prisma.Sql => {
  const parts = strings.map((text) => text.split(OF_DOCUMENT))
  return new Prisma.Sql(
    parts.flatMap((some) => some.map((text, index) => (index < some.length - 1 ? `${text} = ` : text))),
    parts.flatMap((some, place) => [...some.slice(1).map(() => organizationId), ...values.slice(place, place + 1)]),
  )
}

/**
 * The same, with the tenant as a value in subqueries: where those depend on each other, what follows from joins alone does
 * not tell Citus that one worker has all of it.
 */
export const forTenant = (organizationId: string, terms: readonly FilterTerm[]): FilterTerm[] =>
  terms.map((term) => {
    const { bound, searched, begins } = term
    return Object.assign(withTenant(organizationId, term), {
      ...(bound && { bound }),
      ...(searched && { searched }),
      ...(begins !== undefined && { begins }),
    })
  })

/** The same, with the days that are asked for told to the table of open documents: else all in a state are looked at. */
export const narrowedByDays = (terms: readonly FilterTerm[]): FilterTerm[] => {
  const days = terms.flatMap(({ bound }) => bound?.open ?? [])
  const first = terms.find(({ among }) => among)
  return terms.map((term) => (term === first && term.among ? term.among(days) : term))
}

export const and = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(parts as Prisma.Sql[], ' AND ')})`
export const or = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(parts as Prisma.Sql[], ' OR ')})`

/** What the caller may see. */
export const visibleSql = (actor: Actor): Prisma.Sql =>
  actor.companyId === null
    ? Prisma.sql`d."organizationId" = ${actor.organizationId}`
    : Prisma.sql`(d."organizationId" = ${actor.organizationId} AND d."companyId" = ${actor.companyId})`
