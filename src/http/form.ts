/** Files as clients send them: a form (multipart/form-data), or bytes by themselves. Read as they come, within limits. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { AppError } from '../kernel/errors/app-error.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { Upload } from '../kernel/input.ts'
import { gathering } from '../kernel/bytes.ts'

const MEGABYTE = 1024 * 1024
const FILE_LIMIT = 25 * MEGABYTE
/** A file with the fields beside it. */
export const FORM_LIMIT = FILE_LIMIT + MEGABYTE

const limits = {
  fieldNameSize: 200,
  fieldSize: FILE_LIMIT,
  fileSize: FILE_LIMIT,
  fields: 50,
  files: 20,
  parts: 70,
  headerPairs: 50,
  headerSize: 8_192,
}

const invalid = (field: string, message: string): AppError =>
  refusal('INVALID_REQUEST', field, message, { summary: `${field || 'The form'}: ${message}` })

const tooLarge = (field: string, what: string, limit: number): AppError =>
  refusal('PAYLOAD_TOO_LARGE', field, `At most ${limit / MEGABYTE} MB.`, {
    summary: `${what} has more than ${limit / MEGABYTE} MB.`,
    facts: { limitBytes: limit },
  })

/** The parts of a form by their names: text, or a file where the part has a file name. */
export class Form {
  readonly parts: ReadonlyMap<string, string | Upload>
  /** Of names and contents: the same for the same form, whatever separates its parts. */
  readonly digest: Buffer
  constructor(parts: ReadonlyMap<string, string | Upload>, digest: Buffer) {
    this.parts = parts
    this.digest = digest
  }
}

export const readForm = (contentType: string, payload: Readable): Promise<Form> =>
  new Promise((resolve, reject) => {
    const parts = new Map<string, string | Upload>()
    const digest = createHash('sha256')
    let total = 0
    let parser: InstanceType<typeof Busboy>
    try {
      parser = new Busboy({ headers: { 'content-type': contentType }, limits })
    } catch (error) {
      payload.resume()
      return reject(invalid('', `It cannot be read: ${(error as Error).message}.`))
    }
    const refuse = (error: AppError): void => {
      payload.unpipe(parser)
      // What is still to come is read and dropped, so that the answer arrives.
      payload.resume()
      reject(error)
    }
    const add = (name: string, part: string | Upload, hash: string): void => {
      if (parts.has(name)) return refuse(invalid(name, 'Given twice; give each field of a form once.'))
      parts.set(name, part)
      digest.update(`${JSON.stringify([name, part instanceof Upload ? part.fileName : null])}\n${hash}\n`)
    }
    parser.on('field', (name: string, value: string, nameCut: boolean, valueCut: boolean) => {
      if (nameCut) return refuse(invalid(name, 'The name is too long.'))
      if (valueCut) return refuse(tooLarge(name, `The field ${name}`, FILE_LIMIT))
      add(name, value, createHash('sha256').update(value).digest('hex'))
    })
    parser.on('file', (name: string, stream: Readable & { truncated?: boolean }, fileName: string) => {
      const gathered = gathering()
      stream.on('data', (chunk: Buffer) => gathered.add(chunk))
      stream.on('limit', () => refuse(tooLarge(name, `The file ${fileName}`, FILE_LIMIT)))
      stream.on('error', (error: Error) => refuse(invalid(name, `It ends too early: ${error.message}.`)))
      stream.on('end', () => {
        if (stream.truncated) return
        const content = gathered.end()
        add(name, new Upload(content, fileName || null), content.sha256)
      })
    })
    for (const what of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(what, () =>
        refuse(invalid('', `It has too many ${what.slice(0, -5)}: at most ${limits[what.slice(0, -5) as 'parts']}.`)),
      )
    parser.on('error', (error: unknown) => refuse(invalid('', `It cannot be read: ${(error as Error).message}.`)))
    parser.on('finish', () => resolve(new Form(parts, digest.digest())))
    payload.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total > FORM_LIMIT) refuse(tooLarge('', 'The form', FORM_LIMIT))
    })
    payload.on('error', () => refuse(invalid('', 'It ends too early.')))
    payload.pipe(parser)
  })

/** A body that is a file. */
export const readUpload = async (payload: Readable): Promise<Upload> => {
  let gathered: ReturnType<typeof gathering> | undefined = gathering()
  let total = 0
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    total += chunk.length
    // The rest of what is too large is read and dropped, so that the answer arrives.
    if (total > FILE_LIMIT) gathered = undefined
    gathered?.add(chunk)
  }
  if (!gathered) throw tooLarge('file', 'The file', FILE_LIMIT)
  return new Upload(gathered.end(), null)
}
