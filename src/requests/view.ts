/** What is kept of the requests that came. */
import { z } from 'zod'
import type { RequestLog } from '../generated/prisma/client.ts'
import { faultShape } from '../operation/refusal-view.ts'
import { id, instant, integer, number, structure, text, view } from '../operation/view.ts'
import type { requestUsage } from './request-usage.ts'
import type { ResultOf } from '../operation/operation.ts'

/** Stored JSON keeps no order of names: it is sent as it is. */
const milliseconds = (description: string) => z.number().describe(description).meta({ graphql: 'Float' })
const upstreamCall = z
  .object({
    upstream: z.string().describe('Name of the called service.'),
    call: z.string().describe('The call that was made.'),
    startedMs: milliseconds('Start of the call, in milliseconds after the start of the request.'),
    durationMs: milliseconds('Duration of the call in milliseconds.'),
    outcome: z.string().describe('Outcome of the call.'),
  })
  .meta({ id: 'UpstreamCall', graphql: 'UpstreamCall', about: 'A call to another service during a request.' })

export const requestView = view<RequestLog>()(
  'Request',
  'The trace of one request. Requests that changed something or were refused are recorded.',
  {
    id: id('Identifier, `req_…`.'),
    method: text('HTTP method.').like('POST'),
    path: text('Path of the request, without the query.').like('/v1/companies'),
    operation: text('Name of the operation that ran. Null when none did.').orNull(),
    status: integer('HTTP status of the answer.').like(201),
    errorCode: text('Code of the error. Null when the request succeeded.').orNull(),
    apiKeyId: id('Identifier of the API key of the request. Null when it had none.').orNull(),
    userId: id('Identifier of the user of the request. Null when it had none.').orNull(),
    startedAt: instant('When the request arrived.'),
    durationMs: number('Duration of the request in milliseconds.'),
    upstreamCalls: structure(upstreamCall, 'Calls to other services, in order.').list(),
    validation: structure(faultShape, 'Faults of the input.').list(),
    requestBody: text('The first 4 kB of the body, with secrets replaced. Null when it was not kept.').orNull(),
  },
)

export const usageView = view<ResultOf<typeof requestUsage>[number]>()(
  'RequestUsage',
  'Number of recorded requests of one API key or user.',
  {
    apiKeyId: id('Identifier of the API key. Null when the count is by user.').orNull(),
    userId: id('Identifier of the user. Null when the count is by key.').orNull(),
    label: text('Name of the key, or e-mail address of the user. Null when it is not known.').orNull(),
    requests: integer('Number of recorded requests.'),
    errors: integer('Number of recorded requests that were refused or failed.'),
    lastSeenAt: instant('When the last recorded request arrived.'),
  },
)
