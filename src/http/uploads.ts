import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors/app-error.ts'
import { Form, readForm, readUpload } from './form.ts'
import { refuseLargeJson } from './json-size.ts'
import { withPath } from './route.ts'
import { Upload } from '../kernel/input.ts'
import { ChunkedBytes } from '../kernel/bytes.ts'
import { isObject } from '../values/is-object.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: boolean
  }
}

/** Types of a body that is a file by itself. */
export const FILE_TYPES = ['application/xml', 'text/xml', 'application/pdf', 'application/octet-stream'] as const

const refuseElsewhere = ({ routeOptions }: FastifyRequest): void => {
  if (!routeOptions.config.takesFile) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
}

/** Forms and files, on the routes that take them; elsewhere they are refused before they are read. */
export const acceptFiles = (app: FastifyInstance): void => {
  app.decorateRequest('fileInJson', undefined)
  app.decorateRequest('callHash', undefined)
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    refuseElsewhere(request)
    const form = await readForm(String(request.headers['content-type']), payload)
    request.rawBody = form.digest
    return form
  })
  app.addContentTypeParser([...FILE_TYPES], async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    refuseElsewhere(request)
    const upload = await readUpload(payload)
    request.rawBody = Buffer.from(upload.content.sha256, 'hex')
    return upload
  })
}

/** Lets go of the files of a body that has been read, and answered by something else than its bytes. */
export const letFilesGo = ({ body }: FastifyRequest): void => {
  const parts = body instanceof Form ? [...body.parts.values()] : [body, (body as { file?: unknown } | null)?.file]
  for (const part of parts) if (part instanceof Upload) part.content.letGo()
}

type FieldReader = (part: string | Upload) => unknown

const textOf = (part: string | Upload): string =>
  part instanceof Upload ? Buffer.from(part.bytes).toString('utf8') : part

export const asText: FieldReader = textOf
export const asFlag: FieldReader = (part) => ({ true: true, false: false })[textOf(part)] ?? part
export const asFile: FieldReader = (part) =>
  part instanceof Upload ? part : new Upload(new ChunkedBytes([Buffer.from(part)]), null)
/** A text that is not JSON stays a text, for the operation to refuse. */
export const asJson: FieldReader = (part) => {
  const text = textOf(part)
  refuseLargeJson(text)
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/**
 * A body as JSON, as a form whose fields the table reads, or as a file by itself with its fields in the query.
 * `byItself` is the input that a file by itself has where the query does not say otherwise.
 */
export const bodyOrFile =
  (readers: Readonly<Record<string, FieldReader>>, byItself: object = { format: 'auto' }) =>
  (request: FastifyRequest): unknown => {
    const read = (entries: Iterable<readonly [string, string | Upload]>): [string, unknown][] =>
      [...entries].map(([name, part]) => [
        name,
        (Object.hasOwn(readers, name) ? readers[name] : undefined)?.(part) ?? part,
      ])
    const { body } = request
    if (body instanceof Form) return Object.fromEntries(read(body.parts))
    if (body instanceof Upload)
      return {
        ...byItself,
        ...Object.fromEntries(read(Object.entries(request.query as Record<string, string>))),
        file: body,
      }
    return body ?? {}
  }

/** The same, and what the row itself says. */
export const bodyOrFileAnd =
  (readers: Readonly<Record<string, FieldReader>>, fixed: object) =>
  (request: FastifyRequest): unknown => {
    const given = bodyOrFile(readers)(request)
    if (!isObject(given)) return given
    return withPath(given, fixed)
  }
