/** What goes to a thread, and comes back from it: bytes that are lent go over as they are, all others as copies. */
import { ChunkedBytes, LendableBytes } from '../bytes.ts'
import { isWhole, withOwnBytes } from './own-buffers.ts'
import { isObject } from '../../values/is-object.ts'

/** Bytes in pieces, on their way. */
interface Crossing {
  pieces: Uint8Array[]
  sha256: string
  size: number
}

/** An input on its way. Its bytes in pieces are apart, by their names. */
export interface Crossed {
  input: unknown
  chunked: Record<string, Crossing>
}

/** The pieces that were lent, by the names of what they belong to. */
export type Returned = Record<string, readonly Uint8Array[]>

const ownPiece = (piece: Uint8Array): Uint8Array => (isWhole(piece) ? piece : new Uint8Array(piece))

const crossing = (bytes: ChunkedBytes): Crossing => {
  const { sha256, size } = bytes
  const pieces =
    bytes instanceof LendableBytes ? bytes.lend().map(ownPiece) : bytes.pieces.map((piece) => new Uint8Array(piece))
  return { pieces, sha256, size }
}

const entriesOf = (input: unknown): [string, unknown][] => (isObject(input) ? Object.entries(input) : [])

/** Takes apart what cannot cross as it is. */
export const crossed = (input: unknown): Crossed => {
  const entries = entriesOf(input)
  const held = entries.filter((entry): entry is [string, ChunkedBytes] => entry[1] instanceof ChunkedBytes)
  if (held.length === 0) return { input: withOwnBytes(input), chunked: {} }
  const others = entries.filter(([, value]) => !(value instanceof ChunkedBytes))
  return {
    input: withOwnBytes(Object.fromEntries(others)),
    chunked: Object.fromEntries(held.map(([name, bytes]) => [name, crossing(bytes)])),
  }
}

/** On the other side. */
export const arrivedInput = ({ input, chunked }: Crossed): { input: unknown; held: Record<string, ChunkedBytes> } => {
  const held = Object.fromEntries(
    Object.entries(chunked).map(([name, { pieces, sha256, size }]) => [name, new ChunkedBytes(pieces, sha256, size)]),
  )
  return { input: Object.keys(held).length === 0 ? input : { ...(input as object), ...held }, held }
}

export const returned = (held: Record<string, ChunkedBytes>): Returned =>
  Object.fromEntries(Object.entries(held).map(([name, bytes]) => [name, bytes.pieces.map(ownPiece)]))

/** Gives back what was lent. */
export const takeBack = (input: unknown, back: Returned): void => {
  for (const [name, value] of entriesOf(input))
    if (value instanceof LendableBytes && back[name]) value.takeBack(back[name])
}

export const buffersOf = (pieces: Iterable<readonly Uint8Array[]>): ArrayBuffer[] =>
  [...new Set([...pieces].flat().map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer)
