/** A read of many rows as one statement: its columns, what the rows refer to, filter, order and page. */
import { fromDriver } from '../raw.ts'
import type { Column, ColumnType, Model } from './models.ts'
import { type Place, type Places, type Texts, type UnreadRow, unreadRows } from './unread.ts'
import { Beyond, type Plain, Values, conditionOf, nothingElse, unlessBeyond } from './where.ts'

type Row = Record<string, unknown>
export type Raw = readonly unknown[]

export interface Statement {
  sql: string
  values: readonly unknown[]
}

export interface Read extends Statement {
  rowOf(raw: Raw): Row
  /** Of rows whose values came as texts; undefined where some column is not read from its text. */
  unreadOf: ((texts: Texts) => UnreadRow) | undefined
}

const readers: Readonly<Partial<Record<ColumnType, (value: never) => unknown>>> = fromDriver

const MOST_REFERENCES = 8

/** The columns that a statement answers, and the tables that they are in beside its own. */
export class Columns {
  readonly list: string[] = []
  readonly joins: string[] = []
  readonly #models: ReadonlyMap<string, Model>

  constructor(models: ReadonlyMap<string, Model>) {
    this.#models = models
  }

  /** The place of a column in the rows that come back. */
  #column(sql: string): number {
    return this.list.push(sql) - 1
  }

  #place(alias: string, column: Column | undefined): Place {
    if (!column) throw new Beyond()
    return { at: this.#column(`${alias}."${column.name}"`), column }
  }

  #reference(alias: string, model: Model, name: string, asked: unknown): { found: number; places: Places } {
    const reference = model.references.get(name)
    if (!reference || this.joins.length >= MOST_REFERENCES) throw new Beyond()
    const other = `t${this.joins.length + 1}`
    const there = this.#models.get(reference.model) as Model
    const on = reference.from.map((column, index) => `${other}."${reference.to[index]}" = ${alias}."${column}"`)
    this.joins.push(` LEFT JOIN "${there.table}" AS ${other} ON ${on.join(' AND ')}`)
    const found = this.#column(`${other}."${reference.to[0]}"`)
    return { found, places: this.places(other, there, asked === true ? {} : asked) }
  }

  /** Where in a row is what `select` or `include` asks for. */
  places(alias: string, model: Model, asked: unknown): Places {
    const { select, include, ...more } = asked as { select?: Plain; include?: Plain }
    nothingElse(more)
    const places = {
      columns: new Map<string, Place>(),
      references: new Map<string, { found: number; places: Places }>(),
    }
    const add = (name: string, value: unknown): void => {
      if (value === undefined || value === false) return
      if (!model.columns.has(name)) places.references.set(name, this.#reference(alias, model, name, value))
      else if (value === true) places.columns.set(name, this.#place(alias, model.columns.get(name)))
      else throw new Beyond()
    }
    if (!select) for (const name of model.columns.keys()) add(name, true)
    for (const [name, value] of Object.entries(select ?? include ?? {})) add(name, value)
    return places
  }
}

const columnReader = ({ at, column }: Place): ((raw: Raw) => unknown) => {
  const read = readers[column.type]
  return read ? (raw) => (raw[at] === null ? null : read(raw[at] as never)) : (raw) => raw[at]
}

/** The rows of one table, as Prisma would give them. */
export const plainRows = ({ columns, references }: Places): ((raw: Raw) => Row) => {
  const entries = [
    ...[...columns].map(([name, place]) => [name, columnReader(place)] as const),
    ...[...references].map(([name, { found, places }]) => {
      const rowOf = plainRows(places)
      return [name, (raw: Raw) => (raw[found] === null ? null : rowOf(raw))] as const
    }),
  ]
  return (raw) => {
    const row: Row = {}
    for (const [name, read] of entries) row[name] = read(raw)
    return row
  }
}

const directions: Readonly<Record<string, string>> = { asc: 'ASC', desc: 'DESC' }
const nullsAt: Readonly<Record<string, string>> = { first: ' NULLS FIRST', last: ' NULLS LAST' }

const orderOf = (model: Model, orderBy: unknown): string => {
  const orders = (Array.isArray(orderBy) ? orderBy : [orderBy ?? {}]) as readonly Plain[]
  const parts = orders.flatMap((order) =>
    Object.entries(order).flatMap(([name, value]) => {
      if (value === undefined) return []
      const { sort = value, nulls } = (typeof value === 'object' ? value : {}) as { sort?: unknown; nulls?: string }
      const direction = directions[String(sort)]
      if (!model.columns.has(name) || !direction) throw new Beyond()
      return [`t0."${name}" ${direction}${nulls === undefined ? '' : (nullsAt[nulls] ?? '')}`]
    }),
  )
  return parts.length === 0 ? '' : ` ORDER BY ${parts.join(', ')}`
}

const whole = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Beyond()
  return value
}

/**
 * PostgreSQL keeps a plan only if it knows how many rows are wanted. Where the filter asks about the key alone no value
 * makes another plan better; elsewhere each one is planned with its values.
 */
const limitOf = ({ key }: Model, values: Values, take: number): string =>
  [...values.asked].every((name) => key.includes(name)) ? String(take) : values.place(take)

/** The columns of a read, and how its rows are made of them. */
interface Shape extends Pick<Read, 'rowOf' | 'unreadOf'> {
  from: string
}

const shapes = new WeakMap<Model, WeakMap<object, Shape>>()

/** What asks often asks with the same object: its columns are put together once. */
const shapeOf = (
  models: ReadonlyMap<string, Model>,
  model: Model,
  asked: { select: unknown; include: unknown },
): Shape => {
  const known = shapes.get(model) ?? new WeakMap<object, Shape>()
  shapes.set(model, known)
  const key = (asked.select ?? asked.include ?? model) as object
  const before = known.get(key)
  if (before) return before
  const columns = new Columns(models)
  const places = columns.places('t0', model, asked)
  const from = `SELECT ${columns.list.join(', ')} FROM "${model.table}" AS t0${columns.joins.join('')}`
  const shape = { from, rowOf: plainRows(places), unreadOf: unreadRows(places) }
  known.set(key, shape)
  return shape
}

/** Undefined where it asks for more than is compiled here. */
export const readOf = (models: ReadonlyMap<string, Model>, model: Model, args: Plain): Read | undefined =>
  unlessBeyond(() => {
    const { where, select, include, orderBy, take, skip, ...more } = args
    nothingElse(more)
    const values = new Values()
    const { from, rowOf, unreadOf } = shapeOf(models, model, { select, include })
    const condition = conditionOf({ model, alias: 't0', values }, where)
    const limit = take === undefined ? '' : ` LIMIT ${limitOf(model, values, whole(take))}`
    const offset = skip === undefined ? '' : ` OFFSET ${values.place(whole(skip))}`
    const sql = `${from} WHERE ${condition}${orderOf(model, orderBy)}${limit}${offset}`
    return { sql, values: values.list, rowOf, unreadOf }
  })

/** How many rows there are; undefined where it asks for more than is compiled here. */
export const countOf = (model: Model, { where, ...more }: Plain): Statement | undefined =>
  unlessBeyond(() => {
    nothingElse(more)
    const values = new Values()
    const condition = conditionOf({ model, alias: 't0', values }, where)
    return { sql: `SELECT count(*) FROM "${model.table}" AS t0 WHERE ${condition}`, values: values.list }
  })
