/** The form of an OCI 4.0 or 5.0 cart: `NEW_ITEM-FIELD[n]`, n from 1, and long texts `NEW_ITEM-LONGTEXT_n:132[]`. */
import { FormatError } from '../format-error.ts'
import { type CartLine, type Mappable, type ShopCart, type ShopHabits, mappable } from './cart.ts'
import { type LineTexts, MOST_LINES, currencyOfLines, lineOf, mappedTo, refuseTooMany, totalOf } from './line.ts'
import { fault, textOf } from './values.ts'

/** A form in the order of its fields. */
export type FormFields = readonly (readonly [name: string, value: string])[]

const FIELD = /^NEW_ITEM-([A-Z0-9_]{1,60})\[(\d{1,6})\]$/i
const LONG_TEXT = /^NEW_ITEM-LONGTEXT_(\d{1,6}):132(?:\[\d{0,6}\])?$/i

/** The field of the standard, and what of a line it is. */
const texts: Readonly<Record<string, Mappable>> = {
  DESCRIPTION: 'description',
  LONGTEXT: 'longText',
  MATNR: 'buyerPartId',
  VENDOR: 'supplier',
  VENDORMAT: 'supplierPartId',
  MANUFACTCODE: 'manufacturer',
  MANUFACTMAT: 'manufacturerPartId',
  MATGROUP: 'materialGroup',
  CONTRACT: 'contract',
  CONTRACT_ITEM: 'contractItem',
  EXT_QUOTE_ID: 'quote',
  EXT_QUOTE_ITEM: 'quoteItem',
  EXT_PRODUCT_ID: 'productId',
}

/** Fields that are read by their names. */
const READ = new Set([
  ...Object.keys(texts),
  'QUANTITY',
  'UNIT',
  'PRICE',
  'PRICEUNIT',
  'CURRENCY',
  'LEADTIME',
  'SERVICE',
  'ATTACHMENT',
  'ATTACHMENT_TITLE',
  'ATTACHMENT_PURPOSE',
  'EXT_SCHEMA_TYPE',
  'EXT_CATEGORY_ID',
  'EXT_CATEGORY',
])

type Raw = Map<string, string>

const MOST_FIELDS = 120

/** The fields of each line by its number; `[1]` and `[01]` are one line. */
const linesIn = (form: FormFields): Map<number, Raw> => {
  const lines = new Map<number, Raw>()
  for (const [name, value] of form) {
    const long = LONG_TEXT.exec(name)
    const [, field = '', index = ''] = long ? ['', 'LONGTEXT', long[1]] : (FIELD.exec(name) ?? [])
    if (field === '') continue
    const raw = lines.get(Number(index)) ?? new Map<string, string>()
    lines.set(Number(index), raw)
    refuseTooMany(lines.size)
    put(raw, field.toUpperCase(), value, long !== null, Number(index))
  }
  return lines
}

/** Long texts come in pieces; any other field that comes twice says one thing, or nobody knows which. */
const put = (raw: Raw, field: string, value: string, isPiece: boolean, index: number): void => {
  const before = raw.get(field)
  if (before === undefined && raw.size >= MOST_FIELDS)
    throw fault(`Line ${index}`, `it has more than ${MOST_FIELDS} fields.`)
  if (before !== undefined && !isPiece && before !== value)
    throw fault(`Line ${index}`, `the field ${field} comes twice with different values.`)
  raw.set(field, isPiece && before !== undefined ? `${before}${value}` : value)
}

const classificationsOf = (raw: Raw, place: string): CartLine['classifications'] => {
  const code = textOf(raw.get('EXT_CATEGORY_ID'), place) ?? textOf(raw.get('EXT_CATEGORY'), place)
  return code === null ? [] : [{ scheme: textOf(raw.get('EXT_SCHEMA_TYPE'), place) ?? 'CUSTOM', code }]
}

const attachmentsOf = (raw: Raw, place: string): CartLine['attachments'] => {
  const url = textOf(raw.get('ATTACHMENT'), place, 2_048)
  if (url === null) return []
  const [title, purpose] = ['ATTACHMENT_TITLE', 'ATTACHMENT_PURPOSE'].map((name) => textOf(raw.get(name), place))
  return [{ url, title: title ?? null, purpose: purpose ?? null }]
}

const isMappable = (name: string): name is Mappable => Object.hasOwn(mappable, name)

const textsOf = (raw: Raw, habits: ShopHabits): LineTexts['texts'] => {
  const said: LineTexts['texts'] = {}
  for (const [field, value] of raw) {
    const target = texts[field]
    if (target !== undefined) said[target] = value
  }
  // What the shop is known to mean otherwise comes last, so it counts.
  for (const [field, value] of raw) {
    const target = mappedTo(habits, field)
    if (target !== undefined && isMappable(target) && value.trim() !== '') said[target] = value
  }
  return said
}

