/** A read of many rows as one statement: its columns, what the rows refer to, filter, order and page. */
import { fromDriver } from '../raw.ts'
import type { Column, ColumnType, Model } from './models.ts'
import { Beyond, Values, conditionOf } from './where.ts'

type Plain = Readonly<Record<string, unknown>>
type Row = Record<string, unknown>
type Raw = readonly unknown[]

export interface Read {
  sql: string
  values: readonly unknown[]
  rowOf(raw: Raw): Row
}

const readers: Readonly<Partial<Record<ColumnType, (value: never) => unknown>>> = fromDriver

const MOST_REFERENCES = 8

export class Statement {
  readonly columns: string[] = []
  readonly joins: string[] = []
  readonly #models: ReadonlyMap<string, Model>

  constructor(models: ReadonlyMap<string, Model>) {
    this.#models = models
  }

  model(name: string): Model {
    const model = this.#models.get(name)
    if (!model) throw new Beyond()
    return model
  }

  /** The place of a column in the rows that come back. */
  #column(sql: string): number {
    return this.columns.push(sql) - 1
  }

  #reading(alias: string, column: Column | undefined): (raw: Raw) => unknown {
    if (!column) throw new Beyond()
    const at = this.#column(`${alias}."${column.name}"`)
    const read = readers[column.type]
    return read ? (raw) => (raw[at] === null ? null : read(raw[at] as never)) : (raw) => raw[at]
  }

  #reference(alias: string, model: Model, name: string, asked: unknown): (raw: Raw) => unknown {
    const reference = model.references.get(name)
    if (!reference || this.joins.length >= MOST_REFERENCES) throw new Beyond()
    const other = `t${this.joins.length + 1}`
    const there = this.model(reference.model)
    const on = reference.from.map((column, index) => `${other}."${reference.to[index]}" = ${alias}."${column}"`)
    this.joins.push(` LEFT JOIN "${there.table}" AS ${other} ON ${on.join(' AND ')}`)
    const found = this.#column(`${other}."${reference.to[0]}"`)
    const rowOf = this.shape(other, there, asked === true ? {} : asked)
    return (raw) => (raw[found] === null ? null : rowOf(raw))
  }

  /** The rows of one table with what `select` or `include` asks for. */
  shape(alias: string, model: Model, asked: unknown): (raw: Raw) => Row {
    const { select, include, ...more } = asked as { select?: Plain; include?: Plain }
    if (Object.values(more).some((value) => value !== undefined)) throw new Beyond()
    const fields = new Map<string, (raw: Raw) => unknown>()
    const add = (name: string, value: unknown): void => {
      if (value === undefined || value === false) return
      if (!model.columns.has(name)) fields.set(name, this.#reference(alias, model, name, value))
      else if (value === true) fields.set(name, this.#reading(alias, model.columns.get(name)))
      else throw new Beyond()
    }
    if (!select) for (const name of model.columns.keys()) add(name, true)
    for (const [name, value] of Object.entries(select ?? include ?? {})) add(name, value)
    const entries = [...fields]
    return (raw) => {
      const row: Row = {}
      for (const [name, read] of entries) row[name] = read(raw)
      return row
    }
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
interface Shape {
  from: string
  rowOf(raw: Raw): Row
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
  const statement = new Statement(models)
  const rowOf = statement.shape('t0', model, asked)
  const from = `SELECT ${statement.columns.join(', ')} FROM "${model.table}" AS t0${statement.joins.join('')}`
  const shape = { from, rowOf }
  known.set(key, shape)
  return shape
}

const compile = (models: ReadonlyMap<string, Model>, name: string, args: Plain): Read => {
  const { where, select, include, orderBy, take, skip, ...more } = args
  if (Object.values(more).some((value) => value !== undefined)) throw new Beyond()
  const model = models.get(name)
  if (!model) throw new Beyond()
  const values = new Values()
  const { from, rowOf } = shapeOf(models, model, { select, include })
  const condition = conditionOf({ model, alias: 't0', values }, where)
  const limit = take === undefined ? '' : ` LIMIT ${limitOf(model, values, whole(take))}`
  const offset = skip === undefined ? '' : ` OFFSET ${values.place(whole(skip))}`
  return {
    sql: `${from} WHERE ${condition}${orderOf(model, orderBy)}${limit}${offset}`,
    values: values.list,
    rowOf,
  }
}

/** How many rows there are; undefined where it asks for more than is compiled here. */
export const countOf = (model: Model, { where, ...more }: Plain): Omit<Read, 'rowOf'> | undefined => {
  if (Object.values(more).some((value) => value !== undefined)) return undefined
  const values = new Values()
  try {
    const condition = conditionOf({ model, alias: 't0', values }, where)
    return { sql: `SELECT count(*) FROM "${model.table}" AS t0 WHERE ${condition}`, values: values.list }
  } catch (error) {
    if (error instanceof Beyond) return undefined
    throw error
  }
}

/** Undefined where it asks for more than is compiled here. */
export const readOf = (models: ReadonlyMap<string, Model>, name: string, args: Plain): Read | undefined => {
  try {
    return compile(models, name, args)
  } catch (error) {
    if (error instanceof Beyond) return undefined
    throw error
  }
}
