/** The lines of an upload, plain or packed by gzip: cut into portions of whole lines as they come. */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ChunkedBytes } from '../kernel/bytes.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { limits, shownLimit } from '../values/limits.ts'
import { PORTION_BYTES } from './portions.ts'

const READ_BYTES = 256 * 1024
const NEWLINE = 0x0a
/** A file of any size may unpack to so much. */
const SMALL_BYTES = 10_000_000

export interface LinePortion {
  bytes: Uint8Array
  /** Lines before it, and those in it that have something in them. */
  linesBefore: number
  lines: number
}

const isPacked = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b

/** A stream reads ahead: it is given bytes of its own. */
function* copied(content: ChunkedBytes): Generator<Uint8Array> {
  for (const portion of content.portions(READ_BYTES)) yield Buffer.from(portion)
}

const unpacked = (content: ChunkedBytes): AsyncIterable<Buffer> => {
  const [first = new Uint8Array()] = content.portions(2)
  const plain = Readable.from(copied(content), { objectMode: false })
  if (!isPacked(first)) return plain
  const packed = createGunzip({ chunkSize: READ_BYTES })
  plain.pipe(packed)
  return packed
}

const tooMuch = (message: string): AppError => refusal('TOO_LARGE', 'file', message, { summary: `file: ${message}` })

/** Cuts what comes at the ends of lines. */
class LineCutter {
  #held: Buffer = Buffer.alloc(0)
  #linesBefore = 0
  #total = 0
  readonly #most: number

  /** A small file that unpacks to very much is no list of documents. */
  constructor(packedBytes: number) {
    this.#most = Math.min(limits.bulkSendBytes, Math.max(SMALL_BYTES, limits.bulkUnpackTimes * packedBytes))
  }

  #refuseLong(bytes: number): void {
    if (bytes > limits.bulkLineBytes)
      throw tooMuch(`Line ${this.#linesBefore + 1} has more than ${shownLimit('bulkLineBytes')}.`)
  }

  *add(chunk: Buffer): Generator<LinePortion> {
    this.#total += chunk.length
    if (this.#total > limits.bulkSendBytes)
      throw tooMuch(`The lines have more than ${shownLimit('bulkSendBytes')} when they are unpacked.`)
    if (this.#total > this.#most)
      throw tooMuch(`The lines have more than ${limits.bulkUnpackTimes} times their size when they are unpacked.`)
    this.#held = Buffer.concat([this.#held, chunk])
    if (this.#held.length < PORTION_BYTES) return
    const end = this.#held.lastIndexOf(NEWLINE) + 1
    if (end > 0) yield this.#cut(end)
    this.#refuseLong(this.#held.length)
  }

  *end(): Generator<LinePortion> {
    if (this.#held.length > 0) yield this.#cut(this.#held.length)
  }

  #cut(end: number): LinePortion {
    const bytes = this.#held.subarray(0, end)
    this.#held = this.#held.subarray(end)
    const linesBefore = this.#linesBefore
    let lines = 0
    for (let at = 0; at < bytes.length;) {
      const found = bytes.indexOf(NEWLINE, at)
      const next = found === -1 ? bytes.length : found
      this.#refuseLong(next - at)
      if (bytes.subarray(at, next).some((byte) => byte > 0x20)) lines += 1
      this.#linesBefore += 1
      // A blank line is read as well.
      if (this.#linesBefore > limits.bulkLines) throw tooMuch(`It has more than ${shownLimit('bulkLines')} lines.`)
      at = next + 1
    }
    return { bytes, linesBefore, lines }
  }
}

/** One portion at a time is in memory. */
export async function* linePortions(content: ChunkedBytes): AsyncGenerator<LinePortion> {
  const cutter = new LineCutter(content.size)
  try {
    for await (const chunk of unpacked(content)) yield* cutter.add(chunk)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refusal('UNREADABLE_FILE', 'file', `The file cannot be unpacked: ${(error as Error).message}.`)
  }
  yield* cutter.end()
}

const BEGINS_OBJECT = /^[^\S\n]*\{/m

/** Goes through all lines before any of them is stored: the last may be too much. */
export const refuseUnfitLines = async (content: ChunkedBytes): Promise<void> => {
  let hasObject = false
  for await (const { bytes } of linePortions(content)) hasObject ||= BEGINS_OBJECT.test(Buffer.from(bytes).toString())
  if (!hasObject) throw refusal('INVALID_REQUEST', 'file', 'No line of the file is a JSON object.')
}
