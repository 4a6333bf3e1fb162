import { Decimal } from '../../values/money.ts'
import type { Invoice } from '../invoice.ts'
import { terms } from '../terms.ts'

/** JSON with exact decimals: write it with `stringify`. */
export type Json = string | number | boolean | null | Decimal | readonly Json[] | { [key: string]: Json }

const jsonOf = new Map(terms.map(({ model, json }) => [model, json]))

/** The structured view of an invoice, under the names of the send body, with totals and VAT breakdown. */
export const toJson = (invoice: Invoice): Json => {
  const view: Record<string, Json> = {}
  visit(invoice, '', [], (pattern, indexes, value) => {
    const path = jsonOf.get(pattern)
    if (path !== undefined) assign(view, path, [...indexes], value)
  })
  return view
}

type Visitor = (pattern: string, indexes: readonly number[], value: Json) => void

const visit = (value: unknown, pattern: string, indexes: readonly number[], visitor: Visitor): void => {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${pattern}[]`, [...indexes, index], visitor)
  else if (typeof value === 'string' || Decimal.isDecimal(value)) visitor(pattern, indexes, value as Json)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) visit(inner, pattern === '' ? key : `${pattern}.${key}`, indexes, visitor)
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
