import { mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { getOrganization } from './get-organization.ts'
import { listMembers } from './list-members.ts'
import { memberView, organizationView } from './organization-view.ts'
import { updateOrganization } from './update-organization.ts'

const Organization = objectOf(organizationView, { authScopes: { access: 'companies.read' } })

query('organization', getOrganization, Organization)
pages('members', listMembers, objectOf(memberView, { authScopes: { access: 'platform' } }), {
  row: 'Member',
  rows: 'people',
})
mutationOf(updateOrganization, 'organization', Organization, 'The organization after the change.')
