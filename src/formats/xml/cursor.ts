import type { EncodedPart } from '../../values/base64.ts'
import { FormatError, type FormatErrorCode } from '../format-error.ts'
import { EncodedText } from './encoded-text.ts'
import type { ShortenedText } from './long-texts.ts'
import { XmlSource } from './source.ts'
import { resolveReferences } from './references.ts'

const NAME =
  /[A-Z_a-z\u00C0-\u{EFFFF}][-.\w\u00B7\u00C0-\u{EFFFF}]*(?::[A-Z_a-z\u00C0-\u{EFFFF}][-.\w\u00B7\u00C0-\u{EFFFF}]*)?/uy
const DECLARATION = new RegExp(
  String.raw`^<\?xml\s+version\s*=\s*(["'])1\.\d\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?` +
    String.raw`(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>`,
)

/** Beside what was left out: the rest of a text in base64. White space fits in one place only, so that it takes no time. */
const ENCODED = /^[A-Za-z0-9+/ \t\n]*(?:={1,2}[ \t\n]*)?$/

export const LESS = 0x3c
export const GREATER = 0x3e
export const SLASH = 0x2f
export const BANG = 0x21
export const QUESTION = 0x3f
const EQUALS = 0x3d
const QUOTE = 0x22
const APOSTROPHE = 0x27
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09
const isCharacter = (code: number): boolean => (code >= 0x20 && code <= 0xfffd) || isSpace(code)

/**
 * The characters as numbers, which take a third of the time of `charCodeAt`. Behind them a `<`, so that every text
 * ends.
 */
const codesOf = (text: string): Uint16Array => {
  const bytes = Buffer.allocUnsafeSlow(2 * (text.length + 1))
  bytes.write(text, 'utf16le')
  const codes = new Uint16Array(bytes.buffer)
  codes[text.length] = LESS
  return codes
}

/** Reads an XML file from its beginning to its end, character by character: what knows no elements. */
export class XmlCursor {
  /** Where it stands. */
  at = 0
  readonly text: string
  readonly source: XmlSource
  readonly #codes: Uint16Array
  readonly #nameLength: number
  readonly #hasReferences: boolean
  readonly #hasSectionEnds: boolean
  readonly #shortened: ShortenedText | undefined
  /** How many of the long texts that were left out have been found again. */
  #found = 0

  constructor(text: string, nameLength: number, shortened?: ShortenedText) {
    this.text = text
    this.source = new XmlSource(text, shortened)
    this.#shortened = shortened
    this.#codes = codesOf(text)
    this.#nameLength = nameLength
    this.#hasReferences = text.includes('&')
    this.#hasSectionEnds = text.includes(']]>')
  }

  code(at: number): number {
    return this.#codes[at] ?? 0
  }

  /** What stands from `start` to `end` stands `at` this place again. */
  repeats(start: number, end: number, at: number): boolean {
    const codes = this.#codes
    for (let here = start, there = at; here < end; here += 1, there += 1) if (codes[here] !== codes[there]) return false
    return true
  }

  afterSpace(start: number): number {
    let at = start
    while (isSpace(this.code(at))) at += 1
    return at
  }

  /** Where the text from here on ends, at the next `<`. */
  textEnd(start: number): number {
    let at = start
    for (let code = this.code(at); code !== LESS; code = this.code(at)) {
      if (!isCharacter(code)) this.#failAtControl(at)
      at += 1
    }
    return at
  }

