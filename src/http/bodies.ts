import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors/app-error.ts'
import type { FileInJson } from './file-in-json.ts'
import { parseInParts } from './json-in-parts.ts'
import { refuseLargeJson } from './json-size.ts'
import { limits } from '../values/limits.ts'

/** JSON as clients really send it: an empty body is an empty object; names that would reach a prototype are refused. */
export const acceptJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.jsonBodyBytes },
    async (request: FastifyRequest, buffer: Buffer): Promise<unknown> => {
      // Only idempotency needs the raw bytes, and they may be large.
      if (request.headers['idempotency-key'] !== undefined) request.rawBody = buffer
      if (buffer.length === 0) return {}
      if (request.fileInJson) return parseAround(request.fileInJson, buffer)
      return buffer.length < LARGE ? parseJson(buffer) : parseInTurn(buffer)
    },
  )
}

/** From here on others get a turn before a body is parsed, and before it is checked. */
const LARGE = 250_000

const parseInTurn = async (buffer: Buffer): Promise<unknown> => {
  await setImmediate()
  const value = await parseInParts(buffer, parsed, () => parseWhole(buffer))
  await setImmediate()
  return value
}

/** Parses the rest of a body, and gives the file its place. */
const parseAround = async (file: FileInJson, rest: Buffer): Promise<unknown> => {
  let body: unknown
  try {
    body = parseJson(rest)
  } catch {
    // The body as it came is refused as well, and says at which place.
    return parseInTurn(file.whole())
  }
  const holds = typeof body === 'object' && body !== null && 'file' in body && body.file === file.token
  return holds ? Object.assign(body as object, { file: await file.decoded() }) : parseInTurn(file.whole())
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

// A reviver that looks at every name doubles the time of parsing: it is used only where the name may occur.
// Each of its letters may be written as an escape.
const MAY_NAME_PROTO = /__proto__|\\u00(?:5f|6f|7[024])/i

const refuseProto = (name: string, value: unknown): unknown => {
  if (name === '__proto__') throw malformed('The body must not contain the name __proto__.')
  return value
}

const parsed = (text: string): unknown => JSON.parse(text, MAY_NAME_PROTO.test(text) ? refuseProto : undefined)

const parseJson = (buffer: Buffer): unknown => {
  refuseLargeJson(buffer)
  return parseWhole(buffer)
}

const parseWhole = (buffer: Buffer): unknown => {
  let text: string
  try {
    text = utf8.decode(buffer)
  } catch {
    throw malformed('The body is not valid UTF-8.')
  }
  try {
    return parsed(text)
  } catch (error) {
    throw error instanceof AppError
      ? error
      : malformed(`The body is not well-formed JSON: ${(error as Error).message}.`)
  }
}

const malformed = (message: string): AppError =>
  new AppError('INVALID_REQUEST', { message, details: [{ field: '', rule: 'INVALID_REQUEST', message }] })
