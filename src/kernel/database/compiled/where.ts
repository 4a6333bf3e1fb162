/** Filters as Prisma has them, as SQL. What is not known here is `Beyond`: the read goes the general road. */
import { Prisma } from '../../../generated/prisma/client.ts'
import { unlessThrown } from '../../unless-thrown.ts'
import type { Column, Model } from './models.ts'

/** Thrown where a statement asks for more than is compiled. */
export class Beyond extends Error {}

/** Undefined where it asks for more than is compiled. */
export const unlessBeyond = <T>(compile: () => T): T | undefined => unlessThrown(Beyond, compile)

/** The values of a statement, in the order of their places. */
export class Values {
  readonly list: unknown[] = []
  /** The columns that the filter asks about. */
  readonly asked = new Set<string>()

  place(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

export type Plain = Readonly<Record<string, unknown>>

/** Beyond, where anything is asked beside what is known. */
export const nothingElse = (more: Plain): void => {
  if (Object.values(more).some((value) => value !== undefined)) throw new Beyond()
}

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

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
  throw new Beyond()
}

interface Place {
  column: Column
  sql: string
  values: Values
}

const valueAt = ({ column, values }: Place, value: unknown): string => values.place(written(column, value))

/** Texts go as one list, so that the statement has one text whatever their number. */
const among = (place: Place, list: unknown): string => {
  if (!Array.isArray(list)) throw new Beyond()
  if (list.length === 0) return 'FALSE'
  const given = list.map((value) => written(place.column, value))
  if (place.column.type === 'String') return `${place.sql} = ANY(${place.values.place(given)}::text[])`
  return `${place.sql} IN (${given.map((value) => place.values.place(value)).join(', ')})`
}

const compared = (place: Place, sign: string, value: unknown): string => `${place.sql} ${sign} ${valueAt(place, value)}`

const alike = (
  place: Place,
  { value, mode }: { value: unknown; mode: unknown },
  around: (text: string) => string,
): string => {
  if (typeof value !== 'string' || place.column.type !== 'String') throw new Beyond()
  return `${place.sql} ${mode === 'insensitive' ? 'ILIKE' : 'LIKE'} ${place.values.place(around(value))}`
}

const has = (place: Place, value: unknown): string => {
  if (!place.column.isList || typeof value !== 'string') throw new Beyond()
  return `${place.sql} @> ARRAY[${place.values.place(value)}]::text[]`
}

const equal = (place: Place, value: unknown): string => {
  if (value === null) return `${place.sql} IS NULL`
  if (place.column.isList) throw new Beyond()
  return compared(place, '=', value)
}

const unequal = (place: Place, value: unknown): string => {
  if (value === null) return `${place.sql} IS NOT NULL`
  return isPlain(value) ? `NOT (${filtered(place, value)})` : compared(place, '<>', value)
}

type Filter = (place: Place, value: unknown, mode: unknown) => string

const filters: Readonly<Record<string, Filter>> = {
  equals: (place, value, mode) =>
    mode === 'insensitive' ? alike(place, { value, mode }, (text) => text) : equal(place, value),
  not: unequal,
  in: among,
  notIn: (place, list) => `NOT (${among(place, list)})`,
  lt: (place, value) => compared(place, '<', value),
  lte: (place, value) => compared(place, '<=', value),
  gt: (place, value) => compared(place, '>', value),
  gte: (place, value) => compared(place, '>=', value),
  contains: (place, value, mode) => alike(place, { value, mode }, (text) => `%${text}%`),
  startsWith: (place, value, mode) => alike(place, { value, mode }, (text) => `${text}%`),
  endsWith: (place, value, mode) => alike(place, { value, mode }, (text) => `%${text}`),
  has,
}

/** What is compiled without regard to capitals. */
const IN_ANY_CASE = new Set(['equals', 'contains', 'startsWith', 'endsWith'])

const ALL = 'TRUE'

const both = (parts: readonly string[]): string => {
  const some = parts.filter((part) => part !== ALL)
  return some.length === 0 ? ALL : some.map((part) => `(${part})`).join(' AND ')
}

const filtered = (place: Place, { mode, ...given }: Plain): string => {
  const parts = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    const filter = mode !== 'insensitive' || IN_ANY_CASE.has(name) ? filters[name] : undefined
    if (!filter || (mode !== undefined && place.column.type !== 'String')) throw new Beyond()
    return [filter(place, value, mode)]
  })
  return both(parts)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

export interface Source {
  model: Model
  /** What the table is called in the statement. */
  alias: string
  values: Values
}

const ofColumn = ({ model, alias, values }: Source, name: string, value: unknown): string => {
  const column = model.columns.get(name)
  if (!column || column.type === 'Json' || column.type === 'Float') throw new Beyond()
  values.asked.add(name)
  const place = { column, sql: `${alias}."${name}"`, values }
  return isPlain(value) ? filtered(place, value) : equal(place, value)
}

/** Of empty lists and filters below these words Prisma has opinions of its own. */
const someOf = (source: Source, value: unknown): string[] => {
  const conditions = listOf(value).map((one) => conditionOf(source, one))
  if (conditions.length === 0 || conditions.includes(ALL)) throw new Beyond()
  return conditions
}

const words: Readonly<Record<string, (source: Source, value: unknown) => string>> = {
  AND: (source, value) => both(listOf(value).map((one) => conditionOf(source, one))),
  OR: (source, value) => `((${someOf(source, value).join(') OR (')}))`,
  NOT: (source, value) => both(someOf(source, value).map((one) => `NOT (${one})`)),
}

/** Of the one row that is meant: without a filter it would be any. */
export const conditionOfOne = (source: Source, where: unknown): string => {
  const condition = conditionOf(source, where)
  if (condition === ALL) throw new Beyond()
  return condition
}

/** An empty filter holds for every row, as Prisma has it; what is undefined was not said. */
export const conditionOf = (source: Source, where: unknown): string => {
  if (where === undefined) return ALL
  if (!isPlain(where)) throw new Beyond()
  const parts = Object.entries(where).flatMap(([name, value]) =>
    value === undefined ? [] : [words[name]?.(source, value) ?? ofColumn(source, name, value)],
  )
  return both(parts)
}
