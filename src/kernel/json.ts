/** NUL stands in no text of anybody else: neither inputs nor the database take it. */
const MARK = '\u0000exact:'
const MARKED = new RegExp(`"${MARK.replace('\u0000', String.raw`\\u0000`)}(-?[0-9.]+)"`, 'g')

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

/** Texts of JSON that stringify has come by, by the number that stands in their place. */
let texts: string[] = []
const TEXT_MARK = '\u0000text:'
const MARKED_TEXT = new RegExp(`"${TEXT_MARK.replace('\u0000', String.raw`\\u0000`)}(\\d+)"`, 'g')

/**
 * JSON that was written elsewhere, with its exact numbers marked: in an answer it takes its place as it is, and nobody
 * goes through its values again.
 */
export class MarkedJson {
  readonly #marked: string
  constructor(marked: string) {
    this.#marked = marked
  }
  /** Of a value with exact numbers. */
  static textOf(value: unknown): string {
    return stringify(value)
  }
  toJSON(): string {
    written += 1
    return `${TEXT_MARK}${texts.push(this.#marked) - 1}`
  }
  /** The value, with exact numbers as texts. */
  parsed(): unknown {
    return JSON.parse(this.#marked.replace(MARKED, '"$1"'))
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
  texts = []
  const text = stringify(value)
  if (written === 0) return text
  const whole =
    texts.length === 0 ? text : text.replace(MARKED_TEXT, (mark, index: string) => texts[Number(index)] ?? mark)
  texts = []
  return whole.replace(MARKED, '$1')
}
