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
import { type WriteRow, fieldsWriter, ofColumn, ofReference, rowsWriter } from '../operation/row-json.ts'
import { PAGE_BYTES } from './connection.ts'
import type { PlainField } from './plain.ts'

/** A value as JSON. */
export type Write = (value: unknown) => string

export interface Writer {
  write: Write
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
  bind(places: Places): WriteRow
}

export const fixedPart = (key: string, text: string): Part => ({ key, write: () => text, bind: () => () => text })

export const fieldPart = (key: string, field: PlainField, type: GraphQLOutputType, writer: Writer): Part => {
  const read = field.read as (row: unknown) => unknown
  const write: Write = (row) => {
    const value = read(row)
    // Not brought by its row, which is something else than that there is none.
    if (field.relation !== undefined && value === undefined) beyond()
    return writer.write(value)
  }
  const bind = writer.bind ?? beyond
  const absent = nothing(type)
  return {
    key,
    write,
    bind(places) {
      if (field.relation !== undefined) return ofReference(places, field.relation, bind, absent) ?? beyond()
      if (field.of?.is === 'part') return bind(places)
      const place = places.columns.get(field.columns[0] ?? '')
      const text = place && textWriter(field, type, place)
      return place && text ? ofColumn(place, text, absent) : write
    },
  }
}

export const objectWriter = (parts: readonly Part[], needed: readonly string[]): Writer => {
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
      for (const column of needed) if ((row as Record<string, unknown>)[column] === undefined) beyond()
      return fields(row)
    },
  }
}

const charactersOf = ({ texts }: UnreadRow): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)

/** The general road answers fewer rows where they are large, however little of them is shown. */
export const refuseLarge = (rows: readonly unknown[]): void => {
  const total = rows.reduce<number>((sum, row) => sum + (row instanceof UnreadRow ? charactersOf(row) : 0), 0)
  if (total > PAGE_BYTES / 3) beyond()
}
