/** The schemas that inputs are made of. Each names the code of the error catalog for its fault. */
import { isValidIBAN } from 'ibantools'
import { z } from 'zod'
import type { ErrorCode } from './errors/catalog.ts'
import { ChunkedBytes } from './bytes.ts'
import { countries, currencies } from '../values/codelists/code-lists.ts'
import { momentOfInput } from './moment-of-input.ts'
import { BUSINESS_DAYS, isBusinessDate, isDate, isInstant } from '../values/dates.ts'
import { type IdKind, prefixes } from '../values/ids.ts'
import { DECIMAL_PATTERN, Decimal } from '../values/money.ts'
import { isPeppolId } from '../values/peppol-id.ts'
import { VAT_PATTERN } from '../values/vat-number.ts'
import { FREE_OBJECT_FAULT, isFreeObject } from '../values/free-object.ts'
import { limits } from '../values/limits.ts'

interface TypedForm {
  schema: z.ZodType
  /** What the operation gets for it. Absent where it is the same. */
  read?(value: unknown): unknown
}

/** For schemas that accept shorter or freer forms in JSON: the one form that GraphQL has. */
const typedForms = new WeakMap<z.ZodType, TypedForm>()
export const typedFormOf = (schema: z.ZodType): TypedForm | undefined => typedForms.get(schema)

/** A schema with the form that GraphQL has for it. */
export const typedAs = <S extends z.ZodType, F extends z.ZodType>(
  schema: S,
  form: F,
  read?: (value: z.output<F>) => unknown,
): S => {
  typedForms.set(schema, { schema: form, ...(read && { read }) })
  return schema
}

const text = (code: ErrorCode, test: (value: string) => boolean, message: string) =>
  z
    .string()
    .refine((value) => value.length <= limits.codeCharacters && test(value), { error: message, params: { code } })
    .meta({ maxLength: limits.codeCharacters })

/** The scalar that GraphQL uses for a schema. */
const as = <S extends z.ZodType>(schema: S, graphql: string, example: unknown): S =>
  schema.meta({ graphql, examples: [example] }) as S

export const vatNumber = as(
  text(
    'INVALID_VAT_FORMAT',
    (value) => VAT_PATTERN.test(value),
    'Expected a VAT number: two capital letters, then capital letters or digits',
  ),
  'VatNumber',
  'FR40303265045',
)
export const peppolId = as(
  text(
    'INVALID_REQUEST',
    isPeppolId,
    'Expected a participant id: four digits, a colon and an identifier, such as 0208:0123456749',
  ),
  'PeppolId',
  '0208:0123456749',
)
export const currency = as(
  text('INVALID_CURRENCY', (value) => currencies.has(value), 'Expected a currency code of ISO 4217'),
  'CurrencyCode',
  'EUR',
)
export const country = as(
  text(
    'INVALID_REQUEST',
    (value) => countries.has(value),
    'Expected a country code of ISO 3166-1 (two capital letters)',
  ),
  'CountryCode',
  'FR',
)
export const date = as(text('INVALID_DATE', isDate, 'Expected an existing date as YYYY-MM-DD'), 'Date', '2026-11-21')
/** A day on which something of the business happens; days that only filter may be any. */
export const businessDate = date.refine((value) => !isDate(value) || isBusinessDate(value, momentOfInput()), {
  error: BUSINESS_DAYS,
  params: { code: 'INVALID_DATE' },
})
export const instant = as(
  text('INVALID_DATE', isInstant, 'Expected a timestamp as YYYY-MM-DDTHH:MM:SSZ'),
  'DateTime',
  '2026-11-21T10:00:00Z',
)
export const iban = text(
  'INVALID_IBAN',
  (value) => isValidIBAN(value),
  'The IBAN is not valid: its check digits or its length are wrong',
).meta({ examples: ['FR7630006000011234567890189'] })

export const bic = z
  .string()
  .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'Expected a BIC of 8 or 11 characters')

/** A JSON number may have hundreds of digits when it is written out. */
const isShort = (value: number): boolean => new Decimal(value).toFixed().length <= limits.decimalCharacters

