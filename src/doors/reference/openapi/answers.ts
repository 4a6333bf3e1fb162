/** What a route answers where all went well. */
import recorded from '../../../../rest-compat/examples.json' with { type: 'json' }
import type { Route } from '../../../http/route.ts'
import { pathOf } from './paths.ts'
import type { Json, Writer } from './schemas.ts'

/** Real answers, recorded by the test of all answers. */
const examples: Readonly<Record<string, unknown>> = recorded

const header = (description: string, type: string): Json => ({ description, schema: { type } })

export const headerComponents = {
  RequestId: header('Identifier of the request.', 'string'),
  RateLimit: header('Requests allowed in 60 seconds.', 'integer'),
  RateRemaining: header('Requests left.', 'integer'),
  ETag: header('SHA-256 of the file.', 'string'),
  ContentDisposition: header('The name of the file (RFC 6266).', 'string'),
  RateReset: header('When the window is empty again, in unix seconds.', 'integer'),
}

const headerRef = (name: keyof typeof headerComponents): Json => ({ $ref: `#/components/headers/${name}` })

const headers = {
  'X-Request-Id': headerRef('RequestId'),
  'X-RateLimit-Limit': headerRef('RateLimit'),
  'X-RateLimit-Remaining': headerRef('RateRemaining'),
  'X-RateLimit-Reset': headerRef('RateReset'),
}

const file: Json = {
  description:
    'The file. Its `ETag` is its SHA-256: with it in `If-None-Match` the answer is 304 while nothing has changed.',
  headers: { ...headers, ETag: headerRef('ETag'), 'Content-Disposition': headerRef('ContentDisposition') },
  content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } },
}

const STREAM =
  'The events, one a message: `id` is its `seq`, `data` its envelope. A message of the kind `error` ' +
  'comes before the end where there is something to say.'

export const successOf = (route: Route, { write }: Writer): Json => {
  if (route.answersFile) return file
  if (!route.shape) return { description: 'Done; no body.', headers }
  const schema = write(route.shape, 'output')
  if (route.answersStream) return { description: STREAM, headers, content: { 'text/event-stream': { schema } } }
  const example = examples[`${route.method} ${pathOf(route)}`]
  return {
    description: 'The result.',
    headers,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  }
}
