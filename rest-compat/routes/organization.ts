/** Section 4.9: the organization of the caller, and its people. */
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, query, route } from '../../src/http/route.ts'
import { getOrganization } from '../../src/tenants/get-organization.ts'
import { listMembers } from '../../src/tenants/list-members.ts'
import { memberView, organizationView } from '../../src/tenants/organization-view.ts'
import { updateOrganization } from '../../src/tenants/update-organization.ts'

const section = '4.9 Platform and API keys'

export const organization: readonly Route[] = [
  route(getOrganization, {
    method: 'GET',
    path: '/v1/organization',
    field: 'Query.organization',
    status: 200,
    ...one(organizationView),
    section,
  }),
  route(updateOrganization, {
    method: 'PATCH',
    path: '/v1/organization',
    field: 'Mutation.updateOrganization',
    status: 200,
    input: body,
    ...one(organizationView),
    section,
  }),
  route(listMembers, {
    method: 'GET',
    path: '/v1/organization/members',
    field: 'Query.members',
    status: 200,
    input: query(),
    ...pageOf(memberView),
    section,
  }),
]
