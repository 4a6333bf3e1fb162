/**
 * The typed filter of GraphQL, made from the table of fields: `{status: {eq: SENT}, or: [{grossAmount: {gte: "100"}},
 * {tag: {in: ["urgent"]}}]}`.
 */
import { z } from 'zod'
import { refusal } from '../../kernel/errors/app-error.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { date, decimal, instant } from '../../kernel/input.ts'
import { documentTypes } from '../../values/document-types.ts'
import {
  type FilterField,
  type FilterOp,
  type FilterTerm,
  and,
  deliveryStatuses,
  fields,
  or,
  special,
  specialOps,
  statuses,
  termOf,
} from './filter.ts'
import { limits } from '../../values/limits.ts'
import { lifecycleStates } from '../../lifecycle/tables/states.ts'

const MOST_CONDITIONS = limits.filterConditions

const text = z.string().min(1).max(limits.columnCharacters)

/** How each field's values are given, and what its operators are called together. */
const kinds = {
  type: ['DocumentTypeFilter', z.enum(documentTypes).meta({ graphql: 'DocumentType' })],
  direction: ['DirectionFilter', z.enum(['incoming', 'outgoing']).meta({ graphql: 'Direction' })],
  status: ['DocumentStatusFilter', z.enum(statuses).meta({ graphql: 'DocumentStatus' })],
  deliveryStatus: ['DeliveryStatusFilter', z.enum(deliveryStatuses).meta({ graphql: 'DeliveryStatus' })],
  lifecycleStatus: ['LifecycleStatusFilter', z.enum(lifecycleStates).meta({ graphql: 'LifecycleStatus' })],
  currency: ['ChoiceFilter', text],
  partnerId: ['ChoiceFilter', text],
  companyId: ['ChoiceFilter', text],
  issueDate: ['DateFilter', date],
  dueDate: ['DateFilter', date],
  createdAt: ['DateTimeFilter', instant],
  grossAmount: ['DecimalFilter', decimal],
  netAmount: ['DecimalFilter', decimal],
  archived: ['BooleanFilter', z.boolean()],
  read: ['BooleanFilter', z.boolean()],
} as const satisfies Partial<Record<keyof typeof fields, readonly [string, z.ZodType]>>

const descriptions: Readonly<Record<FilterOp, string>> = {
  eq: 'The value is equal to this.',
  ne: 'The value differs from this, or is absent.',
  in: 'The value is one of these.',
  lt: 'The value is less than this, or earlier.',
  lte: 'The value is at most this, or not later.',
  gt: 'The value is greater than this, or later.',
  gte: 'The value is at least this, or not earlier.',
  contains: 'The value contains this text. Upper and lower case are equal.',
  startsWith: 'The value begins with this text. Upper and lower case are equal.',
  exists: 'True: the value is present. False: the value is absent.',
}

const made = new Map<string, z.ZodType>()

/** The operators of a kind of field. */
const operators = (id: string, value: z.ZodType, ops: readonly FilterOp[]): z.ZodType => {
  const known = made.get(id)
  if (known) return known
  const valueOf = (op: FilterOp): z.ZodType =>
    op === 'exists' ? z.boolean() : op === 'in' ? z.array(value).min(1).max(limits.filterListValues) : value
  const schema = z
    .strictObject(Object.fromEntries(ops.map((op) => [op, valueOf(op).optional().describe(descriptions[op])])))
    .meta({ id, description: 'Comparisons for one field. A document must satisfy all of them.' })
  made.set(id, schema)
  return schema
}

const byField = Object.fromEntries(
  (Object.entries(fields) as [keyof typeof fields, FilterField][]).map(([name, { ops }]) => {
    const [id, value] = (kinds as Partial<Record<string, readonly [string, z.ZodType]>>)[name] ?? ['TextFilter', text]
    return [name, operators(id, value, ops).optional().describe(`Condition on the field \`${name}\`.`)]
  }),
)

const named = {
  ...byField,
  tag: operators('TagFilter', text, specialOps.tag).optional().describe('Condition on the tags of the document.'),
  q: text
    .optional()
    .describe('Words to search for in the number, the parties, the references and the line descriptions.'),
}

/** A condition of a search: `{status: {in: ["sent"]}, grossAmount: {gte: "100"}}`. */
export const documentCondition = z.strictObject(named).meta({
  id: 'DocumentCondition',
  isOneOf: true,
  description: 'A condition on one field of a document. Exactly one of the fields is given.',
})

export const documentFilter: z.ZodObject = z
  .strictObject({
    ...named,
    get and() {
      return z.array(documentFilter).max(50).optional().describe('The document satisfies all of these filters.')
    },
    get or() {
      return z
        .array(documentFilter)
        .max(50)
        .optional()
        .describe('The document satisfies at least one of these filters.')
    },
    get not() {
      return documentFilter.optional().describe('The document does not satisfy this filter.')
    },
  })
  .meta({ id: 'DocumentFilter', description: 'A filter for documents. A document must satisfy all given conditions.' })

export type DocumentFilter = { and?: DocumentFilter[]; or?: DocumentFilter[]; not?: DocumentFilter; q?: string } & {
  [field: string]: unknown
}

/** What a value is compared as. */
const comparable = (name: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => comparable(name, one))
  return name.endsWith('Date') || name.endsWith('At') ? new Date(String(value)) : value
}

const ofField = (name: string, op: FilterOp, value: unknown): FilterTerm => {
  const field: FilterField = fields[name as keyof typeof fields]
  if (op === 'exists') return Prisma.sql`${field.sql} IS ${value === true ? Prisma.sql`NOT NULL` : Prisma.sql`NULL`}`
  return termOf(field, op, comparable(name, value))
}

/** What must hold, as SQL with bound values only. */
export const filterTerms = (filter: DocumentFilter): FilterTerm[] => {
  let conditions = 0
  const count = (): void => {
    conditions += 1
    if (conditions > MOST_CONDITIONS)
      throw refusal('INVALID_REQUEST', 'filter', `A filter has at most ${MOST_CONDITIONS} conditions.`, {
        summary: `filter: A filter has at most ${MOST_CONDITIONS} conditions.`,
      })
  }
  const terms = ({ and: all, or: any, not, q, ...byName }: DocumentFilter): FilterTerm[] => [
    ...Object.entries(byName)
      .filter(([, given]) => given !== undefined)
      .flatMap(([name, given]) =>
        Object.entries(given as object)
          .filter(([, value]) => value !== undefined)
          .map(([op, value]) => {
            count()
            return name === 'tag' ? special.tag(op as FilterOp, value) : ofField(name, op as FilterOp, value)
          }),
      ),
    ...(q === undefined ? [] : [(count(), special.q('eq', q))]),
    ...(all ?? []).flatMap(terms),
    ...(any === undefined ? [] : [any.length === 0 ? Prisma.sql`FALSE` : or(any.map(write))]),
    ...(not === undefined ? [] : [Prisma.sql`(${write(not)}) IS NOT TRUE`]),
  ]
  const write = (given: DocumentFilter): Prisma.Sql => and(terms(given))
  return terms(filter)
}
