/** Rows, made of what comes back for them by where in it each column stands. */
import { onceForEach } from '../../once-for-each.ts'
import { fromDriver } from '../raw.ts'
import type { Column, ColumnType } from './models.ts'
import type { Raw } from './statement.ts'

/** Where in a row a column stands. */
export interface Place {
  at: number
  column: Column
}

/** A row that is referred to, whose column `found` is null where there is none. */
export interface Referred {
  found: number
  places: Places
}

/** Where in a row its columns stand, and what it refers to. */
export interface Places {
  columns: ReadonlyMap<string, Place>
  references: ReadonlyMap<string, Referred>
}

export type Read = (raw: Raw) => unknown
/** Of the values of one column, where they are not given as they came. */
type ReadValue = ((value: never) => unknown) | undefined

/** How what a row has is read, by its names; null is null everywhere. */
export const readersOf = (
  { columns, references }: Places,
  ofColumn: (column: Column) => ReadValue,
  ofRow: (places: Places) => Read,
): [string, Read][] => {
  const nullOr =
    (at: number, read: Read): Read =>
    (raw) =>
      raw[at] === null ? null : read(raw)
  return [
    ...Array.from(columns, ([name, { at, column }]): [string, Read] => {
      const read = ofColumn(column)
      return [name, read ? nullOr(at, (raw) => read(raw[at] as never)) : (raw) => raw[at]]
    }),
    ...Array.from(references, ([name, { found, places }]): [string, Read] => [name, nullOr(found, ofRow(places))]),
  ]
}

const readers: Readonly<Partial<Record<ColumnType, ReadValue>>> = fromDriver

/** Rows as Prisma would give them. */
export const plainRows = onceForEach((places: Places): Read => {
  const entries = readersOf(places, ({ type }) => readers[type], plainRows)
  return (raw) => {
    const row: Record<string, unknown> = {}
    for (const [name, read] of entries) row[name] = read(raw)
    return row
  }
})
