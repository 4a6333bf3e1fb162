/** Unread rows as JSON, field by field: how each door writes what its answer is made of. */
import { onceForEach } from '../kernel/once-for-each.ts'
import type { Place, Places, UnreadRow, WriteText } from './column-json.ts'
import { rememberingRows } from './rows-seen.ts'

export type WriteRow = (row: UnreadRow) => string

/**
 * One column, by its text; `absent` is written where it is null. Undefined where the row does not bring it, and where a
 * text is not enough.
 */
export const ofColumn = (
  { columns }: Places,
  name: string,
  writerOf: (place: Place) => WriteText | undefined,
  absent: () => string,
): WriteRow | undefined => {
  const place = columns.get(name)
  const write = place && writerOf(place)
  if (!write) return undefined
  const { at } = place
  return ({ texts }) => {
    const text = texts[at] ?? null
    return text === null ? absent() : write(text)
  }
}

/**
 * The row of another table. What is read of it is not read of this one, although both have the same texts. Undefined
 * where the row does not bring it.
 */
export const ofReference = (
  { references }: Places,
  name: string,
  bind: (places: Places) => WriteRow,
  absent: () => string,
): WriteRow | undefined => {
  const reference = references.get(name)
  if (!reference) return undefined
  const write = bind(reference.places)
  return (row) => {
    const there = (row as unknown as Readonly<Record<string, UnreadRow | null>>)[name] ?? null
    return there === null ? absent() : write(there)
  }
}

const inBraces = (fields: string): string => `{${fields}}`

/** An object by what writes each of its fields; undefined is left out. */
export const fieldsWriter = <Given>(
  parts: readonly { key: string; write(given: Given): string | undefined }[],
  wrap = inBraces,
): ((given: Given) => string) => {
  const fields = parts.map(({ key, write }) => ({ name: `${JSON.stringify(key)}:`, write }))
  return (given) => {
    let text = ''
    for (const { name, write } of fields) {
      const value = write(given)
      if (value !== undefined) text += (text.length === 0 ? '' : ',') + name + value
    }
    return wrap(text)
  }
}

/** Rows of any form: for each form a writer is made once. */
export const rowsWriter = (bind: (places: Places) => WriteRow): WriteRow => {
  const writerOf = onceForEach((places: Places) => rememberingRows(places, bind(places)))
  return (row) => writerOf(row.places)(row)
}
