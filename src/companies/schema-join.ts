import { builder } from '../graphql/builder.ts'
import { changed } from '../graphql/changed.ts'
import { mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages } from '../graphql/query.ts'
import { Company } from './schema.ts'
import { acceptJoinRequest } from './accept-join-request.ts'
import { joinRequestView } from './join-view.ts'
import { listJoinRequests } from './list-join-requests.ts'
import { rejectJoinRequest } from './reject-join-request.ts'
import { requestToJoin } from './request-to-join.ts'

const JoinRequest = objectOf(joinRequestView, { authScopes: { access: 'companies.read' } })

builder.objectField(JoinRequest, 'company', (t) =>
  changed<{ companyId: string }>(t, Company, {
    as: 'company',
    id: ({ companyId }) => companyId,
    nullable: true,
    description: 'The company. Null for a caller who does not belong to it.',
  }),
)

pages('joinRequests', listJoinRequests, JoinRequest, { row: 'JoinRequest', rows: 'join requests' })

mutationOf(requestToJoin, 'joinRequest', JoinRequest, 'The join request, which is pending.')
mutationOf(acceptJoinRequest, 'joinRequest', JoinRequest, 'The accepted join request.')
mutationOf(rejectJoinRequest, 'joinRequest', JoinRequest, 'The rejected join request.')
