/** How plans write their answers: as text, of values, or of the texts of rows that nobody has read. */
import { type GraphQLLeafType, type GraphQLOutputType, getNamedType, isNonNullType } from 'graphql'
import { type Places, UnreadRow, type WriteText, asIs, quoted, writerOfColumn } from '../operation/column-json.ts'
import { type WriteRow, fieldsWriter, ofColumn, ofReference, rowsWriter } from '../operation/row-json.ts'
import type { Context } from './context.ts'
import type { PlainField } from './plain.ts'

export interface Writer {
  /** A value as JSON: at once, or later where a resolver is asked for something in it. */
  write(value: unknown, context: Context): string | Promise<string>
  /** Whether resolvers are asked, for this caller: nothing that is written so is remembered. */
  isAsked?: boolean
  /** Of unread rows of this form; absent where `write` is as good for them. */
  bind?(places: Places): WriteRow
}

/** One field of an object, written of its row. */
export interface Part extends Writer {
  key: string
  /** What it needs of the row. */
  columns: readonly string[]
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

const inBrackets = (texts: readonly unknown[]): string => `[${texts.join(',')}]`

export const listWriter = ({ write, isAsked = false }: Writer): Writer => ({
  isAsked,
  write: isAsked
    ? async (list, context) => inBrackets(await Promise.all(listed(list).map(async (one) => write(one, context))))
    : (list, context) => inBrackets(listed(list).map((one) => write(one, context))),
})

/** What stands in the place of nothing. */
const nothing = (type: GraphQLOutputType): (() => string) => (isNonNullType(type) ? beyond : () => 'null')

export const completed = (type: GraphQLOutputType, writer: Writer): Writer => {
  const absent = nothing(type)
  return {
    ...writer,
    write: (value, context) => (value === null || value === undefined ? absent() : writer.write(value, context)),
  }
}

/** What is one of several types, each of which has its writer. */
export const eitherWriter = (writers: ReadonlyMap<string, Writer>, typeOf: (value: unknown) => unknown): Writer => ({
  isAsked: [...writers.values()].some(({ isAsked }) => isAsked),
  write: (value, context) => (writers.get(String(typeOf(value))) ?? beyond()).write(value, context),
})

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

export const fixedPart = (key: string, value: string): Part => {
  const text = JSON.stringify(value)
  return { key, columns: [], write: () => text }
}

export const fieldPart = (key: string, field: PlainField, type: GraphQLOutputType, writer: Writer): Part => {
  const { relation, columns, of } = field
  const { isAsked = false, bind = beyond } = writer
  const name = relation ?? columns[0] ?? ''
  const read = (field.read ?? ((row: Readonly<Record<string, unknown>>) => row[name])) as (row: unknown) => unknown
  const absent = nothing(type)
  const write: Writer['write'] = (row, context) => {
    const value = read(row)
    // Not brought by its row, which is something else than that there is none.
    if (relation !== undefined && value === undefined) beyond()
    return writer.write(value, context)
  }
  return {
    key,
    columns,
    isAsked,
    write,
    bind(places) {
      if (relation !== undefined) return ofReference(places, relation, bind, absent) ?? beyond()
      if (of?.is === 'part') return bind(places)
      const texts = { digits: decimal, word: named(getNamedType(type) as GraphQLLeafType) }
      return ofColumn(places, name, (place) => of && writerOfColumn(of, place, texts), absent) ?? (write as WriteRow)
    },
  }
}

export type Resolve = (row: unknown, given: object, context: Context) => unknown

/** A field whose resolver is asked, which may look at more than the row. */
export const resolvedPart = (key: string, resolve: Resolve, columns: readonly string[], { write }: Writer): Part => ({
  key,
  columns,
  isAsked: true,
  async write(row, context) {
    requireColumns(row, columns)
    // A row that was not read cannot be spread: a resolver gets what it asks for.
    const value = await resolve(row instanceof UnreadRow ? readColumns(row, columns) : row, {}, context)
    return value instanceof Error ? beyond() : write(value, context)
  },
})

const readColumns = (row: UnreadRow, columns: readonly string[]): object =>
  Object.fromEntries(columns.map((column) => [column, row[column as keyof UnreadRow]]))

const requireColumns = (row: unknown, columns: readonly string[]): void => {
  for (const column of columns) if ((row as Record<string, unknown>)[column] === undefined) beyond()
}

export const objectWriter = (parts: readonly Part[]): Writer =>
  parts.some(({ isAsked }) => isAsked) ? askingWriter(parts) : plainWriter(parts)

const plainWriter = (parts: readonly Part[], wrap?: WriteText) => {
  const needed = [...new Set(parts.flatMap(({ columns }) => columns))]
  // No resolver is asked: each is written at once, for whoever it is.
  const plain = parts as readonly (Part & { write(row: unknown): string })[]
  const fields = fieldsWriter<unknown>(plain, wrap)
  const bind = (places: Places): WriteRow => {
    for (const name of needed) if (!places.columns.has(name) && !places.references.has(name)) beyond()
    return fieldsWriter(
      plain.map(({ key, write, bind }) => ({ key, write: bind?.(places) ?? write })),
      wrap,
    )
  }
  const unread = rowsWriter(bind)
  return {
    bind,
    write(row: unknown): string {
      if (row instanceof UnreadRow) return unread(row)
      requireColumns(row, needed)
      return fields(row)
    },
  }
}

/** The fields between those whose resolvers are asked are written together, and remembered like a whole row. */
const askingWriter = (parts: readonly Part[]): Writer => {
  const runs: Part[][] = []
  for (const part of parts) {
    const [before] = runs.at(-1) ?? []
    if (before && !before.isAsked && !part.isAsked) runs.at(-1)?.push(part)
    else runs.push([part])
  }
  const pieces = runs.map(pieceWriter)
  return {
    isAsked: true,
    write: async (row, context) => `{${(await Promise.all(pieces.map((piece) => piece(row, context)))).join(',')}}`,
  }
}

const pieceWriter = (run: readonly Part[]): ((row: unknown, context: Context) => Promise<string>) => {
  const [{ key, write, isAsked } = beyond()] = run
  if (isAsked) {
    const name = JSON.stringify(key)
    return async (row, context) => `${name}:${await write(row, context)}`
  }
  const plain = plainWriter(run, asIs)
  return async (row) => plain.write(row)
}
