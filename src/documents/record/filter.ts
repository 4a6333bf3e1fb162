/** Filters of documents: one table of fields, for search, list and GraphQL alike, turned into SQL with bound values only. */
import { z } from 'zod'
import type { Actor } from '../../auth/actor.ts'
import { escapeLike } from '../../kernel/database/like.ts'
import type { ErrorCode } from '../../kernel/errors/catalog.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { date, decimal, instant } from '../../kernel/input.ts'
import { documentTypes } from '../../values/document-types.ts'

const ops = ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith', 'exists'] as const
export type FilterOp = (typeof ops)[number]

/**
 * `ranked`: the column as an index orders it, with a place for null. `day`: the day of it, as an index orders it. `as`: the
 * type of the values, where it is no text, number or date.
 */
export interface FilterField {
  sql: Prisma.Sql
  ranked?: Prisma.Sql
  day?: Prisma.Sql
  as?: Prisma.Sql
  value: z.ZodType
  ops: readonly FilterOp[]
}

/** What must hold. One that bounds a day, or asks for numbers that are alike, says so: there are quicker ways to these than the order of a list. */
export type FilterTerm = Prisma.Sql & { bound?: DayBound; alike?: true }
export interface DayBound {
  day: Prisma.Sql
  side: 'from' | 'to'
  at: Date
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
const text = z.string('Expected a text').min(1, 'Expected a text').max(500, 'At most 500 characters')
const choice = (name: string, values: readonly string[], type = 'text'): FilterField => ({
  sql: column(name),
  as: Prisma.raw(`"${type}"`),
  value: z.enum(values as [string, ...string[]]),
  ops: CHOICE,
})
const day = date.transform((value) => new Date(`${value}T00:00:00Z`))
const moment = z.union([instant.transform((value) => new Date(value)), day])

export const statuses = ['draft', 'sent', 'delivered', 'rejected'] as const
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'rejected'] as const
export const lifecycleStatuses = [
  'draft',
  'issued',
  'received',
  'under_review',
  'approved',
  'disputed',
  'partially_paid',
  'paid',
  'rejected',
] as const

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
  status: choice('status', statuses, 'DocumentStatus'),
  deliveryStatus: choice('deliveryStatus', deliveryStatuses, 'DeliveryStatus'),
  lifecycleStatus: choice('lifecycleStatus', lifecycleStatuses, 'LifecycleStatus'),
  number: { sql: column('number'), value: text, ops: TEXT },
  senderPeppolId: { sql: column('senderPeppolId'), value: text, ops: TEXT },
  receiverPeppolId: { sql: column('receiverPeppolId'), value: text, ops: TEXT },
  senderName: { sql: column('senderName'), value: text, ops: TEXT },
  receiverName: { sql: column('receiverName'), value: text, ops: TEXT },
  orderReference: { sql: column('orderReference'), value: text, ops: TEXT },
  currency: { sql: column('currency'), value: text, ops: CHOICE },
  issueDate: { sql: column('issueDate'), ranked: ranked.issueDate, day: ranked.issueDate, value: day, ops: ORDERED },
  dueDate: { sql: column('dueDate'), ranked: ranked.dueDate, day: ranked.dueDate, value: day, ops: ORDERED },
  createdAt: { sql: column('createdAt'), day: createdOn, value: moment, ops: ORDERED },
  grossAmount: { sql: column('grossAmount'), ranked: ranked.grossAmount, value: decimal, ops: ORDERED },
  netAmount: { sql: column('netAmount'), value: decimal, ops: ORDERED },
  partnerId: { sql: column('partnerId'), value: text, ops: CHOICE },
  companyId: { sql: column('companyId'), value: text, ops: CHOICE },
  archived: { sql: column('archived'), value: z.boolean('Expected true or false'), ops: ['eq', 'ne'] },
  read: { sql: column('read'), value: z.boolean('Expected true or false'), ops: ['eq', 'ne'] },
} as const satisfies Record<string, FilterField>

export type FieldName = keyof typeof fields

