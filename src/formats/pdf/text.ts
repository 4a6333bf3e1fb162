/**
 * What the pages of a PDF say, in the order they are drawn; undefined where that is not certain: a font without a map, a
 * stream that cannot be unfolded, more than the budget of the file lets be read.
 */
import { FormatError } from '../format-error.ts'
import type { PdfFile } from './file.ts'
import { type ReadCodes, codesOf } from './font-codes.ts'
import { PdfCursor, type PdfDictionary, type PdfValue, isDictionary, isName } from './syntax.ts'

const LONGEST_TEXT = 2_000_000
/** In thousandths of the size: what stands farther apart is two words. */
const WIDEST_KERNING = 180
/** Of all pages, in bytes: half a second. An invoice has some hundred kilobytes. */
const LONGEST_CONTENT = 10_000_000
const DEEPEST_FORM = 5
const HIGHEST_TREE = 20

/** Ends the reading of a text that is not certain. */
const UNREADABLE = Symbol('unreadable')

export const textOf = (file: PdfFile): string | undefined => {
  if (file.encrypted) return undefined
  try {
    const reader = new TextReader(file)
    for (const page of file.ofType('Page')) reader.page(page)
    return reader.text
  } catch (error) {
    // What was embedded is read already: a picture that takes too much is not looked at, and not refused.
    if (error === UNREADABLE || error instanceof FormatError) return undefined
    throw error
  }
}

class TextReader {
  text = ''
  #passed = 0
  readonly #file: PdfFile
  readonly #fonts = new Map<PdfDictionary, ReadCodes>()

  constructor(file: PdfFile) {
    this.#file = file
  }

  page(page: PdfDictionary): void {
    const contents = page.get('Contents')
    const listed = this.#file.resolve(contents)
    const streams = Array.isArray(listed) ? (listed as readonly PdfValue[]) : [contents]
    if (contents === undefined) return
    const parts = streams.map((stream) => this.#file.streamOf(stream) ?? unreadable())
    // One stream may be named any number of times.
    if (parts.reduce((sum, { length }) => sum + length, 0) > LONGEST_CONTENT) unreadable()
    this.#content(Buffer.concat(parts.flatMap((part) => [part, SPACE])), this.#resourcesOf(page), 0)
  }

  /** A page has the resources of the pages above it. */
  #resourcesOf(page: PdfDictionary): PdfDictionary | undefined {
    let here: PdfDictionary | undefined = page
    for (let height = 0; here !== undefined && height < HIGHEST_TREE; height += 1) {
      const resources = this.#file.dictionaryAt(here, 'Resources')
      if (resources) return resources
      here = this.#file.dictionaryAt(here, 'Parent')
    }
    return undefined
  }

  #content(bytes: Buffer, resources: PdfDictionary | undefined, depth: number): void {
    this.#file.budget.spend('searched', bytes.length)
    if ((this.#passed += bytes.length) > LONGEST_CONTENT) unreadable()
    const cursor = new PdfCursor(bytes, 0, this.#file.budget)
    const fonts: (ReadCodes | undefined)[] = []
    let font: ReadCodes | undefined
    let operands: PdfValue[] = []
    for (let word = cursor.operator(); word !== ''; word = cursor.operator()) {
      if (word === undefined) {
        const before = cursor.position
        operands.push(cursor.value())
        if (cursor.position === before) cursor.position += 1
        continue
      }
      if (word === 'Tf') font = this.#font(resources, operands[0])
      else if (word === 'q') fonts.push(font)
      else if (word === 'Q') font = fonts.pop() ?? font
      else if (word === 'Do') this.#draw(resources, operands[0], depth)
      else if (word === 'ID') cursor.position = endOfImage(bytes, cursor.position)
      else if (['Tj', 'TJ', "'", '"'].includes(word)) this.#show(font, operands.at(-1))
      operands = []
    }
  }

  #font(resources: PdfDictionary | undefined, name: PdfValue): ReadCodes {
    const fonts = resources && this.#file.dictionaryAt(resources, 'Font')
    const font = fonts && isName(name) ? this.#file.dictionaryAt(fonts, name.name) : undefined
    if (!font) return unreadable()
    const known = this.#fonts.get(font) ?? codesOf(this.#file, font)
    this.#fonts.set(font, known)
    return known
  }

  #show(font: ReadCodes | undefined, shown: PdfValue): void {
    for (const piece of Array.isArray(shown) ? (shown as readonly PdfValue[]) : [shown]) {
      if (typeof piece === 'number' && piece < -WIDEST_KERNING) this.text += ' '
      if (typeof piece !== 'string') continue
      this.text += font?.(piece) ?? unreadable()
      if (this.text.length > LONGEST_TEXT) unreadable()
    }
    this.text += '\n'
  }

  /** A form is content that is drawn from several places; pictures say nothing that could be read. */
  #draw(resources: PdfDictionary | undefined, name: PdfValue, depth: number): void {
    const objects = resources && this.#file.dictionaryAt(resources, 'XObject')
    const form = objects && isName(name) ? this.#file.dictionaryAt(objects, name.name) : undefined
    if (!objects || !form || !isName(name) || this.#file.nameAt(form, 'Subtype') !== 'Form') return
    if (depth >= DEEPEST_FORM) unreadable()
    const bytes = this.#file.streamOf(objects.get(name.name)) ?? unreadable()
    const own = this.#file.at(form, 'Resources')
    this.#content(Buffer.from(bytes), isDictionary(own) ? own : resources, depth + 1)
  }
}

const SPACE = Buffer.from(' ')

const unreadable = (): never => {
  throw UNREADABLE
}

/** Behind a picture whose bytes stand between the operators. */
const endOfImage = (bytes: Buffer, from: number): number => {
  const end = bytes.indexOf('EI', from + 1)
  return end === -1 ? bytes.length : end + 2
}
