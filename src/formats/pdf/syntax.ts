import type { Budget } from './budget.ts'

/**
 * The few PDF values that matter for finding an attachment. Names keep their slash; text is latin-1 or decoded UTF-16.
 */
export type PdfValue = string | number | PdfName | PdfReference | readonly PdfValue[] | PdfDictionary | undefined
type PdfName = { readonly name: string }
type PdfReference = { readonly reference: number }
export type PdfDictionary = ReadonlyMap<string, PdfValue>

const MAX_DEPTH = 50
/** A longer text or name is nothing that a file is found by. */
const LONGEST = 10_000
/** A reference that is written wider is none. */
const WIDEST_GAP = 32

const SPACE = 1
const DELIMITER = 2
const DIGIT = 4
const LETTER = 8

/** What each byte is. */
const kinds = new Uint8Array(256)
for (const char of '\0\t\n\f\r ') kinds[char.charCodeAt(0)] = SPACE
for (const char of '()<>[]{}/%') kinds[char.charCodeAt(0)] = DELIMITER
for (const char of '0123456789') kinds[char.charCodeAt(0)] = DIGIT
for (let code = 65; code <= 90; code++) kinds[code] = kinds[code + 32] = LETTER

export const isSpace = (byte: number | undefined): boolean => kinds[byte ?? 0] === SPACE && byte !== undefined
export const isDigit = (byte: number | undefined): boolean => kinds[byte ?? 0] === DIGIT
const isBreak = (byte: number | undefined): boolean => ((kinds[byte ?? 0] ?? 0) & (SPACE | DELIMITER)) !== 0
export const isLetter = (byte: number | undefined): boolean => kinds[byte ?? 0] === LETTER

const [OPEN, CLOSE, BACKSLASH] = [0x28, 0x29, 0x5c] as const
const [LESS, GREATER, OPEN_ARRAY, CLOSE_ARRAY, SLASH, PERCENT] = [0x3c, 0x3e, 0x5b, 0x5d, 0x2f, 0x25] as const
const [PLUS, MINUS, POINT, LINE_FEED, RETURN, BIG_R] = [0x2b, 0x2d, 0x2e, 0x0a, 0x0d, 0x52] as const

const NOTHING: PdfDictionary = new Map()
const NONE: readonly PdfValue[] = []

/** Ends the reading of a value that is nested too deep. */
const TOO_DEEP = Symbol('too deep')

/**
 * A cursor over the bytes of PDF syntax. What is not understood is undefined; only the budget makes it throw. Every
 * byte is passed once, and no more is held than the value that is read.
 */
export class PdfCursor {
  readonly #bytes: Buffer
  readonly #budget: Budget
  position: number

  constructor(bytes: Buffer, position: number, budget: Budget) {
    this.#bytes = bytes
    this.#budget = budget
    this.position = position
  }

  /** One value; undefined, and the cursor where it was found, when it is nested too deep. */
  value(): PdfValue {
    const start = this.position
    this.#budget.begin()
    try {
      return this.#value(0)
    } catch (error) {
      if (error !== TOO_DEEP) throw error
      return undefined
    } finally {
      this.#budget.spend('searched', this.position - start)
    }
  }

