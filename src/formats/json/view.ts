import { Decimal } from '../../values/money.ts'
import type { Invoice } from '../invoice.ts'
import type { Order } from '../order.ts'
import { terms } from '../terms.ts'

/** JSON with exact decimals: write it with `stringify`. */
export type Json = string | number | boolean | null | Decimal | readonly Json[] | { [key: string]: Json }

const jsonOf = new Map(terms.map(({ model, json }) => [model, json]))

/** The structured view of a document, under the names of the send body, with totals and VAT breakdown. */
export const toJson = (document: Invoice | Order): Record<string, Json> => {
  const view: Record<string, Json> = {}
  visit(document, '', [], (pattern, indexes, value) => {
    const path = jsonOf.get(pattern)
    if (path !== undefined) assign(view, path, [...indexes], value)
  })
  if ('kind' in document) addOrderFields(document, view)
  else addExemptions(document, view)
  return view
}

/** A body says why no VAT is charged on the line; the norm says it in the breakdown. */
const addExemptions = ({ lines, vatBreakdown }: Invoice, view: Record<string, Json>): void => {
  for (const [index, { vat }] of lines.entries()) {
    const subtotal = vatBreakdown.find(
      ({ category, rate }) => category === vat.category && (rate?.toFixed() ?? '') === (vat.rate?.toFixed() ?? ''),
    )
    const line = (view.lines as Record<string, Json>[] | undefined)?.[index]
    if (line && subtotal?.exemptionReason !== undefined) line.vatExemptionReason = subtotal.exemptionReason
    if (line && subtotal?.exemptionCode !== undefined) line.vatExemptionCode = subtotal.exemptionCode
  }
}

/** What only orders say has no number in the norm. */
const addOrderFields = (
  { notes, validUntil, responseCode, delivery, lines }: Order,
  view: Record<string, Json>,
): void => {
  if (notes.length > 0) view.notes = notes.map((text) => ({ text }))
  if (validUntil !== undefined) view.validUntil = validUntil
  if (responseCode !== undefined) view.responseCode = responseCode
  if (delivery?.requested) view.requestedDelivery = { ...delivery.requested } as Json
  for (const [index, { status, backorderQuantity }] of lines.entries()) {
    const line = (view.lines as Record<string, Json>[] | undefined)?.[index]
    if (line && status !== undefined) line.lineStatus = status
    if (line && backorderQuantity !== undefined) line.backorderQuantity = backorderQuantity
  }
}

type Visitor = (pattern: string, indexes: readonly number[], value: Json) => void

const visit = (value: unknown, pattern: string, indexes: readonly number[], visitor: Visitor): void => {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) visit(item, `${pattern}[]`, [...indexes, index], visitor)
  else if (typeof value === 'string' || Decimal.isDecimal(value)) visitor(pattern, indexes, value as Json)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      visit(inner, pattern === '' ? key : `${pattern}.${key}`, indexes, visitor)
}

const STEP = /^([^[]+)(?:\[([^\]]*)\])?$/

/** Puts a value at a path such as `lines[].unitPrice` or `parties[seller].id`, making what is missing on the way. */
const assign = (view: Record<string, Json>, path: string, indexes: number[], value: Json): void => {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  let here = view
  for (const step of steps) here = enter(here, step, indexes)
  if (last === 'id' && path.startsWith('parties')) here.id = participant(here.id, value)
  else here[last] = value
}

const enter = (here: Record<string, Json>, step: string, indexes: number[]): Record<string, Json> => {
  const [, key = '', at] = STEP.exec(step) ?? []
  if (at === undefined) return (here[key] ??= {}) as Record<string, Json>
  const list = (here[key] ??= []) as Record<string, Json>[]
  if (at !== '') {
    const found = list.find(({ role }) => role === at)
    if (!found) list.push({ role: at })
    return found ?? list[list.length - 1] ?? {}
  }
  return (list[indexes.shift() ?? 0] ??= {})
}

/** An electronic address arrives as value and scheme, in any order, and is shown as `0208:0123456789`. */
const participant = (before: Json | undefined, part: Json): Json => {
  if (typeof before !== 'string') return part
  return /^\d{4}$/.test(String(part)) ? `${String(part)}:${before}` : `${before}:${String(part)}`
}

/** JSON text in which every decimal is a number literal with its exact digits. */
export const stringify = (value: Json, indent?: number): string =>
  JSON.stringify(
    value,
    function exact(this: Record<string, unknown>, key: string, plain: unknown) {
      const original = this[key]
      return Decimal.isDecimal(original) ? rawJson(original.toFixed()) : plain
    },
    indent,
  )

// Node 24 has JSON.rawJSON (ES2026); TypeScript's library does not name it yet.
const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text)
