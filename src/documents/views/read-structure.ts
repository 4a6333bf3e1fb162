import { type Json, toJson } from '../../formats/json/view.ts'
import { FormatError } from '../../formats/format-error.ts'
import { shownXml } from '../../formats/xml/decode.ts'
import { Exact, MarkedJson } from '../../kernel/json.ts'
import { heavyJob } from '../../kernel/threads/job.ts'
import { Decimal } from '../../values/money.ts'
import { LONGEST_READ_MS, READ_IN_PLACE } from '../record/examine-document.ts'
import { type Model, readBytes } from '../record/read-document.ts'

/** What a document says, with the digits of a decimal in an object of their own: an instance would not cross. */
type Portable = string | number | boolean | null | readonly Portable[] | { [key: string]: Portable }

const DIGITS = '#digits'

const portable = (value: Json): Portable => {
  if (Decimal.isDecimal(value)) return { [DIGITS]: value.toFixed() }
  if (Array.isArray(value)) return value.map(portable)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, portable(inner as Json)]))
    : (value as Portable)
}

export const withDecimals = (value: Portable): Json => {
  if (Array.isArray(value)) return value.map(withDecimals)
  if (typeof value !== 'object' || value === null) return value as Json
  const digits = (value as { [key: string]: Portable })[DIGITS]
  return typeof digits === 'string'
    ? new Decimal(digits)
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDecimals(inner)]))
}

/** Null for what has no structure. */
export const readStructure = heavyJob({
  name: 'readStructure',
  run: ({ bytes }: { bytes: Uint8Array }): Portable => {
    const { model } = readBytes(bytes)
    return model.kind === 'none' ? null : portable(toJson(model.kind === 'invoice' ? model.invoice : model.order))
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})

const exact = (value: Json): unknown => {
  if (Decimal.isDecimal(value)) return new Exact(value)
  if (Array.isArray(value)) return value.map(exact)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exact(inner as Json)]))
    : value
}

const textOf = (model: Exclude<Model, { kind: 'none' }>): string =>
  MarkedJson.textOf(exact(toJson(model.kind === 'invoice' ? model.invoice : model.order)))

/** What a file that nobody has stored says, and what kind of document it is. */
export const readContent = heavyJob({
  name: 'readContent',
  run: ({ bytes }: { bytes: Uint8Array }) => {
    const { model, type, syntax } = readBytes(bytes)
    if (model.kind === 'none' || syntax === 'file') throw new FormatError('UNSUPPORTED', 'The file has no structure.')
    return { type, document: textOf(model) }
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})

/**
 * The same as JSON, for an answer that shows the whole of it: ten thousand lines are copied at once. So is the XML,
 * whose quotes are escaped here.
 */
export const writeContent = heavyJob({
  name: 'writeContent',
  run: ({ bytes, withXml }: { bytes: Uint8Array; withXml: boolean }) => {
    const { model } = readBytes(bytes)
    return {
      document: model.kind === 'none' ? null : textOf(model),
      xml: MarkedJson.textOf(withXml ? shownXml(bytes) : null),
    }
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