  /** True, and moved behind it, when the word comes next. */
  word(word: string): boolean {
    this.#skipSpace()
    const end = this.position + word.length
    if (this.#bytes.toString('latin1', this.position, end) !== word) return false
    this.position = end
    return true
  }

  /** The operator of a content stream that stands here; undefined where a value does, '' at the end. */
  operator(): string | undefined {
    this.#skipSpace()
    const start = this.position
    const first = this.#bytes[start]
    if (first === undefined) return ''
    if (!isLetter(first) && first !== 0x27 && first !== 0x22) return undefined
    while (this.position < this.#bytes.length && !isBreak(this.#bytes[this.position])) this.position += 1
    return this.#slice(start, this.position)
  }

  #value(depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw TOO_DEEP
    this.#budget.spendValue()
    this.#skipSpace()
    const first = this.#bytes[this.position]
    if (first === SLASH) return { name: this.#name() }
    if (first === LESS) return this.#bytes[this.position + 1] === LESS ? this.#dictionary(depth) : this.#hexText()
    if (first === OPEN_ARRAY) return this.#array(depth)
    if (first === OPEN) return this.#text()
    if (isDigit(first)) return this.#reference() ?? this.#number()
    if (first === PLUS || first === MINUS || first === POINT) return this.#number()
    while (isLetter(this.#bytes[this.position])) this.position += 1 // true, false, null
    return undefined
  }

  /** White space and comments. */
  #skipSpace(): void {
    const bytes = this.#bytes
    let at = this.position
    for (;;) {
      while (at < bytes.length && kinds[bytes[at] as number] === SPACE) at += 1
      if (bytes[at] !== PERCENT) break
      while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== RETURN) at += 1
    }
    this.position = at
  }

  #dictionary(depth: number): PdfDictionary {
    let entries: Map<string, PdfValue> | undefined
    this.position += 2
    while (!this.#ends(GREATER, GREATER)) {
      const before = this.position
      const key = this.#value(depth + 1)
      const value = this.#value(depth + 1)
      if (isName(key)) (entries ??= new Map()).set(key.name, value)
      if (this.position === before) break
    }
    return entries ?? NOTHING
  }

  #array(depth: number): readonly PdfValue[] {
    let items: PdfValue[] | undefined
    this.position += 1
    while (!this.#ends(CLOSE_ARRAY)) {
      const before = this.position
      ;(items ??= []).push(this.#value(depth + 1))
      if (this.position === before) break
    }
    return items ?? NONE
  }

  /** At the end of the file, or moved behind what closes. */
  #ends(...closing: number[]): boolean {
    this.#skipSpace()
    if (this.position >= this.#bytes.length) return true
    if (!closing.every((byte, index) => this.#bytes[this.position + index] === byte)) return false
    this.position += closing.length
    return true
  }

  /** `12 0 R`; undefined, and not moved, for anything else. */
  #reference(): PdfReference | undefined {
    const bytes = this.#bytes
    const afterNumber = this.#digits(this.position, 10)
    const generation = this.#gap(afterNumber)
    const afterGeneration = this.#digits(generation, 5)
    const letter = this.#gap(afterGeneration)
    if (generation === afterNumber || afterGeneration === generation || letter === afterGeneration) return undefined
    const next = bytes[letter + 1]
    if (bytes[letter] !== BIG_R || isLetter(next) || isDigit(next)) return undefined
    const reference = Number(bytes.toString('latin1', this.position, afterNumber))
    this.position = letter + 1
    return { reference }
  }

  #digits(at: number, most: number): number {
    let end = at
    while (end < at + most && isDigit(this.#bytes[end])) end += 1
    return end
  }

  #gap(at: number): number {
    let end = at
    while (end < at + WIDEST_GAP && isSpace(this.#bytes[end])) end += 1
    return end
  }

  #number(): number | undefined {
    const start = this.position
    const sign = this.#bytes[start]
    let at = sign === PLUS || sign === MINUS ? start + 1 : start
    while (isDigit(this.#bytes[at])) at += 1
    if (this.#bytes[at] === POINT) at += 1
    while (isDigit(this.#bytes[at])) at += 1
    this.position = at
    const value = at - start > LONGEST ? Number.NaN : Number(this.#bytes.toString('latin1', start, at))
    return Number.isNaN(value) ? undefined : value
  }

  #name(): string {
    const start = (this.position += 1)
    while (this.position < this.#bytes.length && !isBreak(this.#bytes[this.position])) this.position += 1
    const name = this.#slice(start, this.position)
    return name.includes('#') ? unescapeName(name) : name
  }

  #hexText(): string {
    const end = this.#bytes.indexOf(GREATER, this.position)
    const text = end === -1 ? '' : this.#slice(this.position + 1, end)
    this.position = end === -1 ? this.#bytes.length : end + 1
    return decodeText(Buffer.from(text.replace(/[^0-9A-Fa-f]/g, ''), 'hex').toString('latin1'))
  }

  #text(): string {
    const bytes = this.#bytes
    const start = this.position + 1
    let open = 1
    let at = start
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (byte === BACKSLASH) at += 1
      else if (byte === OPEN) open += 1
      else if (byte === CLOSE && --open === 0) break
    }
    this.position = Math.min(at + 1, bytes.length)
    return decodeText(unescapeText(this.#slice(start, at)))
  }

  #slice(start: number, end: number): string {
    return end - start > LONGEST ? '' : this.#bytes.toString('latin1', start, end)
  }
}

export const isName = (value: PdfValue): value is PdfName => typeof value === 'object' && 'name' in value
export const isReference = (value: PdfValue): value is PdfReference => typeof value === 'object' && 'reference' in value
export const isDictionary = (value: PdfValue): value is PdfDictionary => value instanceof Map

const unescapeName = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '' }

const unescapeText = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\([0-7]{1,3}|[^])/g, (_, escaped: string) =>
        /^[0-7]/.test(escaped)
          ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
          : (escapes[escaped] ?? escaped),
      )
    : text

/** PDF text is latin-1 enough for a file name, or UTF-16 behind its byte order mark. */
const decodeText = (text: string): string => {
  if (!text.startsWith('\u00fe\u00ff')) return text
  return new TextDecoder('utf-16be').decode(Buffer.from(text.slice(2), 'latin1'))
}
