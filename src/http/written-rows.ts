/** Unread rows as JSON: what a view says of them (`answers.ts`), written from their texts. */
import { writeJson } from '../kernel/json.ts'
import {
  type Place,
  type Places,
  UnreadRow,
  type WriteText,
  asIs,
  quoted,
  rewrittenJson,
  writerOfColumn,
} from '../operation/column-json.ts'
import type { Page } from '../operation/pagination.ts'
import { rememberingRows } from '../operation/rows-seen.ts'
import { type Field, type View, nameOf } from '../operation/view.ts'
import { fieldsFor, valueWriter } from './answers.ts'

type AnyField = Field<unknown, unknown>
/** Undefined where the field is left out. */
type Write = (row: UnreadRow) => string | undefined

const textWriter = ({ options }: AnyField, place: Place): WriteText | undefined => {
  const { type, isList, isStored } = options
  if (isStored || type.is === 'structure') return rewrittenJson(place)
  if (isList) return undefined
  return type.is === 'choice' && !place.column.isList ? quoted : writerOfColumn(type, place, asIs)
}

const columnOf = (name: string, { options }: AnyField, { columns }: Places): Place | undefined =>
  options.read ? undefined : columns.get(options.columns?.[0] ?? name)

/** What is read of the other row is not read of this one, although both have the same texts. */
const ofRelation = (view: View<never>, name: string, places: Places): Write => {
  const other = places.references.get(name)
  if (!other) return () => undefined
  const write = compiled(view, other.places)
  return (row) => {
    const there = (row as unknown as Readonly<Record<string, UnreadRow | null>>)[name]
    return there ? write(there) : 'null'
  }
}

/** What is no text of one column is read and presented as it is elsewhere. */
const fieldWriter = (name: string, field: AnyField, places: Places): Write => {
  const { type, columns = [name], isList } = field.options
  if (type.is === 'relation') return ofRelation(type.view, columns[0] ?? name, places)
  if (type.is === 'part' && !isList) return compiled(type.view, places)
  const place = columnOf(name, field, places)
  const write = place && textWriter(field, place)
  if (place && write)
    return ({ texts }) => {
      const text = texts[place.at] ?? null
      return text === null ? 'null' : write(text)
    }
  const value = valueWriter(name, field) as (row: UnreadRow) => unknown
  return (row) => {
    const shown = value(row)
    if (shown === null) return 'null'
    return shown === undefined ? undefined : writeJson(shown)
  }
}

const compiled = (view: View<never>, places: Places): ((row: UnreadRow) => string) => {
  const fields = fieldsFor(view).map(([name, field]) => ({
    key: `${JSON.stringify(nameOf(name, field))}:`,
    write: fieldWriter(name, field, places),
  }))
  return (row) => {
    let text = ''
    for (const { key, write } of fields) {
      const value = write(row)
      if (value !== undefined) text += (text === '' ? '{' : ',') + key + value
    }
    return text === '' ? '{}' : `${text}}`
  }
}

const writers = new WeakMap<View<never>, WeakMap<Places, (row: UnreadRow) => string>>()

/** How unread rows of this form are written. */
const writerOf = (view: View<never>, places: Places): ((row: UnreadRow) => string) => {
  const known = writers.get(view) ?? new WeakMap<Places, (row: UnreadRow) => string>()
  writers.set(view, known)
  const before = known.get(places)
  if (before) return before
  const write = rememberingRows(places, compiled(view, places))
  known.set(places, write)
  return write
}

/** A page as lists are answered; undefined where its rows have been read. */
export const writtenPage = (
  view: View<never>,
  { rows, hasNext, cursorOf }: Omit<Page<unknown>, 'count'>,
): string | undefined => {
  const last = rows.at(-1)
  if (!(last instanceof UnreadRow)) return undefined
  const write = writerOf(view, last.places)
  const data = (rows as UnreadRow[]).map(write).join(',')
  return `{"data":[${data}],"hasMore":${hasNext},"cursor":${hasNext ? quoted(cursorOf(last)) : 'null'}}`
}
