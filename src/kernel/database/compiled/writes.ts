/** Writes of one table as one statement each, where Prisma would plan each anew. What is not known here is `Beyond`. */
import type { Model } from './models.ts'
import { type Raw, Statement, plainRows } from './select.ts'
import { Beyond, type Plain, Values, conditionOf, isPlain, nothingElse, unlessBeyond, written } from './where.ts'

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

/** Of the rows that come back: all of them, or the one, where undefined says that it is not there. Prisma words that. */
type Of = (rows: readonly unknown[]) => unknown
const all: Of = (rows) => rows
const one: Of = ([row]) => row

/** What comes back; the columns of other tables have to be read. Without `of` it is the number of rows. */
const returned = (models: Models, model: Model, asked: Plain, of: Of | undefined): { sql: string; answer: Answer } => {
  if (!of) {
    nothingElse(asked)
    return { sql: '', answer: count }
  }
  const statement = new Statement(models)
  const rowOf = plainRows(statement.places('t0', model, asked))
  if (statement.joins.length > 0) throw new Beyond()
  return { sql: ` RETURNING ${statement.columns.join(', ')}`, answer: (rows) => of(rows.map(rowOf)) }
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

type Compile = (models: Models, model: Model, args: Plain, values: Values) => Pick<Write, 'sql' | 'answer'>

const inserts =
  (of?: Of): Compile =>
  (models, model, { data, skipDuplicates, ...asked }, values) => {
    const { sql, answer } = returned(models, model, asked, of)
    const rows = Array.isArray(data) ? (data as unknown[]) : [data]
    return { sql: inserting(model, rows, values, skipDuplicates) + sql, answer }
  }

const updates =
  (of?: Of): Compile =>
  (models, model, { where, data, ...asked }, values) => {
    const { sql, answer } = returned(models, model, asked, of)
    const set = setting(model, data, values)
    const condition = conditionOf({ model, alias: 't0', values }, of === one ? columnsIn(model, where) : where)
    return { sql: `UPDATE "${model.table}" AS t0 SET ${set} WHERE ${condition}${sql}`, answer }
  }

export const writes: Readonly<Record<string, Compile>> = {
  create: inserts(one),
  createMany: inserts(),
  createManyAndReturn: inserts(all),
  update: updates(one),
  updateMany: updates(),
  updateManyAndReturn: updates(all),
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
