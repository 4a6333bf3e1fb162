import { mutation, mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { buildPortabilityMessage } from './build-message.ts'
import { cancelOrganizationDeletion } from './deletion/cancel-deletion.ts'
import { requestOrganizationDeletion } from './deletion/request-deletion.ts'
import { getPortabilityRequest } from './get-request.ts'
import { listPortabilityRequests } from './list-requests.ts'
import { parsePortabilityMessage } from './parse-message.ts'
import { receivePortabilityMessage } from './receive-message.ts'
import { sendPortabilityMessage } from './send-message.ts'
import { builtView, deletionView, parsedView, portabilityRequestView } from './view.ts'

query('portabilityMessage', buildPortabilityMessage, objectOf(builtView))
query('parsedPortabilityMessage', parsePortabilityMessage, objectOf(parsedView))

const PortabilityRequest = objectOf(portabilityRequestView)

query('portabilityRequest', getPortabilityRequest, PortabilityRequest, { id: 'portabilityRequestId' })
pages('portabilityRequests', listPortabilityRequests, PortabilityRequest, {
  row: 'PortabilityRequest',
  rows: 'requests to change platforms',
})
mutationOf(sendPortabilityMessage, 'portabilityRequest', PortabilityRequest, 'The request after the message.')
mutationOf(receivePortabilityMessage, 'portabilityRequest', PortabilityRequest, 'The request after the message.')
mutation(requestOrganizationDeletion, deletionView)
mutation(cancelOrganizationDeletion, deletionView)
