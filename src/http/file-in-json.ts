/**
 * A large file in base64 inside of a JSON body. As a text it would be in memory three times: it is taken out of the bytes
 * before they are parsed, which are let go of while it is decoded.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { RequestPayload, preParsingAsyncHookHandler } from 'fastify'
import { LendableBytes, gathering, keepPiece } from '../kernel/bytes.ts'
import { Upload } from '../kernel/input.ts'
import { freeMemory } from '../kernel/threads/own-buffers.ts'
import { decoded, windows } from '../values/base64.ts'
import { limits } from '../values/limits.ts'
import { piecesOf } from './body-pieces.ts'
import { beginCallHash } from './call-hash.ts'

declare module 'fastify' {
  interface FastifyRequest {
    fileInJson: FileInJson | undefined
    /** Of a call with an idempotency key, where the bytes of its body are no longer as they came. */
    callHash: string | undefined
  }
}

/** Below, a text costs nothing that is worth the care. */
const LARGE = 1_000_000
/** So many windows of 64 kB are worked on before others get a turn. */
const IN_A_ROW = 16

interface Stretch {
  from: number
  to: number
}

/** The longest stretch without a quote. In JSON that holds a file, that is its base64. */
const longestStretch = (pieces: readonly Buffer[]): Stretch => {
  let longest = { from: 0, to: 0 }
  let [at, from] = [0, 0]
  for (const piece of pieces) {
    const first = piece.indexOf('"')
    if (first !== -1) {
      if (at + first - from > longest.to - longest.from) longest = { from, to: at + first }
      from = at + piece.lastIndexOf('"') + 1
    }
    at += piece.length
  }
  return longest
}

/** Goes through windows, and lets others have a turn between them. */
async function* inTurns<Window>(all: Iterable<Window>): AsyncGenerator<Window> {
  let passed = 0
  for (const window of all) {
    if ((passed += 1) % IN_A_ROW === 0) await setImmediate()
    yield window
  }
}

/** Frees the memory of each piece as soon as the next one is asked for. */
function* releasing(pieces: readonly Buffer[]): Generator<Buffer> {
  for (const piece of pieces) {
    yield piece
    freeMemory(piece)
  }
}

const LETTERS = /^[A-Za-z0-9+/]*$/
const LAST_LETTERS = /^[A-Za-z0-9+/]*={0,2}$/

const isBase64 = async (pieces: readonly Buffer[], { from, to }: Stretch): Promise<boolean> => {
  if ((to - from) % 4 !== 0) return false
  for await (const window of inTurns(windows(pieces, from, to - 4)))
    if (!LETTERS.test(window.toString('latin1'))) return false
  return LAST_LETTERS.test(Buffer.concat([...windows(pieces, to - 4, to)]).toString('latin1'))
}

export class FileInJson {
  /** Stands in the place of the file while the rest is parsed. */
  readonly token: string = randomUUID()
  readonly #pieces: readonly Buffer[]
  readonly #place: Stretch

  constructor(pieces: readonly Buffer[], place: Stretch) {
    this.#pieces = pieces
    this.#place = place
  }

  /** The body without it. */
  rest(): Buffer {
    const { from, to } = this.#place
    const [before, after] = [windows(this.#pieces, 0, from), windows(this.#pieces, to, Infinity)]
    return Buffer.concat([...before, Buffer.from(this.token), ...after])
  }

  /** The body as it came, which is gone once the file is decoded. */
  whole(): Buffer {
    return Buffer.concat(this.#pieces)
  }

  async decoded(): Promise<Upload> {
    const gathered = gathering(LendableBytes)
    for await (const bytes of inTurns(decoded([this.#place], releasing(this.#pieces))))
      gathered.add(new Uint8Array(bytes))
    return new Upload(gathered.end(), null)
  }
}

const streamOf = (pieces: readonly Buffer[], length: number): RequestPayload =>
  Object.assign(Readable.from(pieces, { objectMode: false }), { receivedEncodedLength: length })

/** Of the routes that take files, before a body is parsed. Its length is said and within limits, or it is left alone. */
export const takeFileOut: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const { 'content-type': type = '', 'content-length': said } = request.headers
  const mayHoldFile = type.startsWith('application/json') && Number(said) >= LARGE
  if (!mayHoldFile || Number(said) > limits.jsonBodyBytes) return payload
  const hash = request.headers['idempotency-key'] === undefined ? undefined : beginCallHash(request)
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of piecesOf(payload)) {
    hash?.update(piece)
    length += piece.length
    keepPiece(pieces, piece)
  }
  const place = longestStretch(pieces)
  if (place.to - place.from < LARGE || !(await isBase64(pieces, place))) return streamOf(pieces, length)
  request.callHash = hash?.digest('hex')
  request.fileInJson = new FileInJson(pieces, place)
  return streamOf([request.fileInJson.rest()], length)
}
