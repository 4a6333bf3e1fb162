/** How plans write their answers: as text, of values, or of the texts of rows that nobody has read. */
import {
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isNonNullType,
} from 'graphql'
import { type Place, type Places, UnreadRow, type WriteText, quoted, writerOfColumn } from '../operation/column-json.ts'
import { rememberingRows } from '../operation/rows-seen.ts'
import { PAGE_BYTES } from './connection.ts'
import type { PlainField } from './plain.ts'

/** A value as JSON. */
export type Write = (value: unknown) => string

export interface Writer {
  write: Write
  /** Of unread rows of this form, where it is an object. */
  bind?(places: Places): (row: UnreadRow) => string
}

/** Thrown where a document asks for more than plans know, and where a row has not what its type promises. */
export class BeyondPlans extends Error {}

export const beyond = (): never => {
  throw new BeyondPlans()
}

const jsonOf = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))

export const leafWriter = (type: GraphQLLeafType): Writer => ({ write: (value) => jsonOf(type.serialize(value)) })

export const listWriter = ({ write }: Writer): Writer => ({
  write: (list) => (Array.isArray(list) ? `[${list.map(write).join(',')}]` : beyond()),
})

/** What stands in the place of nothing. */
const nothing = (type: GraphQLOutputType): (() => string) => (isNonNullType(type) ? beyond : () => 'null')

export const completed = (type: GraphQLOutputType, writer: Writer): Writer => {
  const absent = nothing(type)
  return { ...writer, write: (value) => (value === null || value === undefined ? absent() : writer.write(value)) }
}

/** Words have another name in GraphQL, of which there are few. */
const named = (type: GraphQLEnumType): WriteText => {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text) ?? jsonOf(type.serialize(text))
    names.set(text, known)
    return known
  }
}

const decimal: WriteText = (digits) => `"${digits}"`

const textWriter = ({ of }: PlainField, type: GraphQLOutputType, place: Place): WriteText | undefined => {
  if (of?.is !== 'choice') return of && writerOfColumn(of, place, decimal)
  const words = getNamedType(type)
  return isEnumType(words) && !place.column.isList ? named(words) : undefined
}

/** One field of an object. */
export interface Part {
  key: string
  write: Write
  bind(places: Places): (row: UnreadRow) => string
}

export const fixedPart = (key: string, text: string): Part => ({ key, write: () => text, bind: () => () => text })

const bound = (field: PlainField, type: GraphQLOutputType, writer: Writer, places: Places) => {
  const absent = nothing(type)
  if (field.relation !== undefined) {
    const write = writer.bind?.((places.references.get(field.relation) ?? beyond()).places) ?? beyond()
    const other = field.read as (row: unknown) => UnreadRow | null
    // What is read of the other row is not read of this one, although both have the same texts.
    return (row: UnreadRow) => {
      const there = other(row)
      return there === null ? absent() : write(there)
    }
  }
  if (field.of?.is === 'part') return writer.bind?.(places) ?? beyond()
  const place = places.columns.get(field.columns[0] ?? '')
  const write = place && textWriter(field, type, place)
  if (!place || !write) return (row: UnreadRow) => writer.write((field.read as (row: unknown) => unknown)(row))
  return ({ texts }: UnreadRow) => {
    const text = texts[place.at] ?? null
    return text === null ? absent() : write(text)
  }
}

export const fieldPart = (key: string, field: PlainField, type: GraphQLOutputType, writer: Writer): Part => {
  const read = field.read as (row: unknown) => unknown
  return { key, write: (row) => writer.write(read(row)), bind: (places) => bound(field, type, writer, places) }
}

/** The fields of one object by what writes each of them. */
export const fieldsWriter = <Given extends unknown[]>(
  parts: readonly { key: string; write(...given: Given): string }[],
): ((...given: Given) => string) => {
  const keyed = parts.map(({ key, write }, at) => ({ before: `${at === 0 ? '' : ','}${JSON.stringify(key)}:`, write }))
  return (...given) => {
    let text = '{'
    for (const { before, write } of keyed) text += before + write(...given)
    return `${text}}`
  }
}

export const objectWriter = (parts: readonly Part[], needed: readonly string[]): Writer => {
  const fields = fieldsWriter<[unknown]>(parts)
  return {
    write(row) {
      for (const column of needed) if ((row as Record<string, unknown>)[column] === undefined) beyond()
      return fields(row)
    },
    bind(places) {
      for (const name of needed) if (!places.columns.has(name) && !places.references.has(name)) beyond()
      return fieldsWriter<[UnreadRow]>(parts.map(({ key, bind }) => ({ key, write: bind(places) })))
    },
  }
}

const charactersOf = ({ texts }: UnreadRow): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)

/** The general road answers fewer rows where they are large, however little of them is shown. */
export const refuseLarge = (rows: readonly unknown[]): void => {
  const total = rows.reduce<number>((sum, row) => sum + (row instanceof UnreadRow ? charactersOf(row) : 0), 0)
  if (total > PAGE_BYTES / 3) beyond()
}

/** Rows of a page, which have all been read, or all not. */
export const rowWriter = ({ write, bind }: Writer): Write => {
  let last: { places: Places; write(row: UnreadRow): string } | undefined
  return (row) => {
    if (!(row instanceof UnreadRow)) return write(row)
    const { places } = row
    if (last?.places !== places) last = { places, write: rememberingRows(places, (bind ?? beyond)(places)) }
    return last.write(row)
  }
}