/** What `tag` and `q` can be asked. */
export const specialOps: Record<'tag' | 'q', readonly FilterOp[]> = { tag: ['eq', 'ne', 'in'], q: ['eq'] }

/** `tag` and `q` look elsewhere than at a column. */
export const special: Record<'tag' | 'q', (op: FilterOp, value: unknown) => Prisma.Sql> = {
  tag: (op, value) => {
    // Of one tag alone, the index has the documents in their order.
    const [tag, ...more] = [value].flat().map(String)
    const any = Prisma.sql`EXISTS (SELECT 1 FROM document_tags t WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id AND t.tag = ${more.length === 0 ? tag : Prisma.sql`ANY(${[tag, ...more]})`})`
    return op === 'ne' ? Prisma.sql`NOT ${any}` : any
  },
  q: (_op, value) =>
    Prisma.sql`to_tsvector('simple', d."searchText") @@ websearch_to_tsquery('simple', ${String(value)})`,
}

const filterFields: readonly string[] = [...Object.keys(fields), 'tag', 'q']

/** `{field, op, value}`. */
const explicit = z.strictObject({
  field: z.string().meta({ enum: filterFields }),
  op: z.string().default('eq').meta({ enum: ops }),
  value: z.unknown().optional(),
})

/** `{status: "sent"}`, `{status: ["sent", "delivered"]}` or `{grossAmount: {gte: "100"}}`. */
const byName = z.record(z.string().meta({ enum: filterFields }), z.unknown())

export interface Condition {
  field: string
  op: FilterOp
  value: unknown
}

interface FilterFault {
  fault: string
  code?: ErrorCode
}

const oneOf = (names: readonly string[]): FilterFault => ({
  fault: `Expected one of: ${names.join(', ')}.`,
  code: 'INVALID_ENUM',
})

const isFault = (made: FilterTerm | FilterFault): made is FilterFault => 'fault' in made

const specialOf = (field: 'tag' | 'q', op: FilterOp, value: unknown): Prisma.Sql | FilterFault => {
  const words = (op === 'in' ? z.array(text).min(1, 'Expected at least one.').max(100) : text).safeParse(value)
  return words.success ? special[field](op, words.data) : { fault: 'Expected a text.' }
}

const isSpecial = (field: string): field is 'tag' | 'q' => field in specialOps

