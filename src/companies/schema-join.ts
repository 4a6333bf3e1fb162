import { mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages } from '../graphql/query.ts'
import { acceptJoinRequest } from './accept-join-request.ts'
import { joinRequestView } from './join-view.ts'
import { listJoinRequests } from './list-join-requests.ts'
import { rejectJoinRequest } from './reject-join-request.ts'
import { requestToJoin } from './request-to-join.ts'

const JoinRequest = objectOf(joinRequestView, { authScopes: { access: 'companies.read' } })

pages('joinRequests', listJoinRequests, JoinRequest, { row: 'JoinRequest', rows: 'join requests' })

mutationOf(requestToJoin, 'joinRequest', JoinRequest, 'The join request, which is pending.')
mutationOf(acceptJoinRequest, 'joinRequest', JoinRequest, 'The accepted join request.')
mutationOf(rejectJoinRequest, 'joinRequest', JoinRequest, 'The rejected join request.')
