/**
 * The kinds of value that a send body holds, each with what it says of a value that is none. `graphql` names the scalar
 * of one, or the type of an object.
 */
import { z } from 'zod'
import { countries, currencies } from '../../values/codelists/code-lists.ts'
import { isDate } from '../../values/dates.ts'
import { isBrokenIban } from '../../values/iban.ts'
import { DECIMAL_PATTERN, Decimal, round } from '../../values/money.ts'
import { XML_TEXT } from '../../values/text.ts'
import { limits } from '../../values/limits.ts'

export const text = z
  .string()
  .trim()
  .min(1, 'Is empty. Give a value, or remove the field.')
  .max(limits.textCharacters)
  .regex(XML_TEXT, 'Contains a character that XML does not allow.')
const upTo = (length: number) => text.refine((value) => value.length <= length, `Is longer than ${length} characters.`)
export const name = upTo(limits.nameCharacters)
export const code = upTo(limits.codeCharacters)
/** Which codes there are, the rules know (BR-CL-23): the list changes twice a year. */
export const unit = text.refine(
  (value) => value.length <= 3,
  'Is no unit code of UN/ECE Recommendation 20 or 21, such as HUR (hour), KGM (kilogram) or C62 (unit).',
)
export const date = z
  .string()
  .refine(isDate, { error: 'Is not an existing date in the form YYYY-MM-DD.', params: { code: 'INVALID_DATE' } })
  .meta({ graphql: 'Date' })
export const currency = z
  .string()
  .refine((value) => currencies.has(value), {
    error: 'Is not a currency code of ISO 4217, such as EUR.',
    params: { code: 'INVALID_CURRENCY' },
  })
  .meta({ graphql: 'CurrencyCode' })

/** An IBAN, or an account where there are none. */
export const account = code.refine((value) => !isBrokenIban(value), {
  error: 'Is not a valid IBAN: the check digits or the length are wrong.',
  params: { code: 'INVALID_IBAN' },
})
export const country = z
  .string()
  .refine((value) => countries.has(value), 'Is not a country code of ISO 3166-1, such as FR.')
  .meta({ graphql: 'CountryCode' })

const MOST = new Decimal('9999999999999.99')

/** No term has more; a sum of binary fractions has, such as 0.30000000000000004. */
const MOST_DECIMALS = 10

/**
 * An exact decimal, of a JSON number or a numeric string. A JSON number is rounded to `decimals`, because it may come
 * from a computation in binary fractions; a text stays as it is written. A text that is no number ends the checks at
 * once (`abort`): those that follow expect a number.
 */
const decimalOf = (decimals: number) =>
  z
    .union(
      [z.number(), z.string().max(limits.decimalCharacters, { abort: true }).regex(DECIMAL_PATTERN, { abort: true })],
      'Is not a decimal number, such as 12.50 or "12.50".',
    )
    .transform((value) => {
      const exact = new Decimal(value).plus(0)
      // The noise goes first: 1.0049999999999999 was meant to be 1.005.
      return typeof value === 'string' ? exact : round(round(exact, MOST_DECIMALS), decimals)
    })
    .refine((value) => value.abs().lte(MOST), 'Is larger than 9999999999999.99.')
    .refine((value) => value.decimalPlaces() <= MOST_DECIMALS, 'Has more than ten decimals.')
    .meta({ graphql: 'Decimal' })

/** A quantity, price or rate. */
export const number = decimalOf(MOST_DECIMALS)
/** An amount of money, which has two decimals in every currency (BR-DEC). */
export const amount = decimalOf(2)
export const percent = number.refine((value) => value.gte(0) && value.lte(100), 'Is not a percentage from 0 to 100.')

export const identifier = z.union(
  [
    code.transform((value) => ({ value })),
    z.strictObject({ value: code, scheme: code.optional() }).meta({ graphql: 'DocumentIdentifier' }),
  ],
  'Give a text, or {value, scheme}.',
)
export const period = z
  .strictObject({ start: date.optional(), end: date.optional() })
  .meta({ graphql: 'DocumentPeriod' })
