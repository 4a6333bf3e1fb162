/** How plans write their answers: as text, of values, or of the texts of rows that nobody has read. */
import { type GraphQLLeafType, type GraphQLOutputType, getNamedType, isNonNullType } from 'graphql'
import { type Places, UnreadRow, type WriteText, quoted, writerOfColumn } from '../operation/column-json.ts'
import { type WriteRow, fieldsWriter, ofColumn, ofReference, rowsWriter } from '../operation/row-json.ts'
import { charactersIn } from '../operation/rows-seen.ts'
import { PAGE_BYTES, connectionOf, wholeConnection } from './connection.ts'
import type { Context } from './context.ts'
import type { PlainField } from './plain.ts'
import type { Page } from '../operation/pagination.ts'

/** A value as JSON. */
export type Write = (value: unknown) => string

/** A value as JSON for this caller, of resolvers; nothing that is written so is remembered. */
export type Ask = (value: unknown, context: Context) => Promise<string>

export interface Writer {
  write: Write
  /** Takes the place of `write` where a resolver is asked for something in it. */
  ask?: Ask | undefined
  /** Of unread rows of this form, where it is an object. */
  bind?(places: Places): WriteRow
}

/** Thrown where a document asks for more than plans know, and where a row has not what its type promises. */
export class BeyondPlans extends Error {}

export const beyond = (): never => {
  throw new BeyondPlans()
}

const jsonOf = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))

/** What has no word or number is a fault, which the general road words. */
export const leafWriter = (type: GraphQLLeafType): Writer => ({
  write: (value) => jsonOf(type.serialize(value) ?? beyond()),
})

const listed = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : beyond())

export const listWriter = ({ write, ask }: Writer): Writer => ({
  write: (list) => `[${listed(list).map(write).join(',')}]`,
  ask:
    ask &&
    (async (list, context) => `[${(await Promise.all(listed(list).map((one) => ask(one, context)))).join(',')}]`),
})

/** What stands in the place of nothing. */
const nothing = (type: GraphQLOutputType): (() => string) => (isNonNullType(type) ? beyond : () => 'null')

export const completed = (type: GraphQLOutputType, writer: Writer): Writer => {
  const absent = nothing(type)
  const { write, ask } = writer
  const isAbsent = (value: unknown): boolean => value === null || value === undefined
  return {
    ...writer,
    write: (value) => (isAbsent(value) ? absent() : write(value)),
    ask: ask && (async (value, context) => (isAbsent(value) ? absent() : ask(value, context))),
  }
}

/** What is one of several types, each of which has its writer. */
export const eitherWriter = (writers: ReadonlyMap<string, Writer>, typeOf: (value: unknown) => unknown): Writer => {
  const of = (value: unknown): Writer => writers.get(String(typeOf(value))) ?? beyond()
  const isAsked = [...writers.values()].some(({ ask }) => ask)
  return {
    write: (value) => of(value).write(value),
    ask: isAsked ? async (value, context) => asked(of(value), value, context) : undefined,
  }
}

/** As JSON, whichever way it is written. */
export const asked = async ({ write, ask }: Writer, value: unknown, context: Context): Promise<string> =>
  ask ? ask(value, context) : write(value)

/** Words have another name in GraphQL, of which there are few. */
const named = (type: GraphQLLeafType): WriteText => {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text) ?? jsonOf(type.serialize(text))
    names.set(text, known)
    return known
  }
}

const decimal: WriteText = (digits) => `"${digits}"`

/** One field of an object. */
export interface Part {
  key: string
  /** What it needs of the row. */
  columns: readonly string[]
  write: Write
  ask?: Ask | undefined
  bind(places: Places): WriteRow
}

export const fixedPart = (key: string, text: string): Part => ({
  key,
  columns: [],
  write: () => text,
  bind: () => () => text,
})

