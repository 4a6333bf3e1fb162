/** From the bytes that a page shows in a font to text; undefined for a font that does not say what its codes mean. */
import type { PdfFile } from './file.ts'
import { type PdfDictionary, isDictionary, isName } from './syntax.ts'

export type ReadCodes = (codes: string) => string | undefined

/** The fonts that every reader has: their codes are those of Latin text. */
const STANDARD = /^(Helvetica|Times|Courier)(-|$)/
const LATIN = ['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding']
/** A map of more is none of a font. */
const LONGEST_MAP = 500_000
const MOST_CODES = 100_000

export const codesOf = (file: PdfFile, font: PdfDictionary): ReadCodes => {
  const map = file.streamOf(font.get('ToUnicode'))
  if (map !== undefined && map.length <= LONGEST_MAP) {
    file.budget.spend('searched', map.length)
    return mapped(Buffer.from(map).toString('latin1'))
  }
  return isLatin(file, font) ? (codes) => codes : () => undefined
}

/** Digits, letters and marks have the same codes in every Latin encoding. */
const isLatin = (file: PdfFile, font: PdfDictionary): boolean => {
  const encoding = file.at(font, 'Encoding')
  if (isDictionary(encoding) || file.nameAt(font, 'Subtype') === 'Type0') return false
  return isName(encoding) ? LATIN.includes(encoding.name) : STANDARD.test(file.nameAt(font, 'BaseFont') ?? '')
}

/** The map from codes to text that a font brings (`ToUnicode`). */
const mapped = (map: string): ReadCodes => {
  const width = Math.max(1, (/begincodespacerange\s*<([0-9A-Fa-f]{2,8})>/.exec(map)?.[1]?.length ?? 2) >> 1)
  const texts = new Map<number, string>()
  for (const part of partsOf(map, 'bfchar'))
    for (const [, code = '', text = ''] of part.matchAll(/<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]*)>/g))
      note(texts, Number.parseInt(code, 16), text)
  for (const part of partsOf(map, 'bfrange')) noteRanges(texts, part)
  return (codes) => {
    let text = ''
    for (let at = 0; at + width <= codes.length; at += width) {
      const one = texts.get(Buffer.from(codes.slice(at, at + width), 'latin1').readUIntBE(0, width))
      if (one === undefined) return undefined
      text += one
    }
    return text
  }
}

const partsOf = (map: string, of: string): string[] =>
  map
    .split(`begin${of}`)
    .slice(1)
    .map((part) => part.split(`end${of}`, 1)[0] ?? '')

const RANGE = /<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]{1,8})>\s*(?:<([0-9A-Fa-f]*)>|\[([^\][]*)\])/g

const noteRanges = (texts: Map<number, string>, part: string): void => {
  for (const [, from = '', to = '', text, list] of part.matchAll(RANGE)) {
    const first = Number.parseInt(from, 16)
    const last = Math.min(Number.parseInt(to, 16), first + 0xffff)
    if (list !== undefined) {
      for (const [index, [, one = '']] of [...list.matchAll(/<([0-9A-Fa-f]*)>/g)].entries())
        note(texts, first + index, one)
      continue
    }
    const start = Number.parseInt((text ?? '').slice(-4), 16)
    for (let code = first; code <= last && texts.size < MOST_CODES; code += 1)
      note(texts, code, (text ?? '').slice(0, -4) + (start + code - first).toString(16).padStart(4, '0'))
  }
}

const note = (texts: Map<number, string>, code: number, utf16: string): void => {
  if (texts.size < MOST_CODES) texts.set(code, new TextDecoder('utf-16be').decode(Buffer.from(utf16, 'hex')))
}
