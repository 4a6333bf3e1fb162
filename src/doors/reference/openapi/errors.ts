/** What a route answers where it refuses, and the envelope of every refusal. */
import { z } from 'zod'
import { LOWER_EVERYWHERE } from '../../../../rest-compat/dialect.ts'
import type { Route } from '../../../http/route.ts'
import { errorTypes } from '../../../kernel/errors/catalog/entry.ts'
import { type ErrorCode, catalog, commonErrors } from '../../../kernel/errors/catalog.ts'
import { faultShape } from '../../../operation/refusal-view.ts'
import type { Json } from './schemas.ts'

export const errorShape = z
  .object({
    error: z
      .object({
        type: z
          .enum(errorTypes)
          .describe('Kind of error.')
          .meta({ examples: ['validation_error'] }),
        code: z
          .string()
          .describe('Code of the error: what programs go by.')
          .meta({ examples: ['MISSING_FIELD'] }),
        message: z
          .string()
          .describe('What is wrong, in words.')
          .meta({ examples: ['A required field is missing.'] }),
        details: z.array(faultShape).describe('Each fault with its field.'),
        requestId: z
          .string()
          .describe('Identifier of the request.')
          .meta({ examples: ['req_01kafm4h7vf8xbkrs9q2m3c5de'] }),
        docUrl: z.url().describe('Where the code is explained.'),
      })
      .describe('Why nothing was done.'),
  })
  .meta({ id: 'Error', description: 'The envelope of every refusal.' })

const spelled = (code: ErrorCode, { dialect }: Route): string =>
  dialect === 'operation' || LOWER_EVERYWHERE.has(code) ? catalog[code].operationCode : code

const codesOf = ({ method, operation: { errors, scope } }: Route): ErrorCode[] =>
  [
    ...new Set<ErrorCode>([
      ...commonErrors,
      ...errors,
      ...(method === 'POST' ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_BODY_MISMATCH'] as const) : []),
    ]),
  ].filter((code) => scope !== 'anyone' || catalog[code].status !== 403 || errors.includes(code))

const refusalWith = (codes: string[]): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    {
      type: 'object',
      properties: {
        error: {
          type: 'object',
          description: 'Why nothing was done.',
          properties: { code: { type: 'string', description: 'One of these codes.', enum: codes } },
        },
      },
    },
  ],
})

/** The errors of a route, by status, with the spelling that it answers. */
export const errorsOf = (route: Route): [status: string, answer: Json][] =>
  [...Map.groupBy(codesOf(route), (code) => catalog[code].status)]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${catalog[code].message}`).join('\n\n'),
        content: {
          'application/json': { schema: refusalWith([...new Set(codes.map((code) => spelled(code, route)))]) },
        },
      },
    ])
