/** Section 4.13: changing platforms. */
import { one } from '../../src/http/answers.ts'
import { type Route, body, route } from '../../src/http/route.ts'
import { buildPortabilityMessage } from '../../src/portability/build-message.ts'
import { parsePortabilityMessage } from '../../src/portability/parse-message.ts'
import { builtView, parsedView } from '../../src/portability/view.ts'

const section = '4.13 Portability'

export const portability: readonly Route[] = [
  route(buildPortabilityMessage, {
    method: 'POST',
    path: '/v1/portability/build',
    field: 'Query.portabilityMessage',
    status: 200,
    input: body,
    ...one(builtView),
    section,
  }),
  route(parsePortabilityMessage, {
    method: 'POST',
    path: '/v1/portability/parse',
    field: 'Query.parsedPortabilityMessage',
    status: 200,
    input: body,
    ...one(parsedView),
    section,
  }),
]
