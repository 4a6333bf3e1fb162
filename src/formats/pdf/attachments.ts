import { inflateSync } from 'node:zlib'
import { FormatError } from '../format-error.ts'
import { Budget, LIMITS, tooLarge } from './budget.ts'
import {
  PdfCursor,
  type PdfDictionary,
  type PdfValue,
  isDictionary,
  isDigit,
  isLetter,
  isName,
  isReference,
  isSpace,
} from './syntax.ts'

export type PdfAttachment = { filename: string; content: Uint8Array }

/**
 * The files embedded in a PDF. Every object is found by going through the file once, so that no cross-reference table
 * has to be trusted; object streams are opened; what it takes is bounded. Nothing is rendered or executed.
 */
export const readAttachments = (bytes: Uint8Array): PdfAttachment[] => {
  const file = new PdfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const found = new Map<string, PdfAttachment>()
  for (const specification of file.specifications()) {
    const attachment = file.attachment(specification)
    if (attachment) found.set(attachment.filename, attachment)
    if (found.size > LIMITS.attachments) throw tooLarge('attachments')
  }
  if (found.size === 0 && file.encrypted)
    throw new FormatError('UNSUPPORTED', 'The PDF is encrypted, so its embedded files cannot be read.')
  return [...found.values()]
}

/** Dictionaries that point at an embedded file, wherever they stand in an object. */
function* specificationsIn(value: PdfValue, depth = 0): Generator<PdfDictionary> {
  if (depth > 20 || typeof value !== 'object') return
  if (isDictionary(value)) {
    if (isDictionary(value.get('EF')) || isReference(value.get('EF'))) yield value
    for (const inner of value.values()) if (typeof inner === 'object') yield* specificationsIn(inner, depth + 1)
  } else if (Array.isArray(value))
    for (const inner of value as readonly PdfValue[])
      if (typeof inner === 'object') yield* specificationsIn(inner, depth + 1)
}

/** Where an object stands: its value is read again when it is asked for, so that few values are held at once. */
interface PdfObject {
  bytes: Buffer
  at: number
  /** Where the bytes of its stream begin, and where they end as far as the file says. */
  stream?: { start: number; end: number }
  /** Of those that name embedded files. */
  specifications?: readonly PdfDictionary[]
}

const LONGEST_NUMBER = 10
const LONGEST_GENERATION = 5
const WIDEST_GAP = 32

/** The number of the object whose `obj` stands here; undefined where no number stands before it. */
const numberBefore = (bytes: Buffer, obj: number): number | undefined => {
  const back = (from: number, most: number, is: (byte: number | undefined) => boolean): number => {
    let at = from
    while (at > 0 && from - at < most && is(bytes[at - 1])) at -= 1
    return at
  }
  const generationEnd = back(obj, WIDEST_GAP, isSpace)
  const generation = back(generationEnd, LONGEST_GENERATION, isDigit)
  const numberEnd = back(generation, WIDEST_GAP, isSpace)
  const number = back(numberEnd, LONGEST_NUMBER, isDigit)
  if (generationEnd === obj || generation === generationEnd || numberEnd === generation || number === numberEnd)
    return undefined
  return Number(bytes.toString('latin1', number, numberEnd))
}

/** Where `obj` comes next. Where there are millions, a loop is ten times faster than so many calls of `indexOf`. */
const nextObj = (bytes: Buffer, from: number): number => {
  let at = from
  while (at < bytes.length && !(bytes[at] === 0x6f && bytes[at + 1] === 0x62 && bytes[at + 2] === 0x6a)) at += 1
  return at
}

