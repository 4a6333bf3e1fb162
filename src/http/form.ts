/**
 * Files as clients send them: a form (multipart/form-data), or a body that is a file. Read as they come, within limits.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import type { AppError } from '../kernel/errors/app-error.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { Upload } from '../kernel/input.ts'
import { LendableBytes, gathering } from '../kernel/bytes.ts'
import { limits } from '../values/limits.ts'
import { piecesOf } from './body-pieces.ts'

const MEGABYTE = 1024 * 1024

const formLimits = {
  fieldNameSize: 200,
  fieldSize: limits.fileBytes,
  fileSize: limits.fileBytes,
  fields: limits.formFields,
  files: limits.formFiles,
  parts: limits.formFields + limits.formFiles,
  headerPairs: 50,
  headerSize: 8_192,
}

const invalid = (field: string, message: string): AppError =>
  refusal('INVALID_REQUEST', field, message, { summary: `${field || 'The form'}: ${message}` })

const tooLarge = (field: string, what: string, limit: number): AppError =>
  refusal('PAYLOAD_TOO_LARGE', field, `At most ${limit / MEGABYTE} MB.`, {
    summary: `${what} is too large: at most ${limit / MEGABYTE} MB are allowed.`,
    facts: { limitBytes: limit },
  })

/** The parts of a form by their names: text, or a file where the part has a file name. */
export class Form {
  readonly parts: ReadonlyMap<string, string | Upload>
  /** A hash of names and contents: the same for the same form, whichever boundary separates its parts. */
  readonly digest: Buffer
  constructor(parts: ReadonlyMap<string, string | Upload>, digest: Buffer) {
    this.parts = parts
    this.digest = digest
  }
}

/** The parser of a form; what it cannot even begin to read is refused, and dropped while it arrives. */
export const formParser = (
  contentType: string,
  payload: Readable,
  parserLimits: NonNullable<BusboyConfig['limits']>,
): InstanceType<typeof Busboy> => {
  try {
    return new Busboy({ headers: { 'content-type': contentType as `multipart/${string}` }, limits: parserLimits })
  } catch (error) {
    payload.resume()
    throw invalid('', `The form cannot be read: ${(error as Error).message}.`)
  }
}

export const readForm = (contentType: string, payload: Readable): Promise<Form> =>
  new Promise((resolve, reject) => {
    const parser = formParser(contentType, payload, formLimits)
    new FormReader(parser, payload, resolve, reject).read()
  })

type FilePart = Readable & { truncated?: boolean }

/** Gathers the parts of one form while it arrives; the first fault refuses the whole form. */
class FormReader {
  readonly #parser: InstanceType<typeof Busboy>
  readonly #payload: Readable
  readonly #resolve: (form: Form) => void
  readonly #reject: (error: AppError) => void
  readonly #parts = new Map<string, string | Upload>()
  readonly #digest = createHash('sha256')
  #total = 0

  constructor(
    parser: InstanceType<typeof Busboy>,
    payload: Readable,
    resolve: (form: Form) => void,
    reject: (error: AppError) => void,
  ) {
    this.#parser = parser
    this.#payload = payload
    this.#resolve = resolve
    this.#reject = reject
  }

  read(): void {
    const parser = this.#parser
    parser.on('field', (name: string, value: string, nameCut: boolean, valueCut: boolean) => {
      if (nameCut) return this.#refuse(invalid(name, 'The name of the field is too long.'))
      if (valueCut) return this.#refuse(tooLarge(name, `The field ${name}`, limits.fileBytes))
      this.#add(name, value, createHash('sha256').update(value).digest('hex'))
    })
    parser.on('file', (name: string, stream: FilePart, fileName: string) => this.#readFile(name, stream, fileName))
    for (const what of ['parts', 'files', 'fields'] as const)
      parser.on(`${what}Limit`, () =>
        this.#refuse(invalid('', `The form has too many ${what}: at most ${formLimits[what]} are allowed.`)),
      )
    parser.on('error', (error: unknown) =>
      this.#refuse(invalid('', `The form cannot be read: ${(error as Error).message}.`)),
    )
    parser.on('finish', () => this.#resolve(new Form(this.#parts, this.#digest.digest())))
    this.#payload.on('data', (chunk: Buffer) => this.#count(chunk))
    this.#payload.on('error', () => this.#refuse(invalid('', 'The form ends too early.')))
    this.#payload.pipe(parser)
  }

  #readFile(name: string, stream: FilePart, fileName: string): void {
    const gathered = gathering()
    stream.on('data', (chunk: Buffer) => gathered.add(chunk))
    stream.on('limit', () => this.#refuse(tooLarge(name, `The file ${fileName}`, limits.fileBytes)))
    stream.on('error', (error: Error) => this.#refuse(invalid(name, `The file ends too early: ${error.message}.`)))
    stream.on('end', () => {
      if (stream.truncated) return
      const content = gathered.end()
      this.#add(name, new Upload(content, fileName || null), content.sha256)
    })
  }

  #add(name: string, part: string | Upload, hash: string): void {
    if (this.#parts.has(name))
      return this.#refuse(invalid(name, 'The form has this field twice. Send each field once.'))
    this.#parts.set(name, part)
    this.#digest.update(`${JSON.stringify([name, part instanceof Upload ? part.fileName : null])}\n${hash}\n`)
  }

  #count(chunk: Buffer): void {
    this.#total += chunk.length
    if (this.#total > limits.formBytes) this.#refuse(tooLarge('', 'The form', limits.formBytes))
  }

  #refuse(error: AppError): void {
    this.#payload.unpipe(this.#parser)
    // What is still to come is read and dropped: otherwise the client would never read the answer.
    this.#payload.resume()
    this.#reject(error)
  }
}

/** A body that is a file: one operation reads it, and may lend it to a thread. */
export const readUpload = async (payload: Readable): Promise<Upload> => {
  let gathered: ReturnType<typeof gathering> | undefined = gathering(LendableBytes)
  let total = 0
  for await (const chunk of piecesOf(payload)) {
    total += chunk.length
    // The rest of a file that is too large is read and dropped: otherwise the client would never read the answer.
    if (total > limits.fileBytes) gathered = undefined
    gathered?.add(chunk)
  }
  if (!gathered) throw tooLarge('file', 'The file', limits.fileBytes)
  return new Upload(gathered.end(), null)
}
