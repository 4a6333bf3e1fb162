/** The organization of the caller, and who was seen in it. */
import { plans } from '../auth/plans.ts'
import type { Member, Organization } from '../generated/prisma/client.ts'
import { planChoice, roleChoice, scopeChoice } from '../keys/view.ts'
import { choice, country, id, instant, integer, number, object, text, vatNumber, view } from '../operation/view.ts'

const planLimits = view<(typeof plans)[keyof typeof plans]>()('PlanLimits', 'What a plan allows.', {
  requestsPerMinute: integer('Requests of one caller in 60 seconds.'),
  documentsPerMonth: integer('Documents that may be sent in a month. Null means no limit.').orNull(),
  storageMegabytes: integer(
    'Megabytes (1,000,000 bytes) that stored documents may take. Null means no limit.',
  ).orNull(),
  apiKeys: integer('API keys in use.').from('keys'),
})

/** With the bytes that its stored documents take. */
export type ShownOrganization = Organization & { storedBytes: number }

export const organizationView = view<ShownOrganization>()('Organization', 'An organization, as it describes itself.', {
  organizationId: id('The organization.').from('id'),
  name: text('Name. The identifier until somebody names it.'),
  country: country('Country code. Null when it is not known.').orNull(),
  vatNumber: vatNumber('VAT number.').orNull(),
  contactEmail: text('Address for mails about the organization, such as warnings.').orNull(),
  plan: choice(planChoice, 'Plan. It is set by who operates the service.'),
  limits: object(planLimits, 'What the plan allows. The sandbox has no quota of documents, and none of storage.').by(
    ['plan'],
    ({ plan }: Pick<Organization, 'plan'>) => plans[plan],
  ),
  storedBytes: number('Bytes that the stored documents of all companies take now.'),
  createdAt: instant('When the organization was seen first.'),
  expiresAt: instant('When the organization of a sandbox ends. Null for others.').orNull(),
  deletionDueAt: instant('When everything of the organization is deleted. Null when nobody has asked for it.').orNull(),
})

export const memberView = view<Member>()(
  'Member',
  'A person who was seen with a token of the identity provider, and what the token allowed.',
  {
    userId: id('Subject of the token.'),
    email: text('E-mail address in the token. Null when it has none.').orNull(),
    roles: choice(roleChoice, 'Roles in the organization.').list(),
    scopes: choice(scopeChoice, 'Scopes that the roles and the token give.').list(),
    firstSeenAt: instant('When the person was seen first.'),
    lastSeenAt: instant('When the person last made a request.'),
    lastOperation: text('The operation of the last request. Null when it ran none.').orNull(),
  },
)
