/** Columns of unread rows as JSON, made of their texts: without the values, which nobody looks at. */
import type { Place } from '../kernel/database/compiled/rows.ts'
import { Decimal } from '../values/money.ts'
import type { FieldType } from './view.ts'

export type { Place, Places } from '../kernel/database/compiled/rows.ts'
export { UnreadRow } from '../kernel/database/compiled/unread.ts'

export type WriteText = (text: string) => string

/** What JSON escapes, and halves of characters. */
// oxlint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

export const quoted: WriteText = (text) => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)

export const asIs: WriteText = (text) => text

/** `2026-11-23 10:00:00.12+00`, in milliseconds as JavaScript writes it; dates beyond four digits of a year it reads. */
const instant: WriteText = (text) => {
  if (text[10] !== ' ' || !text.endsWith('+00')) return JSON.stringify(new Date(text))
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `"${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z"`
}

/** The writing of JSON that JavaScript has, and not that of the server, which has blanks. Neighbours often say the same. */
const rewritten = (): WriteText => {
  let [last, written] = ['', '']
  return (text) => {
    if (text !== last) [last, written] = [text, JSON.stringify(JSON.parse(text))]
    return written
  }
}

const json = { types: ['Json'], write: rewritten }
const texts = { types: ['String', 'enum'], write: () => quoted }

/** The types of columns whose text is enough for a kind of field. */
const kinds: Readonly<Record<string, { types: readonly string[]; write(): WriteText }>> = {
  text: texts,
  id: texts,
  currency: texts,
  country: texts,
  peppolId: texts,
  vatNumber: texts,
  integer: { types: ['Int'], write: () => asIs },
  flag: { types: ['Boolean'], write: () => (text) => (text === 't' ? 'true' : 'false') },
  instant: { types: ['DateTime'], write: () => instant },
  day: { types: ['DateTime'], write: () => (text) => `"${text.slice(0, 10)}"` },
  free: json,
  texts: json,
}

/** With two decimals, as most columns of amounts have them. */
const amount: WriteText = (text) => (text.at(-3) === '.' ? text : new Decimal(text).toFixed(2))

/**
 * How the text of a column is written as a field of this type; undefined where its value is needed for that. Doors write
 * the digits of amounts, and words of a choice, each in their way.
 */
export const writerOfColumn = (
  type: FieldType,
  { column }: Place,
  { digits, word }: { digits: WriteText; word: WriteText },
): WriteText | undefined => {
  if (column.isList) return undefined
  if (type.is === 'choice') return word
  if (type.is !== 'value') return undefined
  if (type.kind === 'amount' && column.type === 'Decimal') return (text) => digits(amount(text))
  const known = kinds[type.kind]
  return known?.types.includes(column.type) ? known.write() : undefined
}

export const rewrittenJson = ({ column }: Place): WriteText | undefined =>
  column.type === 'Json' ? rewritten() : undefined
