/** Writes of one table as one statement each, where Prisma would plan each anew. What is not known here is `Beyond`. */
import type { Model } from './models.ts'
import { Statement, plainRows } from './select.ts'
import { Beyond, Values, conditionOf, written } from './where.ts'

type Plain = Readonly<Record<string, unknown>>
type Models = ReadonlyMap<string, Model>
type Raw = readonly unknown[]

export interface Write {
  sql: string
  values: readonly unknown[]
  hasRows: boolean
  /** What is answered of the rows, or of their number. */
  answer(rows: readonly Raw[], count: number): unknown
}

/** So many rows are written by their values; more go another way. */
const MOST_ROWS = 50

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const cell = (model: Model, name: string, value: unknown, values: Values): string => {
  const column = model.columns.get(name)
  if (!column) throw new Beyond()
  if (value === null && column.type !== 'Json') return values.place(null)
  if (column.type === 'Json') {
    if (!isPlain(value) && !Array.isArray(value)) throw new Beyond()
    return `${values.place(JSON.stringify(value))}::jsonb`
  }
  if (!column.isList) return values.place(column.type === 'Bytes' ? value : written(column, value))
  if (!Array.isArray(value)) throw new Beyond()
  return values.place(value.map((one) => written(column, one)))
}

const given = (data: unknown): [string, unknown][] => {
  if (!isPlain(data)) throw new Beyond()
  return Object.entries(data).filter(([, value]) => value !== undefined)
}

interface Returned {
  sql: string
  rowOf(raw: Raw): unknown
}

/** The columns that come back; what stands in other tables has to be read. */
const returned = (models: Models, model: Model, { select, include }: Plain): Returned => {
  const statement = new Statement(models)
  const rowOf = plainRows(statement.places('t0', model, { select, include }))
  if (statement.joins.length > 0) throw new Beyond()
  return { sql: ` RETURNING ${statement.columns.join(', ')}`, rowOf }
}

const nothingElse = (more: Plain): void => {
  if (Object.values(more).some((value) => value !== undefined)) throw new Beyond()
}

const inserting = (model: Model, rows: readonly unknown[], values: Values, skipDuplicates: unknown): string => {
  if (rows.length === 0 || rows.length > MOST_ROWS) throw new Beyond()
  const cells = rows.map((row) => new Map(given(row)))
  const names = [...new Set(cells.flatMap((row) => [...row.keys()]))]
  const lines = cells.map(
    (row) =>
      `(${names.map((name) => (row.has(name) ? cell(model, name, row.get(name), values) : 'DEFAULT')).join(', ')})`,
  )
  const into = names.map((name) => `"${name}"`).join(', ')
  const conflict = skipDuplicates === true ? ' ON CONFLICT DO NOTHING' : ''
  return `INSERT INTO "${model.table}" AS t0 (${into}) VALUES ${lines.join(', ')}${conflict}`
}

const setting = (model: Model, data: unknown, values: Values): string => {
  const parts = given(data).map(([name, value]) => {
    const { increment, ...more } = isPlain(value) && model.columns.get(name)?.type !== 'Json' ? value : {}
    if (increment === undefined) return `"${name}" = ${cell(model, name, value, values)}`
    nothingElse(more)
    return `"${name}" = t0."${name}" + ${cell(model, name, increment, values)}`
  })
  if (parts.length === 0) throw new Beyond()
  return parts.join(', ')
}

/** A key of several columns has a name of its own in Prisma, and below it the columns. */
export const columnsIn = (model: Model, where: unknown): Plain =>
  Object.fromEntries(
    Object.entries((where ?? {}) as Plain).flatMap(([name, value]) =>
      model.columns.has(name) || !isPlain(value) || ['AND', 'OR', 'NOT'].includes(name) || model.references.has(name)
        ? [[name, value]]
        : Object.entries(value),
    ),
  )

const asList = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : [data])
const count = (_rows: unknown, changed: number): object => ({ count: changed })

type Compile = (models: Models, model: Model, args: Plain, values: Values) => Pick<Write, 'sql' | 'answer'>

/** Undefined is answered where a row that must be there is not: Prisma words that. */
const one =
  (rowOf: (raw: Raw) => unknown) =>
  ([row]: readonly Raw[]): unknown =>
    row && rowOf(row)

export const writes: Readonly<Record<string, Compile>> = {
  create(models, model, { data, select, include, ...more }, values) {
    nothingElse(more)
    const { sql, rowOf } = returned(models, model, { select, include })
    return { sql: inserting(model, [data], values, false) + sql, answer: one(rowOf) }
  },
  createMany(_models, model, { data, skipDuplicates, ...more }, values) {
    nothingElse(more)
    return { sql: inserting(model, asList(data), values, skipDuplicates), answer: count }
  },
  createManyAndReturn(models, model, { data, skipDuplicates, select, include, ...more }, values) {
    nothingElse(more)
    const { sql, rowOf } = returned(models, model, { select, include })
    return { sql: inserting(model, asList(data), values, skipDuplicates) + sql, answer: (rows) => rows.map(rowOf) }
  },
  update(models, model, { where, data, select, include, ...more }, values) {
    nothingElse(more)
    const { sql, rowOf } = returned(models, model, { select, include })
    const set = setting(model, data, values)
    const condition = conditionOf({ model, alias: 't0', values }, columnsIn(model, where))
    return { sql: `UPDATE "${model.table}" AS t0 SET ${set} WHERE ${condition}${sql}`, answer: one(rowOf) }
  },
  updateMany(_models, model, { where, data, ...more }, values) {
    nothingElse(more)
    const set = setting(model, data, values)
    const condition = conditionOf({ model, alias: 't0', values }, where)
    return { sql: `UPDATE "${model.table}" AS t0 SET ${set} WHERE ${condition}`, answer: count }
  },
  updateManyAndReturn(models, model, { where, data, select, include, ...more }, values) {
    nothingElse(more)
    const { sql, rowOf } = returned(models, model, { select, include })
    const set = setting(model, data, values)
    const condition = conditionOf({ model, alias: 't0', values }, where)
    const text = `UPDATE "${model.table}" AS t0 SET ${set} WHERE ${condition}${sql}`
    return { sql: text, answer: (rows) => rows.map(rowOf) }
  },
  deleteMany(_models, model, { where, ...more }, values) {
    nothingElse(more)
    const condition = conditionOf({ model, alias: 't0', values }, where)
    return { sql: `DELETE FROM "${model.table}" AS t0 WHERE ${condition}`, answer: count }
  },
}

/** Undefined where it asks for more than is compiled here. */
export const writeOf = (models: Models, model: Model, name: string, args: Plain): Write | undefined => {
  const values = new Values()
  try {
    const write = writes[name]?.(models, model, args, values)
    return write && { ...write, values: values.list, hasRows: write.answer !== count }
  } catch (error) {
    if (error instanceof Beyond) return undefined
    throw error
  }
}
