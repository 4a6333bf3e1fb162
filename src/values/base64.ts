/** Base64 that lies in pieces is decoded piece by piece: neither its text nor its content is ever there as a whole. */

/** A piece of a text: as it is, or by where it stands in the bytes of its file. */
export type EncodedPart = string | { from: number; to: number }

const WINDOW = 65_536

/** What stands from one place to another, in windows. */
export function* windows(pieces: Iterable<Uint8Array>, from: number, to: number): Generator<Buffer> {
  let at = 0
  for (const piece of pieces) {
    const [first, end] = [Math.max(0, from - at), Math.min(piece.byteLength, to - at)]
    for (let start = first; start < end; start += WINDOW)
      yield Buffer.from(piece.buffer, piece.byteOffset + start, Math.min(WINDOW, end - start))
    at += piece.byteLength
    if (at >= to) return
  }
}

/** The letters of a text, in windows. */
export function* lettersOf(parts: readonly EncodedPart[], pieces: Iterable<Uint8Array>): Generator<string> {
  for (const part of parts)
    if (typeof part === 'string') yield part
    else for (const window of windows(pieces, part.from, part.to)) yield window.toString('latin1')
}

/**
 * Decodes as `Buffer.from` does: white space may stand anywhere, padding at the end. All of it is decoded in one place:
 * what is given is there until the next is asked for.
 */
export function* decoded(parts: readonly EncodedPart[], pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let room = Buffer.alloc(0)
  const bytesIn = (letters: string): Buffer => {
    if (room.length < letters.length) room = Buffer.allocUnsafeSlow(letters.length)
    return room.subarray(0, room.write(letters, 'base64'))
  }
  let rest = ''
  for (const window of lettersOf(parts, pieces)) {
    const letters = rest + window.replace(/\s+/g, '')
    const end = letters.length - (letters.length % 4)
    if (end > 0) yield bytesIn(letters.slice(0, end))
    rest = letters.slice(end)
  }
  if (rest !== '') yield bytesIn(rest)
}
