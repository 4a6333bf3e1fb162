/** XP Z12-013, Flow Service: flows. */
import { getFlow } from '../../src/flows/get-flow.ts'
import { getFlowFile } from '../../src/flows/get-flow-file.ts'
import { listFlows } from '../../src/flows/list-flows.ts'
import { submitFlow } from '../../src/flows/submit-flow.ts'
import { type Route, route } from '../../src/http/route.ts'
import { ANY_TYPE } from '../../src/operation/file-answer.ts'
import { editionOf, FILES, flowForm, flowSearch, named, queryOf, withoutDocType } from '../input.ts'
import { flowFormShape, searchParamsShape } from '../bodies.ts'
import { type Edition, flowOf, flowShape, fullFlowInfoOf, fullFlowInfoShape, searchOf, searchShape } from '../shapes.ts'

const section = 'Flow Service'
const flowId = named('flow', 'flowId', 'flowId')

/** Where the metadata are not asked for, the file is. */
const file = route(getFlowFile, {
  method: 'GET',
  path: '/afnor/flow-service/v1/flows/:flowId',
  field: 'Query.flowFile',
  status: 200,
  input: (request) => ({ ...queryOf(request), ...flowId(request) }),
  answersFile: [ANY_TYPE],
  section,
})

const rowsOf = (edition: Edition): Route[] => [
  route(submitFlow, {
    method: 'POST',
    path: '/afnor/flow-service/v1/flows',
    field: 'Mutation.submitFlow',
    status: 202,
    input: flowForm,
    bodyShape: flowFormShape,
    shape: fullFlowInfoShape,
    present: fullFlowInfoOf(edition),
    takesLargeFile: true,
    section,
  }),
  route(listFlows, {
    method: 'POST',
    path: '/afnor/flow-service/v1/flows/search',
    field: 'Query.flows',
    status: 200,
    input: flowSearch,
    bodyShape: searchParamsShape,
    shape: searchShape,
    present: searchOf(edition),
    section,
  }),
  route(getFlow, {
    method: 'GET',
    path: '/afnor/flow-service/v1/flows/:flowId',
    field: 'Query.flow',
    status: 200,
    input: (request) => ({ ...withoutDocType(request), ...flowId(request) }),
    shape: flowShape,
    present: flowOf(edition),
    section,
  }),
]

const asksForFile = ({ query }: { query: unknown }): boolean => {
  const { docType } = query as { docType?: unknown }
  return FILES.includes(docType as string)
}

const later = rowsOf('1.3')

/** The rows of the usual edition. Who asks for 1.3 is answered by its own, and who asks for a file by that of files. */
export const flows: readonly Route[] = rowsOf('1.2').map((row, index) => ({
  ...row,
  instead: (request) => {
    if (row.method === 'GET' && asksForFile(request)) return file
    return editionOf(request) === '1.3' ? later[index] : undefined
  },
}))

/** Rows that share a path with another. */
export const files: readonly Route[] = [file]