export const fieldPart = (key: string, field: PlainField, type: GraphQLOutputType, writer: Writer): Part => {
  const { relation, columns, of } = field
  const { ask, bind = beyond } = writer
  const read = (row: unknown): unknown => {
    const value = (field.read as (row: unknown) => unknown)(row)
    // Not brought by its row, which is something else than that there is none.
    return relation !== undefined && value === undefined ? beyond() : value
  }
  const write: Write = (row) => writer.write(read(row))
  const absent = nothing(type)
  return {
    key,
    columns,
    write,
    ask: ask && (async (row, context) => ask(read(row), context)),
    bind(places) {
      if (relation !== undefined) return ofReference(places, relation, bind, absent) ?? beyond()
      if (of?.is === 'part') return bind(places)
      const texts = { digits: decimal, word: named(getNamedType(type) as GraphQLLeafType) }
      return ofColumn(places, columns[0] ?? '', (place) => of && writerOfColumn(of, place, texts), absent) ?? write
    },
  }
}

export type Resolve = (row: unknown, given: object, context: Context) => unknown

/** A field whose resolver is asked, which may look at more than the row. */
export const resolvedPart = (key: string, resolve: Resolve, columns: readonly string[], writer: Writer): Part => ({
  key,
  columns,
  write: beyond,
  bind: beyond,
  async ask(row, context) {
    requireColumns(row, columns)
    // A row that was not read cannot be spread: a resolver gets what it asks for.
    const value = await resolve(row instanceof UnreadRow ? readColumns(row, columns) : row, {}, context)
    return value instanceof Error ? beyond() : asked(writer, value, context)
  },
})

const readColumns = (row: UnreadRow, columns: readonly string[]): object =>
  Object.fromEntries(columns.map((column) => [column, row[column as keyof UnreadRow]]))

const requireColumns = (row: unknown, columns: readonly string[]): void => {
  for (const column of columns) if ((row as Record<string, unknown>)[column] === undefined) beyond()
}

export const objectWriter = (parts: readonly Part[]): Writer =>
  parts.some(({ ask }) => ask) ? askingWriter(parts) : plainWriter(parts)

const plainWriter = (parts: readonly Part[]): Writer => {
  const needed = [...new Set(parts.flatMap(({ columns }) => columns))]
  const fields = fieldsWriter<unknown>(parts)
  const bind = (places: Places): WriteRow => {
    for (const name of needed) if (!places.columns.has(name) && !places.references.has(name)) beyond()
    return fieldsWriter(parts.map(({ key, bind }) => ({ key, write: bind(places) })))
  }
  const unread = rowsWriter(bind)
  return {
    bind,
    write(row) {
      if (row instanceof UnreadRow) return unread(row)
      requireColumns(row, needed)
      return fields(row)
    },
  }
}

/** The fields between those whose resolvers are asked are written together, and remembered like a whole row. */
const askingWriter = (parts: readonly Part[]): Writer => {
  const pieces: Ask[] = []
  let plain: Part[] = []
  const end = (): void => {
    const { write } = plainWriter(plain)
    if (plain.length > 0) pieces.push(async (row) => write(row).slice(1, -1))
    plain = []
  }
  for (const part of parts) {
    const { key, ask } = part
    if (!ask) {
      plain.push(part)
      continue
    }
    end()
    const name = JSON.stringify(key)
    pieces.push(async (row, context) => `${name}:${await ask(row, context)}`)
  }
  end()
  return {
    write: beyond,
    ask: async (row, context) => `{${(await Promise.all(pieces.map((piece) => piece(row, context)))).join(',')}}`,
  }
}

/** The general road answers fewer rows where they are large, however little of them is shown. */
export const connected = (page: Page<unknown>): object => {
  if (!(page.rows[0] instanceof UnreadRow)) return connectionOf(page)
  if ((page.rows as UnreadRow[]).reduce((sum, row) => sum + charactersIn(row.texts), 0) > PAGE_BYTES / 3) beyond()
  return wholeConnection(page)
}
