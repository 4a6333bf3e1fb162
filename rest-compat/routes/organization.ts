/** Section 4.9: the organization of the caller, its people, and the pages for its customers. */
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, query, queryAndPath, route } from '../../src/http/route.ts'
import { createOnboardingLink } from '../../src/tenants/create-onboarding-link.ts'
import { getOrganization } from '../../src/tenants/get-organization.ts'
import { listMembers } from '../../src/tenants/list-members.ts'
import { listOnboardingLinks } from '../../src/tenants/list-onboarding-links.ts'
import { newOnboardingLinkView, onboardingLinkView } from '../../src/tenants/onboarding-link-view.ts'
import { memberView, organizationView } from '../../src/tenants/organization-view.ts'
import { updateOrganization } from '../../src/tenants/update-organization.ts'

const section = 'Organization'

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
  route(createOnboardingLink, {
    method: 'POST',
    path: '/v1/platform/companies/:companyId/onboarding-links',
    field: 'Mutation.createOnboardingLink',
    status: 201,
    input: bodyAndPath,
    ...one(newOnboardingLinkView),
    section,
  }),
  route(listOnboardingLinks, {
    method: 'GET',
    path: '/v1/platform/companies/:companyId/onboarding-links',
    field: 'Query.onboardingLinks',
    status: 200,
    input: queryAndPath(),
    ...pageOf(onboardingLinkView),
    section,
  }),
]
