import { isEncrypted, nextObj, numberBefore } from './scan.ts'
import { inflateSync } from 'node:zlib'
import { Budget, LIMITS, tooLarge } from './budget.ts'
import { PdfCursor, type PdfDictionary, type PdfValue, isDictionary, isLetter, isName, isReference } from './syntax.ts'

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
  /** Where in the file it was written: itself, or the stream that holds it. */
  written: number
  /** Where the bytes of its stream begin, and where they end as far as the file says. */
  stream?: { start: number; end: number }
  /** Of those that name embedded files. */
  specifications?: readonly PdfDictionary[]
  /** Where it is a catalog or a page. */
  type?: string
}

/**
 * The objects of a PDF. Every one is found by going through the file once, so that no cross-reference table has to be
 * trusted; object streams are opened; what it takes is bounded. Nothing is rendered or executed.
 */
export class PdfFile {
  readonly encrypted: boolean
  readonly #objects = new Map<number, PdfObject>()
  /** The same in the order in which they were written. */
  readonly #inOrder: readonly PdfObject[]
  readonly #values = new Map<PdfObject, PdfValue>()
  readonly #contents = new Map<PdfObject, Uint8Array | undefined>()
  readonly #bytes: Buffer
  readonly budget = new Budget()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.encrypted = isEncrypted(bytes)
    const objectStreams = this.#indexFile()
    for (const object of objectStreams) this.#openObjectStream(object)
    this.#inOrder = [...this.#objects.values()].sort((one, other) => one.written - other.written)
  }

  *specifications(): Generator<PdfDictionary> {
    for (const { specifications = [] } of this.#inOrder) yield* specifications
  }

  /** The dictionaries of that type. */
  *ofType(type: 'Catalog' | 'Page'): Generator<PdfDictionary> {
    for (const object of this.#inOrder) {
      const value = object.type === type ? this.#valueOf(object) : undefined
      if (isDictionary(value)) yield value
    }
  }

  /** What a dictionary says, followed to where it is written. */
  at(dictionary: PdfDictionary, key: string): PdfValue {
    return this.resolve(dictionary.get(key))
  }

  dictionaryAt(dictionary: PdfDictionary, key: string): PdfDictionary | undefined {
    const value = this.at(dictionary, key)
    return isDictionary(value) ? value : undefined
  }

  nameAt(dictionary: PdfDictionary, key: string): string | undefined {
    const value = this.at(dictionary, key)
    return isName(value) ? value.name : undefined
  }

  /** Of several catalogs the one that was written last is in force. */
  catalog(): PdfDictionary | undefined {
    return [...this.ofType('Catalog')].at(-1)
  }

  /** Whether the catalog names the embedded file of that name as one that belongs to the document (`AF`). */
  isAssociated(filename: string): boolean {
    const catalog = this.catalog()
    const files = catalog && this.at(catalog, 'AF')
    if (!Array.isArray(files)) return false
    return (files as readonly PdfValue[]).some((reference) => {
      const file = this.resolve(reference)
      return isDictionary(file) && [this.at(file, 'UF'), this.at(file, 'F')].includes(filename)
    })
  }

  /** The bytes of the stream that a reference leads to, unfolded; undefined where they cannot be read. */
  streamOf(reference: PdfValue): Uint8Array | undefined {
    const object = isReference(reference) ? this.#objects.get(reference.reference) : undefined
    return object?.stream && this.#contentOf(object)
  }

  /** Finds every object, and answers those that hold others. */
  #indexFile(): PdfObject[] {
    const bytes = this.#bytes
    const objectStreams = new Set<PdfObject>()
    for (let obj = nextObj(bytes, 0); obj < bytes.length;) {
      let next = obj + 3
      const number = isLetter(bytes[next]) ? undefined : numberBefore(bytes, obj)
      if (number !== undefined) {
        const object: PdfObject = { bytes, at: next, written: next }
        const { value, end } = this.#readObject(object)
        // What is written later in the file takes the place of what has the same number.
        const replaced = this.#objects.get(number)
        if (replaced) objectStreams.delete(replaced)
        this.#objects.set(number, object)
        if (typeOf(value) === 'ObjStm') objectStreams.add(object)
        next = Math.max(next, end)
      }
      obj = nextObj(bytes, next)
    }
    return [...objectStreams]
  }

  /** Reads an object where it stands, and says where it ends. Bytes of a stream are not syntax. */
  #readObject(object: PdfObject): { value: PdfValue; end: number } {
    this.budget.spend('objects')
    const cursor = new PdfCursor(object.bytes, object.at, this.budget)
    const value = cursor.value()
    this.#note(object, value)
    if (!isDictionary(value) || !cursor.word('stream')) return { value, end: cursor.position }
    const start = this.#afterLineEnd(cursor.position)
    const end = this.#saidEnd(value, start) ?? this.#bytes.indexOf('endstream', start)
    object.stream = { start, end: end === -1 ? this.#bytes.length : end }
    return { value, end: object.stream.end }
  }

  #note(object: PdfObject, value: PdfValue): void {
    const type = typeOf(value)
    if (type === 'Catalog' || type === 'Page') object.type = type
    const found = [...specificationsIn(value)]
    this.budget.spend('specifications', found.length)
    if (found.length > 0) object.specifications = found
  }

  #afterLineEnd(position: number): number {
    const [first, second] = this.#bytes.subarray(position, position + 2)
    if (first === 0x0d && second === 0x0a) return position + 2
    return first === 0x0a || first === 0x0d ? position + 1 : position
  }

  /** Where a stream ends by its `Length`; undefined where that is not known, or wrong. */
  #saidEnd(dictionary: PdfDictionary, start: number): number | undefined {
    const length = this.resolve(dictionary.get('Length'))
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return undefined
    const end = start + length
    return /^[\0\t\n\f\r ]*endstream/.test(this.#bytes.toString('latin1', end, end + 20)) ? end : undefined
  }

  #openObjectStream(object: PdfObject): void {
    const value = this.#valueOf(object)
    const content = isDictionary(value) && object.stream ? this.#contentOf(object) : undefined
    if (!content || !isDictionary(value)) return
    const [count, first] = [this.resolve(value.get('N')), this.resolve(value.get('First'))]
    if (typeof count !== 'number' || typeof first !== 'number') return
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
    const numbers = new PdfCursor(bytes, 0, this.budget)
    for (let index = 0; index < count; index += 1) {
      const [id, offset] = [numbers.value(), numbers.value()]
      if (typeof id !== 'number' || typeof offset !== 'number' || offset < 0) return
      // An update that was appended may hold the same number once more.
      if ((this.#objects.get(id)?.written ?? -1) >= object.written) continue
      const inner: PdfObject = { bytes, at: first + offset, written: object.written }
      this.budget.spend('objects')
      this.#note(inner, new PdfCursor(bytes, inner.at, this.budget).value())
      this.#objects.set(id, inner)
    }
  }

  resolve(value: PdfValue): PdfValue {
    if (!isReference(value)) return value
    const object = this.#objects.get(value.reference)
    return object && this.#valueOf(object)
  }

  #valueOf(object: PdfObject): PdfValue {
    if (!this.#values.has(object)) this.#values.set(object, new PdfCursor(object.bytes, object.at, this.budget).value())
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
    const filters = [this.resolve(dictionary.get('Filter'))]
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
      this.budget.spend('searched', raw.length)
      return undefined
    }
    this.budget.spend('inflatedInAll', content.length)
    return content
  }
}

const typeOf = (value: PdfValue): string | undefined => {
  const type = isDictionary(value) ? value.get('Type') : undefined
  return isName(type) ? type.name : undefined
}
