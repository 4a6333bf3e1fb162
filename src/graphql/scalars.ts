import { MarkedJson } from '../kernel/json.ts'
import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'
import { countries, currencies } from '../values/codelists/code-lists.ts'
import { isDate, isInstant } from '../values/dates.ts'
import { Decimal, parseDecimal } from '../values/money.ts'
import { isPeppolId } from '../values/peppol-id.ts'
import { VAT_PATTERN } from '../values/vat-number.ts'

/**
 * A scalar that is a text of a certain form. Its input is checked by the operation, so that every door answers alike.
 */
interface TextScalar {
  description: string
  /** Where the form is defined. */
  specifiedByURL: string
  test(text: string): boolean
  write?(value: unknown): string
}

const text = (value: unknown): string => String(value)

export const textScalars: Record<string, TextScalar> = {
  DateTime: {
    description: 'A point in time in UTC, such as `2026-11-21T10:00:00.000Z`.',
    specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
    test: isInstant,
    write: (value) => (value instanceof Date ? value.toISOString() : text(value)),
  },
  Date: {
    description: 'A calendar date, such as `2026-11-21`.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    test: isDate,
  },
  CurrencyCode: {
    description: 'A currency code of ISO 4217, such as `EUR`.',
    specifiedByURL: 'https://www.iso.org/iso-4217-currency-codes.html',
    test: (value) => currencies.has(value),
  },
  CountryCode: {
    description: 'A country code of ISO 3166-1 alpha-2, such as `FR`.',
    specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
    test: (value) => countries.has(value),
  },
  PeppolId: {
    description: 'A Peppol participant id, `<scheme>:<identifier>`, such as `0208:0123456749`.',
    specifiedByURL:
      'https://docs.peppol.eu/edelivery/policies/PEPPOL-EDN-Policy-for-use-of-identifiers-4.4.0-2025-03-14.pdf',
    test: isPeppolId,
  },
  VatNumber: {
    description: 'A VAT number with its country prefix, such as `FR40303265045`.',
    specifiedByURL: 'https://ec.europa.eu/taxation_customs/vies/',
    test: (value) => VAT_PATTERN.test(value),
  },
}

const literal = (node: ValueNode): unknown => {
  if (node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT) return node.value
  throw new GraphQLError('Expected a string or a number.', { nodes: node })
}

export const textScalar = ({ description, specifiedByURL, write = text }: TextScalar) => ({
  description,
  specifiedByURL,
  serialize: write,
  parseValue: (value: unknown) => value,
  parseLiteral: literal,
})

const PLAIN = /^-?(0|[1-9]\d*)(\.\d+)?$/
/** With the digits that it has, as REST writes it. */
const decimalText = (digits: string): string =>
  PLAIN.test(digits) ? digits : (parseDecimal(digits)?.toFixed() ?? digits)

export const decimalScalar = {
  description: 'An exact decimal number as a string, such as `"1234.50"`.',
  specifiedByURL: 'https://www.w3.org/TR/xmlschema-2/#decimal',
  serialize: (value: unknown): string => (Decimal.isDecimal(value) ? value.toFixed() : decimalText(text(value))),
  parseValue: (value: unknown) => value,
  parseLiteral: literal,
}

/** A file. Its input is checked by the operation, so that every door answers alike. */
export const fileScalar = {
  description: 'A file: an upload (GraphQL multipart request specification), or the bytes of the file in base64.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: (value: unknown): string => Buffer.from(value as Uint8Array).toString('base64'),
  parseValue: (value: unknown): unknown => value,
  parseLiteral: literal,
}

export const jsonScalar = {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value: unknown) => (value instanceof MarkedJson ? value.parsed() : value),
  parseValue: (value: unknown) => value,
  parseLiteral: (node: ValueNode) => valueFromASTUntyped(node),
}
