/** Reads as one statement each: its columns, what the rows refer to, filter, order and page. */
import { onceForEach } from '../../once-for-each.ts'
import type { Model, Reference } from './models.ts'
import { type Place, type Places, type Read, type Referred, plainRows } from './rows.ts'
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
import { unreadRows } from './unread.ts'
import { conditionOf, conditionOfOne } from './where.ts'

const MOST_REFERENCES = 8

const everyColumn = onceForEach(({ columns }: Model) =>
  Object.fromEntries([...columns.keys()].map((name) => [name, true])),
)

/** The columns that a statement answers, and the tables that they are in beside its own. */
class Columns {
  readonly list: string[] = []
  readonly joins: string[] = []

  /** Where in a row is what `select` or `include` asks for. */
  places(alias: string, model: Model, { select, include, ...more }: Plain): Places {
    nothingElse(more)
    const columns = new Map<string, Place>()
    const references = new Map<string, Referred>()
    for (const [name, value] of saidIn(select ?? { ...everyColumn(model), ...(include as Plain) })) {
      const column = model.columns.get(name)
      if (column && value === true) columns.set(name, { at: this.#place(alias, name), column })
      else if (value !== false) references.set(name, this.#reference(alias, model.references.get(name), value))
    }
    return { columns, references }
  }

  #place(alias: string, name: string): number {
    return this.list.push(`${alias}."${name}"`) - 1
  }

  #reference(alias: string, reference: Reference | undefined, asked: unknown): Referred {
    if (!reference || this.joins.length >= MOST_REFERENCES) return beyond()
    const { model, from, to } = reference
    const other = `t${this.joins.length + 1}`
    const on = from.map((column, index) => `${other}."${to[index]}" = ${alias}."${column}"`)
    this.joins.push(` LEFT JOIN "${model.table}" AS ${other} ON ${on.join(' AND ')}`)
    const found = this.#place(other, to[0] as string)
    return { found, places: this.places(other, model, asked === true ? {} : (asked as Plain)) }
  }
}

/** What a statement answers, as SQL, and where that stands. */
const newShape = (model: Model, asked: Plain) => {
  const columns = new Columns()
  const places = columns.places('t0', model, asked)
  return { columns: columns.list.join(', '), joins: columns.joins.join(''), places }
}

/** What asks often asks with the same object: its columns are put together once. */
const shapesOf = onceForEach((model: Model) => ({
  selecting: onceForEach((select: object) => newShape(model, { select })),
  including: onceForEach((include: object) => newShape(model, { include })),
}))

const NOTHING = {}

export const shapeOf = (model: Model, { select, include, ...more }: Plain): ReturnType<typeof newShape> => {
  nothingElse(more)
  const { selecting, including } = shapesOf(model)
  return select ? selecting(select) : including(include ?? NOTHING)
}

const directions: Readonly<Record<string, string>> = { asc: 'ASC', desc: 'DESC' }
const nullsAt: Readonly<Record<string, string>> = { first: ' NULLS FIRST', last: ' NULLS LAST' }

const orderOf = ({ columns }: Model, orderBy: unknown = []): string => {
  const parts = listOf(orderBy)
    .flatMap(saidIn)
    .map(([name, value]) => {
      const { sort, nulls } = isPlain(value) ? value : { sort: value }
      const direction = directions[String(sort)]
      if (!columns.has(name) || !direction) return beyond()
      return `t0."${name}" ${direction}${nullsAt[String(nulls)] ?? ''}`
    })
  return parts.length === 0 ? '' : ` ORDER BY ${parts.join(', ')}`
}

const whole = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : beyond()

/**
 * PostgreSQL keeps a plan only if it knows how many rows are wanted. Where the filter asks about the key alone no value
 * makes another plan better; elsewhere each one is planned with its values.
 */
const limitOf = (draft: Draft, take: number): string =>
  [...draft.asked].every((name) => draft.model.key.includes(name)) ? String(take) : draft.place(take)

interface Reading {
  taking: Taking
  conditionIn?: typeof conditionOf
  rowsOf?: (places: Places) => Read
  asTexts?: true
}

const reading =
  ({ taking, conditionIn = conditionOf, rowsOf = plainRows, ...manner }: Reading): Compile =>
  (model, { where, orderBy, take, skip, ...asked }) => {
    const draft = new Draft(model)
    const { columns, joins, places } = shapeOf(model, asked)
    const rowOf = rowsOf(places)
    const condition = conditionIn(draft, where)
    const most = taking === all ? take : 1
    const limit = most === undefined ? '' : ` LIMIT ${limitOf(draft, whole(most))}`
    const offset = skip === undefined ? '' : ` OFFSET ${draft.place(whole(skip))}`
    const from = `SELECT ${columns} FROM "${model.table}" AS t0${joins}`
    const sql = `${from} WHERE ${condition}${orderOf(model, orderBy)}${limit}${offset}`
    return { ...manner, sql, values: draft.values, answer: (rows) => taking(rows.map(rowOf)) }
  }

const oneOrNull: Taking = ([row]) => row ?? null

export const reads: Compiled = {
  findMany: reading({ taking: all }),
  findFirst: reading({ taking: oneOrNull }),
  findFirstOrThrow: reading({ taking: one }),
  count(model, { where, ...more }) {
    nothingElse(more)
    const draft = new Draft(model)
    const sql = `SELECT count(*) FROM "${model.table}" AS t0 WHERE ${conditionOf(draft, where)}`
    return { sql, values: draft.values, answer: ([counted]) => Number(counted?.[0]) }
  },
}

export const readsByKey: Compiled = {
  findUnique: reading({ taking: oneOrNull, conditionIn: conditionOfOne }),
  findUniqueOrThrow: reading({ taking: one, conditionIn: conditionOfOne }),
}

/** Of rows that are not read. */
export const unreadReads: Compiled = {
  findMany: reading({ taking: all, rowsOf: unreadRows, asTexts: true }),
}
