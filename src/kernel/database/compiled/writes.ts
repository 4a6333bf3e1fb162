/** Writes of one table as one statement each, where Prisma would plan each anew. */
import { plainRows } from './rows.ts'
import { shapeOf } from './select.ts'
import {
  type Compile,
  type Compiled,
  Draft,
  type Plain,
  type Taking,
  all,
  beyond,
  isPlain,
  listOf,
  nothingElse,
  one,
  saidIn,
} from './statement.ts'
import { conditionOf, conditionOfOne, written } from './where.ts'

/** So many rows are written by their values; more go another way. */
const MOST_ROWS = 50

const cell = (draft: Draft, name: string, value: unknown): string => {
  const column = draft.column(name)
  if (column.type === 'Json')
    return isPlain(value) || Array.isArray(value) ? `${draft.place(JSON.stringify(value))}::jsonb` : beyond()
  if (value === null || column.type === 'Bytes') return draft.place(value)
  if (!column.isList) return draft.place(written(column, value))
  return Array.isArray(value) ? draft.place(value.map((one) => written(column, one))) : beyond()
}

/** As SQL, what it does with its arguments, of which `isOne` says that they mean one row. */
type Write = (draft: Draft, args: Plain, isOne: boolean) => string

const insert: Write = (draft, { data, skipDuplicates, ...more }, isOne) => {
  nothingElse(isOne ? { skipDuplicates, ...more } : more)
  const rows = (isOne ? [data] : listOf(data)).map((row) => new Map(saidIn(row)))
  if (rows.length === 0 || rows.length > MOST_ROWS) beyond()
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const lines = rows.map((row) => {
    const cells = names.map((name) => (row.has(name) ? cell(draft, name, row.get(name)) : 'DEFAULT'))
    return `(${cells.join(', ')})`
  })
  const into = names.map((name) => `"${name}"`).join(', ')
  const conflict = skipDuplicates === true ? ' ON CONFLICT DO NOTHING' : ''
  return `INSERT INTO "${draft.model.table}" AS t0 (${into}) VALUES ${lines.join(', ')}${conflict}`
}

const setting = (draft: Draft, name: string, value: unknown): string => {
  const { increment, ...more } = isPlain(value) && draft.column(name).type !== 'Json' ? value : {}
  if (increment === undefined) return `"${name}" = ${cell(draft, name, value)}`
  nothingElse(more)
  return `"${name}" = t0."${name}" + ${cell(draft, name, increment)}`
}

const rowsMeant = (draft: Draft, where: unknown, isOne: boolean): string =>
  (isOne ? conditionOfOne : conditionOf)(draft, where)

const update: Write = (draft, { where, data, ...more }, isOne) => {
  nothingElse(more)
  const set = saidIn(data).map(([name, value]) => setting(draft, name, value))
  if (set.length === 0) beyond()
  return `UPDATE "${draft.model.table}" AS t0 SET ${set.join(', ')} WHERE ${rowsMeant(draft, where, isOne)}`
}

const remove: Write = (draft, { where, ...more }, isOne) => {
  nothingElse(more)
  return `DELETE FROM "${draft.model.table}" AS t0 WHERE ${rowsMeant(draft, where, isOne)}`
}

/** Without `taking` nothing comes back but the number of rows. The columns of other tables have to be read. */
const writing =
  (write: Write, taking?: Taking): Compile =>
  (model, { select, include, ...args }) => {
    const draft = new Draft(model)
    const sql = write(draft, args, taking === one)
    const { values } = draft
    if (!taking) {
      nothingElse({ select, include })
      return { sql, values }
    }
    const { columns, joins, places } = shapeOf(model, { select, include })
    if (joins !== '') beyond()
    return { sql: `${sql} RETURNING ${columns}`, values, answer: (rows) => taking(rows.map(plainRows(places))) }
  }

export const writes: Compiled = {
  create: writing(insert, one),
  createMany: writing(insert),
  createManyAndReturn: writing(insert, all),
  update: writing(update, one),
  updateMany: writing(update),
  updateManyAndReturn: writing(update, all),
  delete: writing(remove, one),
  deleteMany: writing(remove),
}
