/**
 * The text of a large file without its long texts. An attached file in base64 is most of what a large invoice has: it is
 * never made a text of. Where it stands there is a letter in its place, so that everything else is read as always.
 */
import { encodingOf } from './decode.ts'

/** A part of a file that was left out. */
export interface Cut {
  /** Where its letter stands in the shortened text. */
  at: number
  /** Its place in the bytes of the file. */
  from: number
  to: number
}

export interface ShortenedText {
  text: string
  cuts: readonly Cut[]
  pieces: readonly Uint8Array[]
}

/** Smaller files are read at once. */
const LARGE_FILE = 1024 * 1024
const SHORTEST_CUT = 4_096
const LONGEST_PIECE = 65_536

const [LETTER, SPACE] = [1, 2]
const kinds = new Uint8Array(256)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  kinds[letter.charCodeAt(0)] = LETTER
for (const space of ' \t\n') kinds[space.charCodeAt(0)] = SPACE

/** All of it may be inside of a text in base64. Padding is not: it stands at the end, which stays. */
const isEncoded = (piece: Uint8Array): boolean => {
  if (piece.length < SHORTEST_CUT || kinds[piece[0] ?? 0] !== LETTER) return false
  for (const byte of piece) if (kinds[byte] === 0) return false
  return true
}

function* smaller(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += LONGEST_PIECE) yield piece.subarray(at, at + LONGEST_PIECE)
}

const first = new TextDecoder('utf-8', { fatal: true })
/** Behind the beginning a byte order mark is a character. */
const further = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Long enough for an XML declaration. */
const beginningOf = (pieces: readonly Uint8Array[]): Uint8Array => {
  const beginning = Buffer.alloc(256)
  let length = 0
  for (const piece of pieces) {
    if (length === beginning.length) break
    length += Buffer.from(piece.buffer, piece.byteOffset, piece.length).copy(beginning, length)
  }
  return beginning.subarray(0, length)
}

/** Undefined for a file that has no long texts, or cannot be read in this way. */
export const withoutLongTexts = (pieces: readonly Uint8Array[], size: number): ShortenedText | undefined => {
  if (size < LARGE_FILE || encodingOf(beginningOf(pieces)) !== 'utf-8') return undefined
  const [texts, cuts, held]: [string[], Cut[], Uint8Array[]] = [[], [], []]
  let [length, from] = [0, 0]
  const add = (text: string): void => {
    texts.push(text)
    length += text.length
  }
  const addHeld = (): void => {
    const text = (texts.length === 0 ? first : further).decode(Buffer.concat(held.splice(0)))
    add(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
  }
  for (const piece of smaller(pieces)) {
    const to = from + piece.length
    if (isEncoded(piece)) {
      addHeld()
      cuts.push({ at: length, from, to })
      add(String.fromCharCode(piece[0] ?? 0))
    } else held.push(piece)
    from = to
  }
  if (cuts.length === 0) return undefined
  addHeld()
  return { text: texts.join(''), cuts, pieces }
}
