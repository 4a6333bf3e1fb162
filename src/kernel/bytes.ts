/** Bytes in the pieces that they came in: to store or to answer a file, it need not be in one piece. */
import { createHash } from 'node:crypto'

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

  /** All bytes in one piece, which takes the place of the others so that they are not held twice. */
  whole(): Uint8Array {
    const [only, ...more] = this.#pieces
    const whole = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#pieces)
    this.#pieces = [whole]
    return whole
  }

  /** Portions of so many bytes, the last one smaller. One portion at a time is in memory beside the pieces. */
  *portions(bytes: number): Generator<Uint8Array> {
    let held: Uint8Array[] = []
    let length = 0
    for (const piece of this.#pieces) {
      for (let start = 0; start < piece.byteLength;) {
        const part = piece.subarray(start, start + bytes - length)
        held.push(part)
        length += part.byteLength
        start += part.byteLength
        if (length < bytes) continue
        yield oneOf(held)
        held = []
        length = 0
      }
    }
    if (length > 0 || this.size === 0) yield oneOf(held)
  }
}

const oneOf = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)

/** Keeps pieces as they come, and hashes them. */
export const gathering = (): { add(piece: Uint8Array): void; end(): ChunkedBytes } => {
  const pieces: Uint8Array[] = []
  const hash = createHash('sha256')
  return {
    add(piece) {
      pieces.push(piece)
      hash.update(piece)
    },
    end: () => new ChunkedBytes(pieces, hash.digest('hex')),
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
}

/** A stored file in one piece. */
export const wholeOf = async ({ size, portions }: StoredStream): Promise<Uint8Array> => {
  let whole: Uint8Array | undefined
  let at = 0
  for await (const portion of portions()) {
    if (portion.byteLength === size) return portion
    whole ??= Buffer.allocUnsafe(size)
    whole.set(portion.subarray(0, size - at), at)
    at += portion.byteLength
  }
  return whole ?? new Uint8Array()
}
