/**
 * Rows whose values are the texts that the server sent. Most of a list leaves as text again: a value is read only where
 * somebody asks for it.
 */
import pg from 'pg'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Column, ColumnType } from './models.ts'

/** A row as it came. */
export type Texts = readonly (string | null)[]

/** Where in a row a column stands. */
export interface Place {
  at: number
  column: Column
}

/** Where in a row its columns stand, and what it refers to, whose column `found` is null where there is none. */
export interface Places {
  columns: ReadonlyMap<string, Place>
  references: ReadonlyMap<string, { found: number; places: Places }>
}

/** Its columns are read like those of any row, though they are not its own: it is not to be spread. */
export abstract class UnreadRow {
  abstract readonly places: Places
  readonly texts: Texts

  constructor(texts: Texts) {
    this.texts = texts
  }
}

/** The columns of a row as its own, for who spreads it. */
export const ownColumns = <Row extends object>(row: Row): Row =>
  row instanceof UnreadRow
    ? (Object.fromEntries([...row.places.columns.keys()].map((name) => [name, row[name as keyof Row]])) as Row)
    : row

/** Sessions are in UTC, and say so in two digits, which JavaScript does not read. */
const instantIn = (text: string): Date => new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z'))

type Read = (text: string) => unknown

const asIs: Read = (text) => text

/** Bytes are not among them: as a text they would be twice as long. */
const readers: Readonly<Partial<Record<ColumnType, Read>>> = {
  String: asIs,
  enum: asIs,
  Int: Number,
  Float: Number,
  Boolean: (text) => text === 't',
  BigInt: (text) => BigInt(text),
  Decimal: (text) => new Prisma.Decimal(text),
  DateTime: instantIn,
  Json: (text) => JSON.parse(text) as unknown,
}

/** What PostgreSQL calls a list of texts; other lists are not among the columns. */
const TEXTS = 1009
const listIn = pg.types.getTypeParser(TEXTS as never) as Read

const readerOf = ({ type, isList }: Column): Read | undefined => (isList ? listIn : readers[type])

const getterOf = ({ at, column }: Place) => {
  const read = readerOf(column) as Read
  return function column(this: UnreadRow): unknown {
    const text = this.texts[at] ?? null
    return text === null ? null : read(text)
  }
}

type Make = (texts: Texts) => UnreadRow

/** A class for rows of this form. Undefined where the text of some column is not read. */
export const unreadRows = (places: Places): Make | undefined => {
  const { columns, references } = places
  if ([...columns.values()].some(({ column }) => !readerOf(column))) return undefined
  class Row extends UnreadRow {
    get places(): Places {
      return places
    }
  }
  const offer = (name: string, get: (this: UnreadRow) => unknown): void =>
    void Object.defineProperty(Row.prototype, name, { get, enumerable: true })
  for (const [name, place] of columns) offer(name, getterOf(place))
  for (const [name, { found, places: there }] of references) {
    const make = unreadRows(there)
    if (!make) return undefined
    offer(name, function reference() {
      return this.texts[found] === null ? null : make(this.texts)
    })
  }
  return (texts) => new Row(texts)
}
