const MARK = '\u0001exact:'
const MARKED = new RegExp(`"${MARK.replace('\u0001', String.raw`\\u0001`)}(-?[0-9.]+)"`, 'g')

/** How many exact numbers JSON.stringify has written: only then there are marks to remove. */
let written = 0

/** A number that is written as a JSON literal with exactly these digits. */
export class Exact {
  readonly literal: string
  constructor(value: { toFixed(decimals?: number): string }, decimals?: number) {
    this.literal = value.toFixed(decimals)
  }
  toJSON(): string {
    written += 1
    return MARK + this.literal
  }
}

const withoutBigIntegers = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value

/** A replacer makes JSON.stringify several times slower, so it is used only after a big integer has made it throw. */
const stringify = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(value, withoutBigIntegers)
  }
}

/** JSON with exact numbers as literals and big integers as numbers. A Decimal is a string unless it is made Exact. */
export const writeJson = (value: unknown): string => {
  written = 0
  const text = stringify(value)
  return written > 0 ? text.replace(MARKED, '$1') : text
}
