/** Values as shops write them. What cannot be meant in one way only is refused with its place. */
import { FormatError } from '../format-error.ts'
import { currencies, units } from '../../values/codelists/code-lists.ts'
import { limits } from '../../values/limits.ts'
import { Decimal, parseDecimal } from '../../values/money.ts'
import type { ShopHabits } from './cart.ts'
import { otherUnits } from './units.ts'

export const fault = (place: string, message: string): FormatError =>
  new FormatError('UNSUPPORTED', `${place}: ${message}`)

// What XML does not allow cannot be written into the purchase request; tab, line feed and carriage return can.
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text without what no document can hold; null where nothing is left. */
export const textOf = (
  value: string | undefined,
  place: string,
  most: number = limits.codeCharacters,
): string | null => {
  const text = (value ?? '').replace(UNWRITABLE, '').trim()
  if (text.length > most) throw fault(place, `the text has ${text.length} characters, and at most ${most} are allowed.`)
  return text === '' ? null : text
}

/** `1.250,00` of one country is `1,250.00` of another: only what has one meaning is read. */
const POINT = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const COMMA = /^[+-]?\d+,(?:\d{1,2}|\d{4,})$/

export const decimalOf = (value: string, place: string): Decimal => {
  const text = value.trim()
  if (text.length > limits.decimalCharacters) throw fault(place, 'the number is too long.')
  const number = POINT.test(text) || COMMA.test(text) ? parseDecimal(text.replace(',', '.')) : undefined
  if (number) return number
  throw fault(place, `"${text}" is not a number. Write it with a decimal point and without thousands separators.`)
}

/** Amounts of the database have 15 digits. */
const LARGEST = new Decimal('9999999999999.99')

export const amountOf = (value: Decimal, place: string): Decimal => {
  const amount = value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
  if (amount.abs().gt(LARGEST)) throw fault(place, 'the amount is too large.')
  return amount
}

export const currencyOf = (value: string | null, place: string): string => {
  const code = value?.toUpperCase() ?? ''
  if (!currencies.has(code)) throw fault(place, `"${code}" is not a currency of ISO 4217.`)
  return code
}

/** The unit of Recommendation 20: by the shop's own table, by the codes that other systems use, or as it stands. */
export const unitOf = (given: string | null, { units: own }: ShopHabits, place: string, warnings: string[]): string => {
  if (given === null) return 'C62'
  const wanted = given.toUpperCase()
  const mapped = own.find(({ from }) => from.toUpperCase() === wanted)?.to
  if (mapped !== undefined) return mapped
  const known = otherUnits.get(wanted) ?? [given, wanted, `X${wanted}`].find((code) => units.has(code))
  if (known !== undefined) return known
  warnings.push(`${place}: the unit "${given}" is unknown. Map it in \`unitMapping\` of the shop.`)
  return 'ZZ'
}
