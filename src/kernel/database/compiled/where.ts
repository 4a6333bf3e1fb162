/** Filters as Prisma has them, as SQL. */
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Column } from './models.ts'
import { type Draft, type Plain, beyond, isPlain, listOf, saidIn } from './statement.ts'

const TEXT = new Set<Column['type']>(['String', 'enum'])
const NUMBERS = new Set<Column['type']>(['Int', 'BigInt', 'Decimal'])

/** A value in the form that the driver takes for a column of this type. */
export const written = ({ type }: Column, value: unknown): unknown => {
  if (typeof value === 'string' && TEXT.has(type)) return value
  if (value instanceof Date && type === 'DateTime') return value.toISOString()
  if (typeof value === 'boolean' && type === 'Boolean') return value
  if (NUMBERS.has(type)) {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return type === 'Int' ? value : String(value)
    if (typeof value === 'bigint') return String(value)
    if (Prisma.Decimal.isDecimal(value)) return (value as Prisma.Decimal).toFixed()
  }
  return beyond()
}

/** A column that is asked about. */
interface Operand {
  column: Column
  sql: string
  draft: Draft
}

type Filter = (operand: Operand, value: unknown) => string

const compared =
  (sign: string): Filter =>
  ({ column, sql, draft }, value) =>
    `${sql} ${sign} ${draft.place(written(column, value))}`

const equal: Filter = (operand, value) => (value === null ? `${operand.sql} IS NULL` : compared('=')(operand, value))

const unequal: Filter = (operand, value) => {
  if (value === null) return `${operand.sql} IS NOT NULL`
  return isPlain(value) ? `NOT (${filtered(operand, value)})` : compared('<>')(operand, value)
}

/** Texts go as one list, so that the statement has one text whatever their number. */
const among: Filter = ({ column, sql, draft }, list) => {
  if (!Array.isArray(list)) return beyond()
  if (list.length === 0) return 'FALSE'
  const given = list.map((value) => written(column, value))
  if (column.type === 'String') return `${sql} = ANY(${draft.place(given)}::text[])`
  return `${sql} IN (${given.map((value) => draft.place(value)).join(', ')})`
}

/** With what may stand before and after the text. */
const alike =
  (like: 'LIKE' | 'ILIKE', before = '', after = ''): Filter =>
  ({ column, sql, draft }, value) =>
    typeof value === 'string' && column.type === 'String'
      ? `${sql} ${like} ${draft.place(before + value + after)}`
      : beyond()

const has: Filter = ({ column, sql, draft }, value) =>
  column.isList && typeof value === 'string' ? `${sql} @> ARRAY[${draft.place(value)}]::text[]` : beyond()

type Filters = Readonly<Record<string, Filter>>

const patterns = (like: 'LIKE' | 'ILIKE'): Filters => ({
  contains: alike(like, '%', '%'),
  startsWith: alike(like, '', '%'),
  endsWith: alike(like, '%'),
})

const filters: Filters = {
  equals: equal,
  not: unequal,
  in: among,
  notIn: (operand, list) => `NOT (${among(operand, list)})`,
  lt: compared('<'),
  lte: compared('<='),
  gt: compared('>'),
  gte: compared('>='),
  ...patterns('LIKE'),
  has,
}

/** Without regard to capitals. */
const insensitive: Filters = { equals: alike('ILIKE'), ...patterns('ILIKE') }

const ALL = 'TRUE'

const both = (parts: readonly string[]): string => {
  const some = parts.filter((part) => part !== ALL)
  return some.length === 0 ? ALL : some.map((part) => `(${part})`).join(' AND ')
}

const filtered = (operand: Operand, { mode, ...given }: Plain): string => {
  const known = mode === 'insensitive' ? insensitive : filters
  return both(saidIn(given).map(([name, value]) => (known[name] ?? beyond)(operand, value)))
}

const ofColumn = (draft: Draft, name: string, value: unknown): string => {
  const column = draft.column(name)
  if (column.type === 'Json' || column.type === 'Float') beyond()
  const operand = { column, sql: `t0."${name}"`, draft }
  draft.asked.add(name)
  return isPlain(value) ? filtered(operand, value) : equal(operand, value)
}

/** Of empty lists and filters below these words Prisma has opinions of its own. */
const someOf = (draft: Draft, value: unknown): string[] => {
  const conditions = listOf(value).map((one) => conditionOf(draft, one))
  return conditions.length === 0 || conditions.includes(ALL) ? beyond() : conditions
}

const words: Readonly<Record<string, (draft: Draft, value: unknown) => string>> = {
  AND: (draft, value) => both(listOf(value).map((one) => conditionOf(draft, one))),
  OR: (draft, value) => `((${someOf(draft, value).join(') OR (')}))`,
  NOT: (draft, value) => both(someOf(draft, value).map((one) => `NOT (${one})`)),
}

/** An empty filter holds for every row, as Prisma has it. */
export const conditionOf = (draft: Draft, where: unknown = {}): string =>
  both(saidIn(where).map(([name, value]) => words[name]?.(draft, value) ?? ofColumn(draft, name, value)))

/**
 * Of the one row that is meant. A key of several columns is named by all of them in Prisma, and below it are the
 * columns. Without one of them it would be the key of many rows, without any filter any row: Prisma refuses that.
 */
export const conditionOfOne = (draft: Draft, where: unknown): string => {
  const parts = saidIn(where).flatMap(([name, value]) =>
    name.includes('_') && isPlain(value) ? Object.entries(value) : [[name, value] as const],
  )
  if (parts.some(([, value]) => value === undefined)) beyond()
  const condition = conditionOf(draft, Object.fromEntries(parts))
  return condition === ALL ? beyond() : condition
}
