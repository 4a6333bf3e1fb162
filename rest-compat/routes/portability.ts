/** Section 4.13: changing platforms. */
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, path, query, route } from '../../src/http/route.ts'
import { buildPortabilityMessage } from '../../src/portability/build-message.ts'
import { cancelOrganizationDeletion } from '../../src/portability/deletion/cancel-deletion.ts'
import { requestOrganizationDeletion } from '../../src/portability/deletion/request-deletion.ts'
import { getPortabilityRequest } from '../../src/portability/get-request.ts'
import { listPortabilityRequests } from '../../src/portability/list-requests.ts'
import { parsePortabilityMessage } from '../../src/portability/parse-message.ts'
import { receivePortabilityMessage } from '../../src/portability/receive-message.ts'
import { sendPortabilityMessage } from '../../src/portability/send-message.ts'
import { builtView, deletionView, parsedView, portabilityRequestView } from '../../src/portability/view.ts'

const section = 'Changing platforms'

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
  route(sendPortabilityMessage, {
    method: 'POST',
    path: '/v1/portability/messages',
    field: 'Mutation.sendPortabilityMessage',
    status: 201,
    input: body,
    ...one(portabilityRequestView),
    section,
  }),
  route(receivePortabilityMessage, {
    method: 'POST',
    path: '/v1/portability/received-messages',
    field: 'Mutation.receivePortabilityMessage',
    status: 201,
    input: body,
    ...one(portabilityRequestView),
    section,
  }),
  route(listPortabilityRequests, {
    method: 'GET',
    path: '/v1/portability/requests',
    field: 'Query.portabilityRequests',
    status: 200,
    input: query(),
    ...pageOf(portabilityRequestView),
    section,
  }),
  route(getPortabilityRequest, {
    method: 'GET',
    path: '/v1/portability/requests/:portabilityRequestId',
    field: 'Query.portabilityRequest',
    status: 200,
    input: path,
    ...one(portabilityRequestView),
    section,
  }),
  route(requestOrganizationDeletion, {
    method: 'POST',
    path: '/v1/organization/deletion',
    field: 'Mutation.requestOrganizationDeletion',
    status: 202,
    input: body,
    ...one(deletionView),
    section: 'Organization',
  }),
  route(cancelOrganizationDeletion, {
    method: 'POST',
    path: '/v1/organization/deletion/cancel',
    field: 'Mutation.cancelOrganizationDeletion',
    status: 200,
    input: body,
    ...one(deletionView),
    section: 'Organization',
  }),
]