class PdfFile {
  readonly encrypted: boolean
  readonly #objects = new Map<number, PdfObject>()
  readonly #values = new Map<PdfObject, PdfValue>()
  readonly #contents = new Map<PdfObject, Uint8Array | undefined>()
  readonly #bytes: Buffer
  readonly #budget = new Budget()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.encrypted = isEncrypted(bytes)
    const objectStreams = this.#indexFile()
    for (const object of objectStreams) this.#openObjectStream(object)
  }

  *specifications(): Generator<PdfDictionary> {
    for (const { specifications = [] } of this.#objects.values()) yield* specifications
  }

  attachment(specification: PdfDictionary): PdfAttachment | undefined {
    const embedded = this.#resolve(specification.get('EF'))
    const target = isDictionary(embedded) ? (embedded.get('UF') ?? embedded.get('F')) : undefined
    const object = isReference(target) ? this.#objects.get(target.reference) : undefined
    const filename = this.#resolve(specification.get('UF') ?? specification.get('F'))
    if (object?.stream === undefined || typeof filename !== 'string') return undefined
    const content = this.#contentOf(object)
    return content && { filename, content }
  }

  /** Finds every object, and answers those that hold others. */
  #indexFile(): PdfObject[] {
    const bytes = this.#bytes
    const objectStreams = new Set<PdfObject>()
    for (let obj = nextObj(bytes, 0); obj < bytes.length;) {
      let next = obj + 3
      const number = isLetter(bytes[next]) ? undefined : numberBefore(bytes, obj)
      if (number !== undefined) {
        const object: PdfObject = { bytes, at: next }
        const { value, end } = this.#readObject(object)
        // What is written later in the file takes the place of what has the same number.
        const replaced = this.#objects.get(number)
        if (replaced) objectStreams.delete(replaced)
        this.#objects.set(number, object)
        if (isObjectStream(value)) objectStreams.add(object)
        next = Math.max(next, end)
      }
      obj = nextObj(bytes, next)
    }
    return [...objectStreams]
  }

  /** Reads an object where it stands, and says where it ends. Bytes of a stream are not syntax. */
  #readObject(object: PdfObject): { value: PdfValue; end: number } {
    this.#budget.spend('objects')
    const cursor = new PdfCursor(object.bytes, object.at, this.#budget)
    const value = cursor.value()
    this.#noteSpecifications(object, value)
    if (!isDictionary(value) || !cursor.word('stream')) return { value, end: cursor.position }
    const start = this.#afterLineEnd(cursor.position)
    const end = this.#saidEnd(value, start) ?? this.#bytes.indexOf('endstream', start)
    object.stream = { start, end: end === -1 ? this.#bytes.length : end }
    return { value, end: object.stream.end }
  }

  #noteSpecifications(object: PdfObject, value: PdfValue): void {
    const found = [...specificationsIn(value)]
    this.#budget.spend('specifications', found.length)
    if (found.length > 0) object.specifications = found
  }

  #afterLineEnd(position: number): number {
    const [first, second] = this.#bytes.subarray(position, position + 2)
    if (first === 0x0d && second === 0x0a) return position + 2
    return first === 0x0a || first === 0x0d ? position + 1 : position
  }

  /** Where a stream ends by its `Length`; undefined where that is not known, or wrong. */
  #saidEnd(dictionary: PdfDictionary, start: number): number | undefined {
    const length = this.#resolve(dictionary.get('Length'))
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return undefined
    const end = start + length
    return /^[\0\t\n\f\r ]*endstream/.test(this.#bytes.toString('latin1', end, end + 20)) ? end : undefined
  }

  #openObjectStream(object: PdfObject): void {
    const value = this.#valueOf(object)
    const content = isDictionary(value) && object.stream ? this.#contentOf(object) : undefined
    if (!content || !isDictionary(value)) return
    const [count, first] = [this.#resolve(value.get('N')), this.#resolve(value.get('First'))]
    if (typeof count !== 'number' || typeof first !== 'number') return
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
    const numbers = new PdfCursor(bytes, 0, this.#budget)
    for (let index = 0; index < count; index += 1) {
      const [id, offset] = [numbers.value(), numbers.value()]
      if (typeof id !== 'number' || typeof offset !== 'number' || offset < 0) return
      if (this.#objects.has(id)) continue
      const inner: PdfObject = { bytes, at: first + offset }
      this.#budget.spend('objects')
      this.#noteSpecifications(inner, new PdfCursor(bytes, inner.at, this.#budget).value())
      this.#objects.set(id, inner)
    }
  }

  #resolve(value: PdfValue): PdfValue {
    if (!isReference(value)) return value
    const object = this.#objects.get(value.reference)
    return object && this.#valueOf(object)
  }

  #valueOf(object: PdfObject): PdfValue {
    if (!this.#values.has(object))
      this.#values.set(object, new PdfCursor(object.bytes, object.at, this.#budget).value())
    return this.#values.get(object)
  }

  /** The bytes of a stream, unfolded once, however many refer to it. */
  #contentOf(object: PdfObject): Uint8Array | undefined {
    if (!this.#contents.has(object)) this.#contents.set(object, this.#read(object))
    return this.#contents.get(object)
  }

  #read(object: PdfObject): Uint8Array | undefined {
    const dictionary = this.#valueOf(object)
    if (!isDictionary(dictionary) || !object.stream) return undefined
    const { start, end } = object.stream
    const raw = this.#bytes.subarray(start, this.#saidEnd(dictionary, start) ?? end)
    const filters = [this.#resolve(dictionary.get('Filter'))]
      .flat()
      .map((filter) => (isName(filter) ? filter.name : undefined))
    if (filters.every((filter) => filter === undefined)) return raw
    return filters.length === 1 && (filters[0] === 'FlateDecode' || filters[0] === 'Fl')
      ? this.#inflate(raw)
      : undefined
  }

  /** Undefined for broken data; too much of it is refused. */
  #inflate(raw: Uint8Array): Uint8Array | undefined {
    let content: Uint8Array
    try {
      content = inflateSync(raw, { maxOutputLength: LIMITS.inflated })
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge('inflated')
      // Broken data may have been unfolded for long before it broke.
      this.#budget.spend('searched', raw.length)
      return undefined
    }
    this.#budget.spend('inflatedInAll', content.length)
    return content
  }
}

const isObjectStream = (value: PdfValue): boolean => {
  const type = isDictionary(value) ? value.get('Type') : undefined
  return isName(type) && type.name === 'ObjStm'
}

/** Whether a trailer names a dictionary of encryption. */
const isEncrypted = (bytes: Buffer): boolean => {
  const name = '/Encrypt'
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + name.length)) {
    let after = at + name.length
    while (after < at + name.length + WIDEST_GAP && isSpace(bytes[after])) after += 1
    if (after > at + name.length && isDigit(bytes[after])) return true
  }
  return false
}
