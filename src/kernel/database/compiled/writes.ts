/** Writes of one table as one statement each, where Prisma would plan each anew. What is not known here is `Beyond`. */
import type { Model } from './models.ts'
import { Columns, type Raw, plainRows } from './select.ts'
import {
  Beyond,
  type Plain,
  Values,
  conditionOf,
  conditionOfOne,
  isPlain,
  nothingElse,
  unlessBeyond,
  written,
} from './where.ts'

type Models = ReadonlyMap<string, Model>

export interface Write {
  sql: string
  values: readonly unknown[]
  hasRows: boolean
  /** What is answered of the rows, or of their number. */
  answer(rows: readonly Raw[], count: number): unknown
}

/** So many rows are written by their values; more go another way. */
const MOST_ROWS = 50

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

type Answer = Write['answer']

const count: Answer = (_rows, changed) => ({ count: changed })

/** What is answered of the rows that come back. */
type Taking = (rows: readonly unknown[]) => unknown
const all: Taking = (rows) => rows
/** Undefined where a row that must be there is not: Prisma words that. */
const one: Taking = ([row]) => row

/** Without `taking` nothing comes back but the number of rows. The columns of other tables have to be read. */
const returned = (models: Models, model: Model, asked: Plain, taking: Taking | undefined) => {
  if (!taking) {
    nothingElse(asked)
    return { sql: '', answer: count }
  }
  const columns = new Columns(models)
  const rowOf = plainRows(columns.places('t0', model, asked))
  if (columns.joins.length > 0) throw new Beyond()
  const answer: Answer = (rows) => taking(rows.map(rowOf))
  return { sql: ` RETURNING ${columns.list.join(', ')}`, answer }
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
        : wholeKey(value),
    ),
  )

/** Without a part of it, it would be the key of many rows: Prisma refuses that. */
const wholeKey = (key: Plain): [string, unknown][] => {
  const parts = Object.entries(key)
  if (parts.some(([, value]) => value === undefined)) throw new Beyond()
  return parts
}

type Compile = (models: Models, model: Model, args: Plain, values: Values) => Pick<Write, 'sql' | 'answer'>

const inserts =
  (taking?: Taking): Compile =>
  (models, model, { data, skipDuplicates, ...asked }, values) => {
    const { sql, answer } = returned(models, model, asked, taking)
    if (taking === one) nothingElse({ skipDuplicates })
    const rows = taking !== one && Array.isArray(data) ? (data as unknown[]) : [data]
    return { sql: inserting(model, rows, values, skipDuplicates) + sql, answer }
  }

const updates =
  (taking?: Taking): Compile =>
  (models, model, { where, data, ...asked }, values) => {
    const { sql, answer } = returned(models, model, asked, taking)
    const set = setting(model, data, values)
    const source = { model, alias: 't0', values }
    const condition = taking === one ? conditionOfOne(source, columnsIn(model, where)) : conditionOf(source, where)
    return { sql: `UPDATE "${model.table}" AS t0 SET ${set} WHERE ${condition}${sql}`, answer }
  }

export const writes: Readonly<Record<string, Compile>> = {
  create: inserts(one),
  createMany: inserts(),
  createManyAndReturn: inserts(all),
  update: updates(one),
  updateMany: updates(),
  updateManyAndReturn: updates(all),
  delete(models, model, { where, ...asked }, values) {
    const { sql, answer } = returned(models, model, asked, one)
    const condition = conditionOfOne({ model, alias: 't0', values }, columnsIn(model, where))
    return { sql: `DELETE FROM "${model.table}" AS t0 WHERE ${condition}${sql}`, answer }
  },
  deleteMany(_models, model, { where, ...more }, values) {
    nothingElse(more)
    const condition = conditionOf({ model, alias: 't0', values }, where)
    return { sql: `DELETE FROM "${model.table}" AS t0 WHERE ${condition}`, answer: count }
  },
}

/** Undefined where it asks for more than is compiled here. */
export const writeOf = (models: Models, model: Model, name: string, args: Plain): Write | undefined =>
  unlessBeyond(() => {
    const values = new Values()
    const write = writes[name]?.(models, model, args, values)
    return write && { ...write, values: values.list, hasRows: write.answer !== count }
  })
