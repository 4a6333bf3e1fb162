/** Unread rows as JSON: what a view says of them (`answers.ts`), written from their texts. */
import { writeJson } from '../kernel/json.ts'
import { onceForEach } from '../kernel/once-for-each.ts'
import { type Places, UnreadRow, asIs, quoted, rewrittenJson, writerOfColumn } from '../operation/column-json.ts'
import type { Page } from '../operation/pagination.ts'
import { type WriteRow, fieldsWriter, ofColumn, ofReference, rowsWriter } from '../operation/row-json.ts'
import { type Field, type View, nameOf } from '../operation/view.ts'
import { fieldsFor, valueWriter } from './answers.ts'

type AnyField = Field<unknown, unknown>

const TEXTS = { digits: asIs, word: quoted }

const absent = (): string => 'null'

/** What is no text of one column is read and presented as it is elsewhere; undefined is left out. */
const fieldWriter = (name: string, field: AnyField, places: Places) => {
  const { type, columns: [source = name] = [], read, isList, isStored } = field.options
  if (type.is === 'relation')
    return ofReference(places, source, (there) => compiled(type.view, there), absent) ?? (() => undefined)
  if (type.is === 'part' && !isList) return compiled(type.view, places)
  const isJson = isStored || type.is === 'structure'
  const writerOf: typeof rewrittenJson = isJson ? rewrittenJson : (place) => writerOfColumn(type, place, TEXTS)
  const byText = read || (isList && !isJson) ? undefined : ofColumn(places, source, writerOf, absent)
  if (byText) return byText
  const value = valueWriter(name, field) as (row: UnreadRow) => unknown
  return (row: UnreadRow) => {
    const shown = value(row)
    return shown === undefined ? undefined : writeJson(shown)
  }
}

const compiled = (view: View<never>, places: Places): WriteRow =>
  fieldsWriter(
    fieldsFor(view).map(([name, field]) => ({ key: nameOf(name, field), write: fieldWriter(name, field, places) })),
  )

const writerOfRows = onceForEach((view: View<never>) => rowsWriter((places) => compiled(view, places)))

/** A page as lists are answered; undefined where its rows have been read. */
export const writtenPage = (
  view: View<never>,
  { rows, hasNext, cursorOf }: Omit<Page<unknown>, 'count'>,
): string | undefined => {
  const last = rows.at(-1)
  if (!(last instanceof UnreadRow)) return undefined
  const data = (rows as UnreadRow[]).map(writerOfRows(view)).join(',')
  return `{"data":[${data}],"hasMore":${hasNext},"cursor":${hasNext ? quoted(cursorOf(last)) : 'null'}}`
}
