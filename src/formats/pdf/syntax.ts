/**
 * The few PDF values that matter for finding an attachment. Names keep their slash; text is latin-1 or decoded UTF-16.
 */
export type PdfValue = string | number | PdfName | PdfReference | PdfValue[] | PdfDictionary | undefined
type PdfName = { readonly name: string }
type PdfReference = { readonly reference: number }
export type PdfDictionary = ReadonlyMap<string, PdfValue>

const MAX_DEPTH = 50

const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![A-Za-z0-9])/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y
const HEX_STRING = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y
const WORD = /[A-Za-z]+/y

/** A cursor over PDF syntax. Never throws: what is not understood is undefined. */
export class PdfCursor {
  readonly #text: string
  position: number

  constructor(text: string, position: number) {
    this.#text = text
    this.position = position
  }

  value(depth = 0): PdfValue {
    this.#take(SPACE)
    if (depth > MAX_DEPTH) return undefined
    if (this.#text.startsWith('<<', this.position)) return this.#dictionary(depth)
    const first = this.#text[this.position]
    if (first === '/') return { name: unescapeName(this.#take(NAME)?.[1] ?? '') }
    if (first === '[') return this.#array(depth)
    if (first === '(') return decodeText(this.#literal())
    if (first === '<') return decodeText(fromHex(this.#take(HEX_STRING)?.[1] ?? ''))
    const reference = this.#take(REFERENCE)
    if (reference) return { reference: Number(reference[1]) }
    const number = this.#take(NUMBER)
    if (number) return Number(number[0])
    this.#take(WORD) // true, false, null
    return undefined
  }

  /** True, and moved behind it, when the word comes next. */
  word(word: string): boolean {
    this.#take(SPACE)
    if (!this.#text.startsWith(word, this.position)) return false
    this.position += word.length
    return true
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position
    const match = pattern.exec(this.#text)
    if (match) this.position = pattern.lastIndex
    return match ?? undefined
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>()
    this.position += 2
    while (this.position < this.#text.length && !this.word('>>')) {
      const before = this.position
      const key = this.value(depth + 1)
      const value = this.value(depth + 1)
      if (isName(key)) entries.set(key.name, value)
      if (this.position === before) break
    }
    return entries
  }

  #array(depth: number): PdfValue[] {
    const items: PdfValue[] = []
    this.position += 1
    while (this.position < this.#text.length && !this.word(']')) {
      const before = this.position
      items.push(this.value(depth + 1))
      if (this.position === before) break
    }
    return items
  }

  #literal(): string {
    let out = ''
    let open = 0
    for (; this.position < this.#text.length; this.position += 1) {
      const char = this.#text[this.position] ?? ''
      if (char === '\\') out += this.#escape()
      else if (char === '(' && open++ === 0) continue
      else if (char === ')' && --open === 0) break
      else out += char
    }
    this.position += 1
    return out
  }

  #escape(): string {
    const octal = /^[0-7]{1,3}/.exec(this.#text.slice(this.position + 1, this.position + 4))?.[0]
    this.position += octal?.length ?? 1
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    const char = this.#text[this.position] ?? ''
    return ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '' } as Record<string, string>)[char] ?? char
  }
}

export const isName = (value: PdfValue): value is PdfName => typeof value === 'object' && 'name' in value
export const isReference = (value: PdfValue): value is PdfReference => typeof value === 'object' && 'reference' in value
export const isDictionary = (value: PdfValue): value is PdfDictionary => value instanceof Map

const unescapeName = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const fromHex = (hex: string): string => Buffer.from(hex.replace(/[^0-9A-Fa-f]/g, ''), 'hex').toString('latin1')

/** PDF text is latin-1 enough for a file name, or UTF-16 behind its byte order mark. */
const decodeText = (text: string): string => {
  if (!text.startsWith('\u00fe\u00ff')) return text
  return new TextDecoder('utf-16be').decode(Buffer.from(text.slice(2), 'latin1'))
}
