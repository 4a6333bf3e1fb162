import { ZERO, parseDecimal, type Decimal } from '../../values/money.ts'
import { formatAmount } from '../currencies.ts'
import type { AttachedFile, Classification, Identifier } from '../invoice.ts'
import type { Currencies, Value } from './binding.ts'
import type { XmlContent, XmlObject } from './write.ts'

/** Plain text, a code or a date: taken as it stands, without the white space around it. */
export const text: Value<string> = {
  attributes: [],
  read: ({ text }) => text.trim() || undefined,
  write: (value) => value,
  neutral: '',
}

const ZONED = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/

/** A day of XML Schema, which may say a time zone: a day of the norm has none. */
export const date: Value<string> = { ...text, read: ({ text }) => text.trim().replace(ZONED, '$1') || undefined }

/** A number of any precision: quantity, percentage. */
export const decimal: Value<Decimal> = {
  attributes: [],
  read: ({ text }) => parseDecimal(text.trim()),
  write: (value) => value.toFixed(),
  neutral: ZERO,
}

export const integer: Value<number> = {
  attributes: [],
  read: ({ text }) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined),
  write: (value) => String(value),
  neutral: 0,
}

/** An amount in one of the document's currencies. An amount in another currency is not that amount. */
export const amountIn = (key: keyof Currencies): Value<Decimal> => ({
  attributes: ['currencyID'],
  read: (element, { currencies }) =>
    (element.attribute('currencyID') ?? currencies[key]) === currencies[key]
      ? parseDecimal(element.text.trim())
      : undefined,
  write: (value, { currencies }) => ({
    '@currencyID': currencies[key] ?? '',
    '#': formatAmount(value, currencies[key] ?? ''),
  }),
  neutral: ZERO,
})

export const amount = amountIn('currency')

/** An amount whose currency the syntax leaves unsaid. */
export const bareAmount: Value<Decimal> = {
  ...amount,
  write: (value, { currencies }) => formatAmount(value, currencies.currency),
}

/** An identifier with the list it comes from in an attribute. */
export const identifierBy = (attribute: string): Value<Identifier> => ({
  attributes: [attribute],
  read: (element) => {
    const value = element.text.trim()
    const scheme = element.attribute(attribute)
    return value === '' ? undefined : scheme ? { value, scheme } : { value }
  },
  write: ({ value, scheme }) => (scheme ? { [`@${attribute}`]: scheme, '#': value } : value),
})

export const identifier = identifierBy('schemeID')

const withoutSpace = (base64: string): string => base64.replace(/\s+/g, '')

/** A file in base64. The text of a large one is made where somebody asks for it. */
export const file: Value<AttachedFile> = {
  attributes: ['mimeCode', 'filename'],
  read: (element) => {
    const [mimeType, filename] = [element.attribute('mimeCode'), element.attribute('filename')]
    const said = { ...(mimeType ? { mimeType } : {}), ...(filename ? { filename } : {}) }
    const { encoded } = element
    if (encoded === undefined) return { content: withoutSpace(element.text), ...said }
    return Object.defineProperties(said as AttachedFile, {
      content: { get: () => withoutSpace(encoded.toString()), enumerable: true },
      encoded: { value: encoded },
    })
  },
  write: ({ content, mimeType, filename }) => {
    const written: XmlObject = {}
    if (mimeType) written['@mimeCode'] = mimeType
    if (filename) written['@filename'] = filename
    return Object.assign(written, { '#': content })
  },
}

/** A value that stands in a single child element: `cac:PartyIdentification` with its `cbc:ID`. */
export const within = <V>(child: string, value: Value<V>): Value<V> => ({
  attributes: value.attributes,
  child,
  read: (element, context) => {
    const inner = element.first(child)
    return inner && value.read(inner, context)
  },
  write: (held, context): XmlContent => ({ [child]: value.write(held, context) }),
  ...(value.neutral === undefined ? {} : { neutral: value.neutral }),
})

/** A classification code with its list and the list's version. */
export const classification: Value<Classification> = {
  attributes: ['listID', 'listVersionID'],
  read: (element) => {
    const code = element.text.trim()
    const [list, version] = [element.attribute('listID'), element.attribute('listVersionID')]
    return code === '' ? undefined : { code, ...(list ? { list } : {}), ...(version ? { version } : {}) }
  },
  write: ({ code, list, version }) => ({
    ...(list ? { '@listID': list } : {}),
    ...(version ? { '@listVersionID': version } : {}),
    '#': code,
  }),
}
