/**
 * Rows whose values are the texts that the server sent. Most of a list leaves as text again: a value is read only where
 * somebody asks for it.
 */
import pg from 'pg'
import { onceForEach } from '../../once-for-each.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Column, ColumnType } from './models.ts'
import { type Places, type Read, readersOf } from './rows.ts'
import { beyond } from './statement.ts'

/** A row as it came. */
export type Texts = readonly (string | null)[]

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

type ReadText = (text: string) => unknown

/** Texts and enums are as they came. */
const readers: Readonly<Partial<Record<ColumnType, ReadText>>> = {
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
const listIn = pg.types.getTypeParser(TEXTS as never) as ReadText

/** Bytes are not among them: as a text they would be twice as long. */
const readerOf = ({ type, isList }: Column): ReadText | undefined => {
  if (type === 'Bytes') return beyond()
  return isList ? listIn : readers[type]
}

/** A class for rows of this form. */
export const unreadRows = onceForEach((places: Places): Read => {
  const columns = readersOf(places, readerOf, unreadRows)
  class Row extends UnreadRow {
    get places(): Places {
      return places
    }
  }
  for (const [name, read] of columns)
    Object.defineProperty(Row.prototype, name, {
      get(this: UnreadRow) {
        return read(this.texts)
      },
      enumerable: true,
    })
  return (texts) => new Row(texts as Texts)
})