const extrasOf = (raw: Raw, habits: ShopHabits, place: string): CartLine['extras'] =>
  [...raw].flatMap(([name, value]) => {
    const text = READ.has(name) || mappedTo(habits, name) !== undefined ? null : textOf(value, place, 1_000)
    return text === null ? [] : [{ name, value: text }]
  })

const given = (raw: Raw, name: string): string | undefined => (raw.get(name)?.trim() ? raw.get(name) : undefined)

const lineIn = (raw: Raw, index: number, number: number, habits: ShopHabits, warnings: string[]): CartLine => {
  const place = `Line ${index}`
  if (given(raw, 'QUANTITY') === undefined) throw fault(place, 'it has no QUANTITY.')
  const said: LineTexts = {
    texts: textsOf(raw, habits),
    quantity: given(raw, 'QUANTITY'),
    unit: given(raw, 'UNIT'),
    price: given(raw, 'PRICE'),
    priceQuantity: given(raw, 'PRICEUNIT'),
    currency: given(raw, 'CURRENCY') ?? null,
    leadTime: given(raw, 'LEADTIME'),
    isService: /^(?:x|1|true|y)$/i.test(raw.get('SERVICE')?.trim() ?? ''),
    classifications: classificationsOf(raw, place),
    attachments: attachmentsOf(raw, place),
    extras: extrasOf(raw, habits, place),
  }
  return lineOf(said, number, habits, warnings)
}

/** Reads the cart. Lines are numbered anew, in the order of their numbers. */
export const readOciCart = (form: FormFields, habits: ShopHabits): ShopCart => {
  const warnings: string[] = []
  const lines = [...linesIn(form)]
    .toSorted(([one], [other]) => one - other)
    .map(([index, raw], at) => lineIn(raw, index, at + 1, habits, warnings))
  return {
    operationAllowed: 'create',
    currency: currencyOfLines(lines, null),
    total: totalOf(lines).toFixed(2),
    statedTotal: null,
    supplierOrderId: null,
    lines,
    warnings: warnings.slice(0, MOST_WARNINGS),
  }
}
export const MOST_WARNINGS = 100

const MOST_FORM_FIELDS = MOST_LINES * MOST_FIELDS

const NAMED: readonly string[] = ['utf-8', 'utf8', 'iso-8859-1', 'latin1', 'iso-8859-15', 'windows-1252', 'us-ascii']

/** The bytes of a percent-encoded text. What is not an escape stands for itself. */
const unescaped = (text: Buffer): Buffer => {
  const bytes = Buffer.alloc(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    const code = byte === PERCENT ? Number.parseInt(text.toString('latin1', at + 1, at + 3), 16) : Number.NaN
    const isEscape = !Number.isNaN(code) && /^[\da-f]{2}$/i.test(text.toString('latin1', at + 1, at + 3))
    bytes[length++] = isEscape ? code : byte === PLUS ? SPACE : byte
    if (isEscape) at += 2
  }
  return bytes.subarray(0, length)
}
const [PERCENT, PLUS, SPACE] = [0x25, 0x2b, 0x20]

const decoderFor = (charset: string | undefined): ((bytes: Buffer) => string) => {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const named = charset !== undefined && NAMED.includes(charset.toLowerCase()) ? charset : undefined
  const other = new TextDecoder(named === undefined || /^utf-?8$/i.test(named) ? 'windows-1252' : named)
  if (named !== undefined && !/^utf-?8$/i.test(named)) return (bytes) => other.decode(bytes)
  // Shops of the nineties post Latin-1 without saying so: bytes that are no UTF-8 are that.
  return (bytes) => {
    try {
      return strict.decode(bytes)
    } catch {
      return other.decode(bytes)
    }
  }
}

/** The fields of a form as they were posted, in UTF-8 or Latin-1, whatever was said. */
export const readForm = (body: Uint8Array, charset?: string): [name: string, value: string][] => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const said = /(?:^|&)_charset_=([\w-]{1,20})/.exec(bytes.toString('latin1', 0, 65_536))?.[1]
  const decode = decoderFor(charset ?? said)
  const fields: [string, string][] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('&', from)
    const pair = bytes.subarray(from, end < 0 ? bytes.length : end)
    from = end < 0 ? bytes.length : end + 1
    if (pair.length === 0) continue
    if (fields.length >= MOST_FORM_FIELDS)
      throw new FormatError('TOO_LARGE', `The form has more than ${MOST_FORM_FIELDS} fields.`)
    const cut = pair.indexOf('=')
    const [name, value] = cut < 0 ? [pair, pair.subarray(pair.length)] : [pair.subarray(0, cut), pair.subarray(cut + 1)]
    fields.push([decode(unescaped(name)), decode(unescaped(value))])
  }
  return fields
}
