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
import {
  type WriteField,
  type WriteRow,
  fieldsWriter,
  ofColumn,
  ofReference,
  rowsWriter,
} from '../operation/row-json.ts'
import { type Field, type View, nameOf } from '../operation/view.ts'
import { fieldsFor, valueWriter } from './answers.ts'

type AnyField = Field<unknown, unknown>

const textWriter = ({ options }: AnyField, place: Place): WriteText | undefined => {
  const { type, isList, isStored } = options
  if (isStored || type.is === 'structure') return rewrittenJson(place)
  if (isList) return undefined
  return type.is === 'choice' && !place.column.isList ? quoted : writerOfColumn(type, place, asIs)
}

const absent = (): string => 'null'

/** What is no text of one column is read and presented as it is elsewhere. */
const fieldWriter = (name: string, field: AnyField, places: Places): WriteField => {
  const { type, columns: [source = name] = [], read, isList } = field.options
  if (type.is === 'relation')
    return ofReference(places, source, (there) => compiled(type.view, there), absent) ?? (() => undefined)
  if (type.is === 'part' && !isList) return compiled(type.view, places)
  const place = read ? undefined : places.columns.get(source)
  const write = place && textWriter(field, place)
  if (place && write) return ofColumn(place, write, absent)
  const value = valueWriter(name, field) as (row: UnreadRow) => unknown
  return (row) => {
    const shown = value(row)
    return shown === undefined ? undefined : writeJson(shown)
  }
}

const compiled = (view: View<never>, places: Places): WriteRow =>
  fieldsWriter(
    fieldsFor(view).map(([name, field]) => ({ key: nameOf(name, field), write: fieldWriter(name, field, places) })),
  )

const writers = new WeakMap<View<never>, WriteRow>()

/** A page as lists are answered; undefined where its rows have been read. */
export const writtenPage = (
  view: View<never>,
  { rows, hasNext, cursorOf }: Omit<Page<unknown>, 'count'>,
): string | undefined => {
  const last = rows.at(-1)
  if (!(last instanceof UnreadRow)) return undefined
  const write = writers.get(view) ?? rowsWriter((places) => compiled(view, places))
  writers.set(view, write)
  const data = (rows as UnreadRow[]).map(write).join(',')
  return `{"data":[${data}],"hasMore":${hasNext},"cursor":${hasNext ? quoted(cursorOf(last)) : 'null'}}`
}
