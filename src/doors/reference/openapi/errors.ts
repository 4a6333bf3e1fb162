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
          .describe('Code of the error, for programs: stable, while messages may change.')
          .meta({ examples: ['MISSING_FIELD'] }),
        message: z
          .string()
          .describe('What is wrong, in a sentence.')
          .meta({ examples: ['A required field is missing.'] }),
        details: z.array(faultShape).describe('One entry for each fault, with its field.'),
        requestId: z
          .string()
          .describe('Identifier of the request.')
          .meta({ examples: ['req_01kafm4h7vf8xbkrs9q2m3c5de'] }),
        docUrl: z.url().describe('Address of the page that explains the code.'),
      })
      .describe('Why the request was refused.'),
  })
  .meta({ id: 'Error', description: 'The body of every refused request.' })

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
          description: 'Why the request was refused.',
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
