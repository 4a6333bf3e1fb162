const MARK = '\u0001exact:'
const MARKED = new RegExp(`"${MARK.replace('\u0001', String.raw`\\u0001`)}(-?[0-9.]+)"`, 'g')

/** How many exact numbers JSON.stringify has met: whether there are any to unquote. */
let met = 0

/** A number literal with exactly these digits in the JSON that leaves. */
export class Exact {
  readonly literal: string
  constructor(value: { toFixed(decimals?: number): string }, decimals?: number) {
    this.literal = value.toFixed(decimals)
  }
  toJSON(): string {
    met += 1
    return MARK + this.literal
  }
}

const withoutBigIntegers = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value

/** A replacer makes JSON.stringify several times slower, and only a big integer needs one. */
const stringify = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(value, withoutBigIntegers)
  }
}

/** JSON as the wire wants it: exact numbers as literals, big integers as numbers. A Decimal is a text unless it is made Exact. */
export const writeJson = (value: unknown): string => {
  met = 0
  const text = stringify(value)
  return met > 0 ? text.replace(MARKED, '$1') : text
}