const conditionOf = ({ field, op, value }: Condition): FilterTerm | FilterFault => {
  const known: FilterField = fields[field as FieldName]
  const takes = isSpecial(field) ? specialOps[field] : known.ops
  if (!takes.includes(op))
    return { fault: `The field ${field} takes the operators ${takes.join(', ')}.`, code: 'INVALID_ENUM' }
  if (value === undefined) return { fault: 'This field is required.', code: 'MISSING_FIELD' }
  if (isSpecial(field)) return specialOf(field, op, value)
  if (op === 'exists')
    return typeof value === 'boolean'
      ? Prisma.sql`${known.sql} IS ${value ? Prisma.sql`NOT NULL` : Prisma.sql`NULL`}`
      : { fault: 'Expected true or false.' }
  const parsed = (op === 'in' ? z.array(known.value).min(1, 'Expected at least one').max(500) : known.value).safeParse(
    value,
  )
  if (parsed.success) return termOf(known, op, parsed.data)
  const [issue] = parsed.error.issues
  return issue?.code === 'invalid_value'
    ? oneOf(issue.values.map(String))
    : {
        fault: issue?.message ?? 'Not a value of this field.',
        ...(issue?.code === 'custom' && { code: issue.params?.['code'] as ErrorCode }),
      }
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

export const compare: Record<Exclude<FilterOp, 'exists'>, (field: FilterField, value: never) => Prisma.Sql> = {
  eq: range(Prisma.sql`=`),
  ne: (field, value) => Prisma.sql`${field.sql} IS DISTINCT FROM ${bound(field, value)}`,
  in: (field, value: unknown[]) => Prisma.sql`${field.sql} IN (${Prisma.join(value.map((one) => bound(field, one)))})`,
  lt: range(Prisma.sql`<`),
  lte: range(Prisma.sql`<=`),
  gt: range(Prisma.sql`>`),
  gte: range(Prisma.sql`>=`),
  contains: ({ sql }, value: string) => Prisma.sql`${sql} ILIKE ${`%${escapeLike(value)}%`}`,
  startsWith: ({ sql }, value: string) => Prisma.sql`${sql} ILIKE ${`${escapeLike(value)}%`}`,
}

const sides: { readonly [op in FilterOp]?: DayBound['side'] } = { gt: 'from', gte: 'from', lt: 'to', lte: 'to' }

/** Begins and ends with whole days, as their index has them. */
const daysOf = ({ day, ranked: order }: FilterField, side: DayBound['side'], at: Date): Prisma.Sql[] =>
  day && !order
    ? [Prisma.sql`${day} ${side === 'from' ? Prisma.sql`>=` : Prisma.sql`<=`} ${at.toISOString().slice(0, 10)}::date`]
    : []

export const termOf = (field: FilterField, op: Exclude<FilterOp, 'exists'>, value: unknown): FilterTerm => {
  const { day } = field
  const side = sides[op]
  const sql = compare[op](field, value as never)
  if (field === fields.number && (op === 'contains' || op === 'startsWith'))
    return Object.assign(sql, { alike: true as const })
  return day && side
    ? Object.assign(and([sql, ...daysOf(field, side, value as Date)]), { bound: { day, side, at: value as Date } })
    : sql
}

type FieldPath = (string | number)[]
type PlacedCondition = Condition & { at: FieldPath }

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entriesOf = (given: Record<string, unknown>): PlacedCondition[] =>
  typeof given['field'] === 'string'
    ? [{ ...(given as unknown as Condition), at: ['value'] }]
    : Object.entries(given).flatMap(([field, value]): PlacedCondition[] =>
        isPlain(value)
          ? Object.entries(value).map(([op, one]) => ({ field, op: op as FilterOp, value: one, at: [field, op] }))
          : [{ field, op: Array.isArray(value) ? 'in' : 'eq', value, at: [field] }],
      )

/** What is wrong with the names in it, and where. */
const misnamed = ({ field, op, at }: PlacedCondition, isExplicit: boolean): [FieldPath, FilterFault] | undefined => {
  if (!filterFields.includes(field)) return [isExplicit ? ['field'] : at.slice(0, 1), oneOf(filterFields)]
  return ops.includes(op) ? undefined : [isExplicit ? ['op'] : at, oneOf(ops)]
}

/** One filter object in any of its forms, as what must hold; faults become issues at their field. */
export const condition = z.union([explicit, byName]).transform((given, context): FilterTerm[] => {
  const isExplicit = typeof given['field'] === 'string'
  const parts: FilterTerm[] = []
  const refuse = (path: FieldPath, { fault: message, code }: FilterFault): void =>
    context.addIssue({ code: 'custom', message, path, params: { code: code ?? 'INVALID_REQUEST' } })
  if (isExplicit)
    for (const name of Object.keys(given))
      if (!Object.hasOwn(explicit.shape, name)) refuse([name], { fault: 'Unknown field.' })
  for (const entry of entriesOf(given)) {
    const wrong = misnamed(entry, isExplicit)
    if (wrong) {
      refuse(...wrong)
      continue
    }
    const made = conditionOf(entry)
    if (isFault(made)) refuse(entry.at, made)
    else parts.push(made)
  }
  return parts
})

export const and = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(parts as Prisma.Sql[], ' AND ')})`
export const or = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(parts as Prisma.Sql[], ' OR ')})`

/** What the caller may see. */
export const visibleSql = (actor: Actor): Prisma.Sql =>
  actor.companyId === null
    ? Prisma.sql`d."organizationId" = ${actor.organizationId}`
    : Prisma.sql`(d."organizationId" = ${actor.organizationId} AND d."companyId" = ${actor.companyId})`