  /** Checked already, and with its references resolved. */
  textBetween(start: number, end: number): string {
    const text = this.text.slice(start, end)
    if (this.#hasSectionEnds && text.includes(']]>'))
      this.fail('MALFORMED', 'The text contains "]]>", which XML does not allow.', start)
    return this.#resolved(text)
  }

  /** The text between, where a part of it was left out because it is long. */
  encodedBetween(start: number, end: number): EncodedText | undefined {
    const { cuts = [], pieces = [] } = this.#shortened ?? {}
    const next = cuts[this.#found]
    if (next === undefined || next.at < start || next.at >= end) return undefined
    const parts: EncodedPart[] = []
    let [short, at] = ['', start]
    for (let cut = cuts[this.#found]; cut !== undefined && cut.at < end; cut = cuts[++this.#found]) {
      const before = this.text.slice(at, cut.at)
      const last = parts.at(-1)
      if (before === '' && typeof last === 'object' && last.to === cut.from) last.to = cut.to
      else parts.push(before, { from: cut.from, to: cut.to })
      short += before
      at = cut.at + 1
    }
    parts.push(this.text.slice(at, end))
    if (/[^A-Za-z0-9+/ \t\n]/.test(short) || !ENCODED.test(this.text.slice(at, end))) this.#found = Infinity
    return new EncodedText(parts, pieces)
  }

  /** Everything that was left out is the text of an element, and base64. */
  get isWhole(): boolean {
    return this.#found === (this.#shortened?.cuts.length ?? 0)
  }

  /** Reads a name and moves behind it. */
  name(at: number): string {
    NAME.lastIndex = at
    const name = NAME.exec(this.text)?.[0] ?? this.fail('MALFORMED', 'A name is expected here.', at)
    if (name.length > this.#nameLength)
      this.fail('TOO_LARGE', `A name is longer than ${this.#nameLength} characters.`, at)
    this.#check(at, at + name.length)
    this.at = at + name.length
    return name
  }

  /** `="…"`, and moves behind it. */
  attributeValue(name: string): string {
    let at = this.afterSpace(this.at)
    if (this.code(at) !== EQUALS) this.fail('MALFORMED', `The attribute "${name}" has no value.`, at)
    at = this.afterSpace(at + 1)
    const quote = this.code(at)
    const end =
      quote === QUOTE ? this.text.indexOf('"', at + 1) : quote === APOSTROPHE ? this.text.indexOf("'", at + 1) : -1
    if (end === -1) this.fail('MALFORMED', `The value of the attribute "${name}" is not quoted, or does not end.`, at)
    this.#check(at + 1, end)
    const value = this.text.slice(at + 1, end)
    if (value.includes('<')) this.fail('MALFORMED', `The value of the attribute "${name}" contains "<".`, at)
    this.at = end + 1
    return this.#resolved(/[\t\n]/.test(value) ? value.replace(/[\t\n]/g, ' ') : value)
  }

  skipDeclaration(): void {
    if (!this.text.startsWith('<?xml') || !isSpace(this.code(5))) return
    const match = DECLARATION.exec(this.text) ?? this.fail('MALFORMED', 'The XML declaration is not well formed.')
    this.at = match[0].length
  }

  skipComment(tag: number): void {
    const end = this.text.indexOf('--', tag + 4)
    if (end === -1 || this.code(end + 2) !== GREATER)
      this.fail('MALFORMED', 'A comment does not end, or contains "--".', tag)
    this.#check(tag, end)
    this.at = end + 3
  }

  skipInstruction(tag: number): void {
    const target = this.name(tag + 2)
    const end = this.text.indexOf('?>', this.at)
    const apart = end === this.at || isSpace(this.code(this.at))
    if (end === -1 || !apart || target.toLowerCase() === 'xml')
      this.fail('MALFORMED', 'A processing instruction is not well formed.', tag)
    this.#check(tag, end)
    this.at = end + 2
  }

  /** What a character data section says. */
  section(tag: number): string {
    const end = this.text.indexOf(']]>', tag + 9)
    if (end === -1) this.fail('MALFORMED', 'A character data section does not end.', tag)
    this.#check(tag, end)
    this.at = end + 3
    return this.text.slice(tag + 9, end)
  }

  fail(code: FormatErrorCode, message: string, at = this.at): never {
    const { line, column } = this.source.place(Math.min(at, this.text.length))
    throw new FormatError(code, message, line, column)
  }

  /** Where text may stand; anywhere else a control character is no markup. */
  #check(start: number, end: number): void {
    for (let at = start; at < end; at += 1) if (!isCharacter(this.code(at))) this.#failAtControl(at)
  }

  #failAtControl(at: number): never {
    return this.fail('MALFORMED', 'The file contains a control character that XML does not allow.', at)
  }

  #resolved(text: string): string {
    if (!this.#hasReferences || !text.includes('&')) return text
    return resolveReferences(text, (reference) => this.fail('MALFORMED', `The entity "${reference}" is not known.`))
  }
}
