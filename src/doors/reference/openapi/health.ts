/** The health routes: public, the same question answered with 200 or 503. */
import { healthQuestions } from '../../health/questions.ts'
import type { Section } from '../../../http/sections.ts'
import { commonHeaders } from './answers.ts'
import type { Json, Writer } from './schemas.ts'

const HEALTH_TAG: Section = 'Health'

const nameOf = (path: string): string =>
  `health${path.slice('/health/'.length).replace(/^./, (first) => first.toUpperCase())}`

const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

export const healthPaths = ({ write }: Writer): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(healthQuestions).map(([path, { summary, shape }]) => {
      const content = { 'application/json': { schema: write(shape, 'output') } }
      return [
        path,
        {
          get: {
            operationId: nameOf(path),
            tags: [HEALTH_TAG],
            summary: summary.split(':', 1)[0],
            description: `${summary} Public: no credentials are required, and the request is not counted.`,
            security: [],
            responses: {
              200: { description: 'The answer is yes.', headers: commonHeaders, content },
              400: { description: 'The request has two Host headers.', headers: commonHeaders, content: refused },
              ...(path !== '/health/liveness' && {
                503: { description: 'The answer is no.', headers: commonHeaders, content },
              }),
            },
          },
        },
      ]
    }),
  )
