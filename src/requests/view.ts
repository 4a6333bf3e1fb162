/** What is kept of the requests that came. */
import { z } from 'zod'
import type { RequestLog } from '../generated/prisma/client.ts'
import { faultShape } from '../operation/refusal-view.ts'
import { id, instant, integer, json, number, text, view } from '../operation/view.ts'
import type { requestUsage } from './request-usage.ts'
import type { ResultOf } from '../operation/operation.ts'

/** Stored JSON keeps no order of names: it is sent as it is. */
const upstreamCall = z.object({
  upstream: z.string().describe('Who was called.'),
  call: z.string().describe('What was asked.'),
  startedMs: z.number().describe('When it began, in milliseconds after the request came.'),
  durationMs: z.number().describe('How long it took, in milliseconds.'),
  outcome: z.string().describe('How it went.'),
})

export const requestView = view<RequestLog>()(
  'Request',
  'The trace of a request that changed something or was refused.',
  {
    id: id('Identifier, `req_…`.'),
    method: text('HTTP method.').like('POST'),
    path: text('Path, without the query.').like('/v1/companies'),
    operation: text('The operation that ran.').orNull(),
    status: integer('HTTP status of the answer.').like(201),
    errorCode: text('Code of the refusal.').orNull(),
    apiKeyId: id('The key that called.').orNull(),
    userId: id('The user that called.').orNull(),
    startedAt: instant('When it came.'),
    durationMs: number('How long the answer took, in milliseconds.'),
    upstreamCalls: json('Calls to upstreams, in order: `{upstream, call, startedMs, durationMs, outcome}`.').shaped(
      z.array(upstreamCall),
    ),
    validation: json('What was wrong with the input: `{field, rule, message}`.').shaped(z.array(faultShape)),
    requestBody: text('The body, secrets replaced, cut to 4 kB.').orNull(),
  },
)

export const usageView = view<ResultOf<typeof requestUsage>[number]>()(
  'RequestUsage',
  'How much one key or user has called.',
  {
    apiKeyId: id('The key.').orNull(),
    userId: id('The user.').orNull(),
    label: text('Name of the key or address of the user.').orNull(),
    requests: integer('Captured requests.'),
    errors: integer('Of these, refused ones.'),
    lastSeenAt: instant('The latest.'),
  },
)
