import type { XmlElement } from '../formats/xml/tree.ts'
import { Exact } from './exact.ts'
import { select, text } from './path.ts'
import type { Amount } from './exact.ts'

/**
 * Numbers and dates as the official rules read them. A value that is absent or no number is undefined, and every
 * comparison with it is false: a rule that needs it then fails, instead of throwing.
 */
export const decimal = (text: string | undefined): Amount =>
  text !== undefined && text.length <= 64 ? Exact.parse(trimmed(text)) : undefined

const SPACE = /^[ \t\n\r]+|[ \t\n\r]+$/g
const trimmed = (text: string): string =>
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 ? text.replace(SPACE, '') : text

export const decimalAt = (from: XmlElement, path: string): Amount => decimal(text(from, path))

/** The exact sum of all the elements on a path; an element that is no number makes it undefined. */
export const sumAt = (from: XmlElement, path: string): Amount => sumOf(select(from, path))

/** The same of elements that were found. */
export const sumOf = (elements: Iterable<XmlElement>): Amount => {
  let sum = NOTHING
  for (const element of elements) {
    const amount = decimal(element.stringValue)
    if (amount === undefined) return undefined
    sum = sum.plus(amount)
  }
  return sum
}

const NOTHING = Exact.of(0)
const ONE = Exact.of(1)

export const total = (amounts: Iterable<Amount>): Amount => {
  let sum = NOTHING
  for (const amount of amounts) {
    if (amount === undefined) return undefined
    sum = sum.plus(amount)
  }
  return sum
}

const DOUBLE = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** XPath's `number()`: NaN where it is no number; an exponent is read. */
export const double = (text: string | undefined): number => {
  const trimmed = text?.trim() ?? ''
  return DOUBLE.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** XPath's `round(x * 100) div 100`, as the official rules compute. */
export const cents = (amount: Amount): Amount => amount?.round(2)

/** XPath's `round(x)`. */
export const whole = (amount: Amount): Amount => amount?.round(0)

export const plus = (a: Amount, b: Amount): Amount => (a === undefined || b === undefined ? undefined : a.plus(b))
export const minus = (a: Amount, b: Amount): Amount => (a === undefined || b === undefined ? undefined : a.minus(b))
export const times = (a: Amount, b: Amount): Amount => (a === undefined || b === undefined ? undefined : a.times(b))
export const percentOf = (amount: Amount, rate: Amount): Amount =>
  amount === undefined || rate === undefined ? undefined : amount.times(rate).hundredth()
export const same = (a: Amount, b: Amount): boolean => a !== undefined && b !== undefined && a.eq(b)

const SLACK = Exact.of(2).hundredth()

/** Within 0.02, the slack that the rules on computed amounts give. */
export const near = (a: Amount, b: Amount): boolean => a !== undefined && b !== undefined && a.minus(b).abs().lte(SLACK)

/** At most one apart. */
export const atMostOne = (a: Amount, b: Amount): boolean =>
  a !== undefined && b !== undefined && a.minus(b).abs().lte(ONE)

/** Less than one apart. */
export const withinOne = (a: Amount, b: Amount): boolean =>
  a !== undefined && b !== undefined && a.minus(b).abs().lt(ONE)

/** At most so many digits follow the first point. */
export const decimalsAtMost = (text: string | undefined, digits: number): boolean => {
  const point = text?.indexOf('.') ?? -1
  return text === undefined || point === -1 || text.length - point - 1 <= digits
}

/** A year of thousands of digits is none. */
const LONGEST_DAY = 1_000
const DATE = /^(-?(?:[1-9]\d{4,}|\d{4}))-(\d{2})-(\d{2})(?:Z|([+-])(\d{2}):(\d{2}))?$/
const MINUTES_OF_DAY = 1_440
const MOST_ZONE_MINUTES = 14 * 60

/** Days before a month of the calendar, which begins in March: what a leap year adds is at the end. */
const daysBefore = (year: bigint, month: number): bigint => {
  const from = month > 2 ? year : year - 1n
  const floor = (by: bigint): bigint => (from - (((from % by) + by) % by)) / by
  return 365n * from + floor(4n) - floor(100n) + floor(400n) + BigInt(Math.floor((153 * ((month + 9) % 12) + 2) / 5))
}

const daysIn = (year: bigint, month: number): number =>
  Number(daysBefore(month === 12 ? year + 1n : year, (month % 12) + 1) - daysBefore(year, month))

const zoneMinutes = (sign: string | undefined, hours: string | undefined, minutes: string | undefined): number =>
  sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))

/** When a day of the calendar begins, in minutes; undefined where the text is no xs:date. Without a zone it is UTC. */
export const day = (text: string | undefined): bigint | undefined => {
  const said = text?.trim() ?? ''
  const match = said.length > LONGEST_DAY ? null : DATE.exec(said)
  if (match === null) return undefined
  const [year, month, date] = [BigInt(match[1] ?? ''), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return undefined
  const zone = zoneMinutes(match[4], match[5], match[6])
  if (Math.abs(zone) > MOST_ZONE_MINUTES || Number(match[6] ?? 0) > 59) return undefined
  return (daysBefore(year, month) + BigInt(date)) * BigInt(MINUTES_OF_DAY) - BigInt(zone)
}
