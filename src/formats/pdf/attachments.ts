import { inflateSync } from 'node:zlib'
import { FormatError } from '../format-error.ts'
import { PdfCursor, isDictionary, isName, isReference, type PdfDictionary, type PdfValue } from './syntax.ts'

export type PdfAttachment = { filename: string; content: Uint8Array }

const LIMITS = { file: 50_000_000, objects: 200_000, inflated: 25_000_000, inflatedInAll: 100_000_000 } as const

/**
 * The files embedded in a PDF. Every object is found by going through the file, so that no cross-reference table has to
 * be trusted; object streams are opened; sizes and counts are bounded. Nothing is rendered or executed.
 */
export const readAttachments = (bytes: Uint8Array): PdfAttachment[] => {
  if (bytes.length > LIMITS.file)
    throw new FormatError(
      'TOO_LARGE',
      `The PDF is too large: it has ${bytes.length} bytes, and at most ${LIMITS.file} are allowed.`,
    )
  const file = new PdfFile(bytes)
  const found = new Map<string, PdfAttachment>()
  for (const value of file.objects.values()) {
    for (const specification of fileSpecifications(value.value)) {
      const attachment = file.attachment(specification)
      if (attachment) found.set(attachment.filename, attachment)
    }
  }
  if (found.size === 0 && file.encrypted)
    throw new FormatError('UNSUPPORTED', 'The PDF is encrypted, so its embedded files cannot be read.')
  return [...found.values()]
}

/** Dictionaries that point at an embedded file, wherever they stand in an object. */
function* fileSpecifications(value: PdfValue, depth = 0): Generator<PdfDictionary> {
  if (depth > 20) return
  if (isDictionary(value)) {
    if (isDictionary(value.get('EF')) || isReference(value.get('EF'))) yield value
    for (const inner of value.values()) yield* fileSpecifications(inner, depth + 1)
  } else if (Array.isArray(value)) for (const inner of value) yield* fileSpecifications(inner, depth + 1)
}

/** `stream`: where its bytes begin in the file. */
type PdfObject = { value: PdfValue; stream?: number }

const OBJECT = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![A-Za-z])/g

const isObjectStream = (value: PdfValue): boolean => {
  const type = isDictionary(value) ? value.get('Type') : undefined
  return isName(type) && type.name === 'ObjStm'
}

class PdfFile {
  readonly objects = new Map<number, PdfObject>()
  readonly encrypted: boolean
  readonly #bytes: Uint8Array
  readonly #text: string
  #inflated = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    this.encrypted = /\/Encrypt[\0\t\n\f\r ]+\d/.test(this.#text)
    this.#indexFile()
    this.#openObjectStreams()
  }

  #indexFile(): void {
    OBJECT.lastIndex = 0
    for (let match = OBJECT.exec(this.#text); match; match = OBJECT.exec(this.#text)) {
      if (this.objects.size >= LIMITS.objects)
        throw new FormatError('TOO_LARGE', `The PDF has more than ${LIMITS.objects} objects.`)
      const cursor = new PdfCursor(this.#text, OBJECT.lastIndex)
      const value = cursor.value()
      const stream = isDictionary(value) && cursor.word('stream') ? this.#afterLineEnd(cursor.position) : undefined
      this.objects.set(Number(match[1]), stream === undefined ? { value } : { value, stream })
      // Bytes of a stream are not syntax: go on behind them.
      OBJECT.lastIndex =
        stream === undefined ? Math.max(cursor.position, OBJECT.lastIndex) : this.#endOfStream(value, stream)
    }
  }

  #afterLineEnd(position: number): number {
    if (this.#text.startsWith('\r\n', position)) return position + 2
    return this.#text[position] === '\n' || this.#text[position] === '\r' ? position + 1 : position
  }

  #endOfStream(value: PdfValue, start: number): number {
    const length = isDictionary(value) ? this.resolve(value.get('Length')) : undefined
    if (
      typeof length === 'number' &&
      length >= 0 &&
      /^[\0\t\n\f\r ]*endstream/.test(this.#text.slice(start + length, start + length + 20))
    )
      return start + length
    const end = this.#text.indexOf('endstream', start)
    return end === -1 ? this.#text.length : end
  }

  #openObjectStreams(): void {
    const streams = Array.from(this.objects.values()).filter(({ value }) => isObjectStream(value))
    for (const object of streams) this.#openObjectStream(object)
  }

  #openObjectStream({ value, stream }: PdfObject): void {
    const content = stream === undefined || !isDictionary(value) ? undefined : this.#streamBytes(value, stream)
    if (!content || !isDictionary(value)) return
    const [count, first] = [this.resolve(value.get('N')), this.resolve(value.get('First'))]
    if (typeof count !== 'number' || typeof first !== 'number') return
    const text = Buffer.from(content).toString('latin1')
    const numbers = new PdfCursor(text, 0)
    for (let index = 0; index < Math.min(count, LIMITS.objects); index += 1) {
      const [id, offset] = [numbers.value(), numbers.value()]
      if (typeof id !== 'number' || typeof offset !== 'number') return
      if (!this.objects.has(id)) this.objects.set(id, { value: new PdfCursor(text, first + offset).value() })
    }
  }

  resolve(value: PdfValue): PdfValue {
    return isReference(value) ? this.objects.get(value.reference)?.value : value
  }

  attachment(specification: PdfDictionary): PdfAttachment | undefined {
    const embedded = this.resolve(specification.get('EF'))
    const target = isDictionary(embedded) ? (embedded.get('UF') ?? embedded.get('F')) : undefined
    const object = isReference(target) ? this.objects.get(target.reference) : undefined
    const filename = this.resolve(specification.get('UF') ?? specification.get('F'))
    if (object?.stream === undefined || !isDictionary(object.value) || typeof filename !== 'string') return undefined
    const content = this.#streamBytes(object.value, object.stream)
    return content && { filename, content }
  }

  #streamBytes(dictionary: PdfDictionary, start: number): Uint8Array | undefined {
    const raw = this.#bytes.subarray(start, this.#endOfStream(dictionary, start))
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
    const room = Math.min(LIMITS.inflated, LIMITS.inflatedInAll - this.#inflated)
    if (room <= 0)
      throw new FormatError('TOO_LARGE', `The PDF has more than ${LIMITS.inflatedInAll} bytes when it is decompressed.`)
    try {
      const content = inflateSync(raw, { maxOutputLength: room })
      this.#inflated += content.length
      return content
    } catch (error) {
      if (error instanceof RangeError)
        throw new FormatError(
          'TOO_LARGE',
          `A part of the PDF has more than ${LIMITS.inflated} bytes when it is decompressed.`,
        )
      return undefined
    }
  }
}
