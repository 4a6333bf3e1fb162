/** Bytes in the pieces that they came in: to store or to answer a file, it need not be in one piece. */
import { createHash } from 'node:crypto'
import { type EncodedPart, decoded } from '../values/base64.ts'
import { freeMemory } from './threads/own-buffers.ts'

export class ChunkedBytes {
  #pieces: readonly Uint8Array[]
  readonly size: number
  /** The hash of all bytes, in lower-case hexadecimal. */
  readonly sha256: string

  /** The size is given by those who hold the bytes elsewhere. */
  constructor(pieces: readonly Uint8Array[], sha256?: string, size?: number) {
    this.#pieces = pieces
    this.size = size ?? pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    this.sha256 = sha256 ?? pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest('hex')
  }

  /** As they are held: of whoever holds them elsewhere, all in one piece. */
  get pieces(): readonly Uint8Array[] {
    return this.#pieces
  }

  protected set pieces(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces
  }

  /** All bytes in one piece, which takes the place of the others so that they are not held twice. */
  whole(): Uint8Array {
    const whole = oneOf(this.pieces)
    this.#pieces = [whole]
    return whole
  }

  /**
   * Portions of so many bytes, the last one smaller. One at a time is in memory beside the pieces: it is there until the
   * next one is asked for.
   */
  portions(bytes: number): Generator<Uint8Array> {
    return inPortions(this.pieces, bytes)
  }

  /** Nobody needs them any more: their memory is free at once, and not when V8 looks for it. */
  letGo(): void {
    this.#pieces.forEach(freeMemory)
    this.#pieces = []
  }
}

/**
 * Bytes that one caller holds alone, as of a body that is a file. While a thread reads them they are there and not here:
 * in between nobody may ask for them.
 */
export class LendableBytes extends ChunkedBytes {
  #isLent = false

  override get pieces(): readonly Uint8Array[] {
    if (this.#isLent) throw new Error('The bytes are lent to a thread, or were lost with it.')
    return super.pieces
  }

  protected override set pieces(pieces: readonly Uint8Array[]) {
    super.pieces = pieces
  }

  lend(): readonly Uint8Array[] {
    const { pieces } = this
    this.#isLent = true
    this.pieces = []
    return pieces
  }

  takeBack(pieces: readonly Uint8Array[]): void {
    this.#isLent = false
    this.pieces = pieces
  }
}

function* inPortions(pieces: Iterable<Uint8Array>, bytes: number): Generator<Uint8Array> {
  let room: Buffer | undefined
  let [length, given] = [0, false]
  for (const piece of pieces) {
    for (let start = 0; start < piece.byteLength;) {
      const part = piece.subarray(start, start + bytes - length)
      start += part.byteLength
      const isAlone = part.byteLength === bytes
      if (!isAlone) {
        room ??= Buffer.allocUnsafe(bytes)
        room.set(part, length)
        length += part.byteLength
        if (length < bytes) continue
      }
      yield isAlone || !room ? part : room
      given = true
      length = 0
    }
  }
  if (length > 0 || !given) yield room?.subarray(0, length) ?? new Uint8Array()
}

/** A file in base64 that stands in other bytes: it is decoded where it is asked for, portion by portion. */
export class EncodedBytes extends ChunkedBytes {
  readonly parts: readonly EncodedPart[]
  readonly #around: ChunkedBytes

  constructor(parts: readonly EncodedPart[], around: ChunkedBytes, known: { sha256: string; size: number }) {
    super([], known.sha256, known.size)
    this.parts = parts
    this.#around = around
  }

  /** Goes through all of it. */
  static in(parts: readonly EncodedPart[], around: ChunkedBytes): EncodedBytes {
    const hash = createHash('sha256')
    let size = 0
    for (const piece of decoded(parts, around.pieces)) {
      hash.update(piece)
      size += piece.byteLength
    }
    return new EncodedBytes(parts, around, { sha256: hash.digest('hex'), size })
  }

  override get pieces(): readonly Uint8Array[] {
    return [this.whole()]
  }

  override whole(): Uint8Array {
    const whole = Buffer.allocUnsafe(this.size)
    let at = 0
    for (const piece of decoded(this.parts, this.#around.pieces)) {
      whole.set(piece, at)
      at += piece.byteLength
    }
    return whole
  }

  override portions(bytes: number): Generator<Uint8Array> {
    return inPortions(decoded(this.parts, this.#around.pieces), bytes)
  }
}

const oneOf = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)

/**
 * Pieces are smaller only where there is not much before them. From this size on each has pages of its own, which go
 * back to the kernel with it: a heap of smaller ones stays as high as it once was.
 */
const SMALL_PIECE = 128 * 1024

/**
 * Keeps one more piece, and nobody else may. Small ones are put together, each with those before it that are at most
 * twice as long: however small the pieces are that a client sends, there are few, and a byte is copied a few times.
 */
export const keepPiece = (pieces: Uint8Array[], piece: Uint8Array): void => {
  let last = piece
  for (;;) {
    const before = pieces.at(-1)
    if (!before || before.byteLength >= SMALL_PIECE || before.byteLength > 2 * last.byteLength) break
    pieces.pop()
    const together = Buffer.concat([before, last])
    freeMemory(before)
    freeMemory(last)
    last = together
  }
  pieces.push(last)
}

/** Keeps pieces as they come, and hashes them. */
export const gathering = (
  Kind: typeof ChunkedBytes = ChunkedBytes,
): { add(piece: Uint8Array): void; end(): ChunkedBytes } => {
  const pieces: Uint8Array[] = []
  const hash = createHash('sha256')
  return {
    add(piece) {
      hash.update(piece)
      keepPiece(pieces, piece)
    },
    end: () => new Kind(pieces, hash.digest('hex')),
  }
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * A stored file, read portion by portion. The last portion is given only when the hash of all of them is that of what
 * was stored.
 */
export interface StoredStream {
  size: number
  portions(): AsyncGenerator<Uint8Array>
  /** Reads all of it into a room of its size. */
  into(room: Buffer): Promise<void>
}

/** A stored file in one piece. */
export const wholeOf = async ({ size, into }: StoredStream): Promise<Uint8Array> => {
  const whole = Buffer.allocUnsafe(size)
  await into(whole)
  return whole
}
