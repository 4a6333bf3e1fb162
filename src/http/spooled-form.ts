/** Forms with a large file: the file goes to disk while it arrives, so that memory does not grow with it. */
import { createHash } from 'node:crypto'
import { type WriteStream, closeSync, createWriteStream, openSync, readSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ChunkedBytes } from '../kernel/bytes.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { Upload } from '../kernel/input.ts'
import { newId } from '../values/ids.ts'
import { limits, shownLimit } from '../values/limits.ts'
import { formParser } from './form.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesLargeFile?: boolean
  }
  interface FastifyRequest {
    spooled: Spool | undefined
  }
}

/** The name of the part that is the file. Others are texts, whether they have a file name or not. */
const FILE = 'file'
const TEXT_BYTES = 65_536
const MOST_TEXTS = 10

/** A file without a name: it is gone as soon as it is closed, however the process ends. */
class Spool {
  readonly #descriptor: number
  #isOpen = true
  constructor() {
    const path = join(tmpdir(), `${newId('request')}.part`)
    this.#descriptor = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
  }
  writer(): WriteStream {
    return createWriteStream('', { fd: this.#descriptor, autoClose: false, start: 0 })
  }
  read(from: number, bytes: number): Uint8Array {
    const piece = Buffer.allocUnsafe(bytes)
    let at = 0
    while (at < bytes) {
      const read = readSync(this.#descriptor, piece, at, bytes - at, from + at)
      if (read === 0) break
      at += read
    }
    return piece.subarray(0, at)
  }
  close(): void {
    if (this.#isOpen) closeSync(this.#descriptor)
    this.#isOpen = false
  }
}

/** Bytes that lie in a spool: a portion at a time is in memory. */
class SpooledBytes extends ChunkedBytes {
  readonly #spool: Spool
  constructor(spool: Spool, sha256: string, size: number) {
    super([], sha256, size)
    this.#spool = spool
  }
  override get pieces(): readonly Uint8Array[] {
    return [this.whole()]
  }
  override whole(): Uint8Array {
    return this.#spool.read(0, this.size)
  }
  override *portions(bytes: number): Generator<Uint8Array> {
    for (let at = 0; at < this.size || at === 0; at += bytes)
      yield this.#spool.read(at, Math.min(bytes, this.size - at))
  }
}

/** The texts of a form by their names, and its file. */
export class SpooledForm {
  readonly texts: ReadonlyMap<string, string>
  readonly file: Upload | undefined
  constructor(texts: ReadonlyMap<string, string>, file: Upload | undefined) {
    this.texts = texts
    this.file = file
  }
}

const invalid = (field: string, message: string): AppError =>
  refusal('INVALID_REQUEST', field, message, { summary: `${field || 'The form'}: ${message}` })

type FilePart = Readable & { truncated?: boolean }

/** Reads one form; the first fault ends it. */
class FormReader {
  readonly #texts = new Map<string, string>()
  readonly #spool: Spool
  readonly #reject: (error: AppError) => void
  #file: Promise<Upload> | undefined

  constructor(spool: Spool, reject: (error: AppError) => void) {
    this.#spool = spool
    this.#reject = reject
  }

  text(name: string, value: string, isCut: boolean): void {
    if (isCut) return this.#reject(invalid(name, `The field has more than ${TEXT_BYTES} bytes.`))
    if (this.#texts.has(name))
      return this.#reject(invalid(name, 'The form has this field twice. Send each field once.'))
    this.#texts.set(name, value)
  }

  part(name: string, stream: FilePart, fileName: string): void {
    if (name !== FILE) return this.#readText(name, stream)
    if (this.#file) {
      stream.resume()
      return this.#reject(invalid(name, 'The form has this field twice. Send each field once.'))
    }
    this.#file = this.#readFile(stream, fileName)
    this.#file.catch(() => undefined)
  }

  #readText(name: string, stream: FilePart): void {
    const pieces: Buffer[] = []
    let length = 0
    stream.on('data', (piece: Buffer) => {
      length += piece.length
      if (length <= TEXT_BYTES) pieces.push(piece)
    })
    stream.on('end', () => this.text(name, Buffer.concat(pieces).toString('utf8'), length > TEXT_BYTES))
  }

  /** Hashed while it is written; the parser waits for the disk. */
  #readFile(stream: FilePart, fileName: string): Promise<Upload> {
    const hash = createHash('sha256')
    let size = 0
    return new Promise((resolve, reject) => {
      const fail = (error: AppError): void => {
        reject(error)
        this.#reject(error)
      }
      stream.on('data', (piece: Buffer) => {
        size += piece.length
        hash.update(piece)
      })
      stream.on('limit', () =>
        fail(new AppError('PAYLOAD_TOO_LARGE', { message: `A file has at most ${shownLimit('flowBytes')}.` })),
      )
      stream.on('error', (error: Error) => fail(invalid(FILE, `The file ends too early: ${error.message}.`)))
      const writer = this.#spool.writer()
      writer.on('error', (error) => fail(new AppError('INTERNAL_ERROR', { cause: error })))
      writer.on('finish', () =>
        resolve(new Upload(new SpooledBytes(this.#spool, hash.digest('hex'), size), fileName || null)),
      )
      stream.pipe(writer)
    })
  }

  async end(): Promise<SpooledForm> {
    return new SpooledForm(this.#texts, await this.#file)
  }
}

const readSpooledForm = (contentType: string, payload: Readable, spool: Spool): Promise<SpooledForm> =>
  new Promise((resolve, reject) => {
    const parser = formParser(contentType, payload, {
      fieldNameSize: 200,
      fieldSize: TEXT_BYTES,
      fileSize: limits.flowBytes,
      fields: MOST_TEXTS,
      files: MOST_TEXTS,
    })
    const refuse = (error: AppError): void => {
      payload.unpipe(parser)
      // What is still to come is read and dropped: otherwise the client would never read the answer.
      payload.resume()
      reject(error)
    }
    const reader = new FormReader(spool, refuse)
    parser.on('field', (name: string, value: string, nameCut: boolean, valueCut: boolean) =>
      reader.text(name, value, nameCut || valueCut),
    )
    parser.on('file', (name: string, stream: FilePart, fileName: string) => reader.part(name, stream, fileName))
    for (const what of ['parts', 'files', 'fields'] as const)
      parser.on(`${what}Limit`, () => refuse(invalid('', `The form has too many ${what}.`)))
    parser.on('error', (error: unknown) => refuse(invalid('', `The form cannot be read: ${(error as Error).message}.`)))
    parser.on('finish', () => reader.end().then(resolve, reject))
    payload.on('error', () => refuse(invalid('', 'The form ends too early.')))
    payload.on('aborted', () => refuse(invalid('', 'The form ends too early.')))
    payload.pipe(parser)
  })

/** Forms on the routes that take a large file. What was spooled is dropped when the request is over. */
export const acceptLargeFiles = (app: FastifyInstance): void => {
  app.decorateRequest('spooled', undefined)
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    if (!request.routeOptions.config.takesLargeFile) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    const contentType = String(request.headers['content-type'])
    if (!/boundary=/i.test(contentType)) throw invalid('', 'The form has no boundary.')
    request.spooled = new Spool()
    const form = await readSpooledForm(contentType, payload, request.spooled)
    const texts = JSON.stringify([...form.texts])
    request.rawBody = createHash('sha256')
      .update(texts)
      .update(form.file?.content.sha256 ?? '')
      .digest()
    return form
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.spooled?.close()
    done()
  })
}