/**
 * A JSON number or a numeric string. `abort` ends the check of a string that is not numeric, before it is transformed.
 */
export const decimal = as(
  z
    .union(
      [
        z.number().refine(isShort, { abort: true }),
        z.string().max(limits.decimalCharacters, { abort: true }).regex(DECIMAL_PATTERN, { abort: true }),
      ],
      `Expected a decimal number of at most ${limits.decimalCharacters} characters, such as 12.50 or "12.50"`,
    )
    .transform((value) => new Decimal(value).plus(0)),
  'Decimal',
  '1234.50',
)

/** One of some words, each with its meaning. The name is that of the enum in GraphQL. */
export const oneOf = <const W extends Readonly<Record<string, string>>>(name: string, meanings: W) =>
  z
    .enum(Object.keys(meanings) as [Extract<keyof W, string>, ...Extract<keyof W, string>[]])
    .meta({ graphql: name, 'x-enumDescriptions': meanings })

export const sortDirection = oneOf('SortDirection', {
  asc: 'The smallest, the earliest or the first letter first.',
  desc: 'The largest, the latest or the last letter first.',
})

/** An identifier of ours. Any text is accepted: the operation answers that there is no such object. */
export const id = <K extends IdKind>(kind: K) =>
  z
    .string()
    .max(limits.idCharacters)
    .meta({ graphql: 'ID', examples: [`${prefixes[kind]}_01kafm4h7vf8xbkrs9q2m3c5de`] })

const { metadataNames, metadataNameCharacters, metadataValueCharacters } = limits

/** Texts by name that a caller stores with an object. */
export const metadata = z
  .record(
    z
      .string()
      .min(1, 'A name must have at least one character')
      .max(metadataNameCharacters, `A name can have at most ${metadataNameCharacters} characters`),
    z
      .string()
      .max(metadataValueCharacters, `A value can have at most ${metadataValueCharacters} characters`)
      .nullable(),
  )
  .refine((values) => Object.keys(values).length <= metadataNames, {
    error: `At most ${metadataNames} names are allowed`,
  })
  .meta({
    graphql: 'JSON',
    examples: [{ customer: '4711' }],
    description:
      `Free data as names with text values: at most ${metadataNames} names, each of at most ` +
      `${metadataNameCharacters} characters, with values of at most ${metadataValueCharacters} characters.`,
  })

/** JSON that a caller stores with an object, or gives with a question. */
export const freeObject = z
  .record(z.string(), z.unknown())
  .refine(isFreeObject, { error: FREE_OBJECT_FAULT, abort: true })
  .meta({ graphql: 'JSON', 'x-maxBytes': limits.freeObjectBytes })

/** A file that a caller brings, and the name it came with. */
export class Upload {
  readonly content: ChunkedBytes
  readonly fileName: string | null
  constructor(content: ChunkedBytes, fileName: string | null) {
    this.content = content
    this.fileName = fileName
  }
  /** In one piece. */
  get bytes(): Uint8Array {
    return this.content.whole()
  }
}

/** Decodes base64; undefined for any other text. The decoder skips foreign letters, which then shows in the length. */
const decoded = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding && !/[-_]/.test(text)
    ? bytes
    : undefined
}

/** `z.base64()` decodes a text only to check it. Here the decoded bytes are kept, so a large file is decoded once. */
const base64 = z
  .string()
  .max(Math.ceil(limits.fileBytes / 3) * 4, { abort: true })
  .meta({ format: 'base64', contentEncoding: 'base64', pattern: z.regexes.base64.source })
  .transform((text, context) => {
    const bytes = decoded(text)
    if (bytes !== undefined) return new Upload(new ChunkedBytes([bytes]), null)
    context.addIssue({ code: 'custom', message: 'Expected base64' })
    return z.NEVER
  })

/** An upload, or the bytes in base64. */
export const file = z
  .union([z.instanceof(Upload), base64], 'Expected a file, or its bytes in base64')
  .meta({ graphql: 'File' })
