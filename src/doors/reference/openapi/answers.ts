/** What a route answers where all went well. */
import recorded from '../../../../rest-compat/examples.json' with { type: 'json' }
import { type Route, coordinateOf } from '../../../http/route.ts'
import type { Json, Writer } from './schemas.ts'

/** Real answers, recorded by the test of all answers. */
const examples: Readonly<Record<string, unknown>> = recorded

const header = (description: string, type: string): Json => ({ description, schema: { type } })

export const headerComponents = {
  RequestId: header('Identifier of the request, `req_…` or the UUID that the caller sent.', 'string'),
  RateLimit: header('Number of requests that the caller may send in 60 seconds.', 'integer'),
  RateRemaining: header('Number of requests left in the current window.', 'integer'),
  ETag: header('SHA-256 of the file in quotation marks.', 'string'),
  Version: header('When the object was last changed, in quotation marks: for `If-Match`.', 'string'),
  ContentDisposition: header('The name of the file (RFC 6266).', 'string'),
  RateReset: header('When the full number of requests is available again, in Unix seconds.', 'integer'),
}

const headerRef = (name: keyof typeof headerComponents): Json => ({ $ref: `#/components/headers/${name}` })

/** What stands above every answer. */
export const commonHeaders = {
  'X-Request-Id': headerRef('RequestId'),
  'X-RateLimit-Limit': headerRef('RateLimit'),
  'X-RateLimit-Remaining': headerRef('RateRemaining'),
  'X-RateLimit-Reset': headerRef('RateReset'),
}

/** Whether the answer is an object that says when it was changed. */
const hasETag = (schema: Json, { components }: Writer): boolean => {
  const named = components[String(schema['$ref']).split('/').at(-1) ?? ''] ?? schema
  return 'updatedAt' in ((named['properties'] as Json | undefined) ?? {})
}

/** Without parameters: `text/html` stands for the page in UTF-8 as well. */
const bareType = (type: string): string => type.split(';', 1)[0] ?? type

const bytes: Json = { schema: { type: 'string', contentEncoding: 'binary' } }
const fileOf = (types: readonly string[]): Json => ({
  description:
    'The file. Its `ETag` is its SHA-256. A request with this value in ' +
    '`If-None-Match` gets the status 304 while the file is unchanged.',
  headers: { ...commonHeaders, ETag: headerRef('ETag'), 'Content-Disposition': headerRef('ContentDisposition') },
  content: Object.fromEntries(types.map((type) => [bareType(type), bytes])),
})

const STREAM =
  'The events as Server-Sent Events, one in each message: `id` is the `seq` of ' +
  'the event, `data` its envelope. When the server ends the stream because of an ' +
  'error, the last message is of the kind `error` and says why.'

export const successOf = (route: Route, writer: Writer): Json => {
  if (route.answersFile) return fileOf(route.answersFile)
  if (!route.shape) return { description: 'The operation succeeded. The answer has no body.', headers: commonHeaders }
  const schema = writer.write(route.shape, 'output')
  if (route.answersStream)
    return { description: STREAM, headers: commonHeaders, content: { 'text/event-stream': { schema } } }
  const example = examples[coordinateOf(route)]
  return {
    description: 'The result.',
    headers: { ...commonHeaders, ...(hasETag(schema, writer) && { ETag: headerRef('Version') }) },
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      ...(route.table && { 'text/csv': { schema: { type: 'string' } } }),
      ...(route.answersLines && { 'application/x-ndjson': { schema: { type: 'string' } } }),
    },
  }
}
