/** What is said of the caller. */
import { Plan } from '../generated/prisma/enums.ts'
import { keyTypeChoice, scopeChoice } from '../keys/view.ts'
import { choice, choiceOf, country, flag, id, integer, object, text, vatNumber, view } from '../operation/view.ts'
import type { whoAmI } from './who-am-i.ts'
import type { ResultOf } from '../operation/operation.ts'

type Identity = ResultOf<typeof whoAmI>

const organizationView = view<Identity['organizations'][number]>()(
  'OrganizationSummary',
  'An organization that the caller can act for.',
  {
    id: id('Identifier.'),
    name: text('Name.'),
    country: country('Country.').orNull(),
    vatNumber: vatNumber('VAT number.').orNull(),
  },
)

const quotaView = view<Identity['quota']>()('Quota', 'Documents of this month against the plan.', {
  limit: integer('How many the plan allows; null is without limit.').orNull(),
  used: integer('How many were sent.'),
})

export const viewerView = view<Identity>()('Viewer', 'Who the credentials belong to.', {
  authMethod: text('`api_key` or `jwt`.'),
  userId: id('Subject of the token.').orNull(),
  email: text('E-mail address in the token.').orNull(),
  keyType: choice(keyTypeChoice, 'Kind of key.').orNull(),
  organizationId: id('The organization acted for.'),
  organizationIds: id('Every organization that can be chosen.').list(),
  organizations: object(organizationView, 'Every organization that can be chosen.').list(),
  companyId: id('The company acted for, where it is one.').orNull(),
  scopes: choice(scopeChoice, 'What the caller may do.').list(),
  isTestMode: flag('Whether nothing real is delivered.'),
  plan: choice(choiceOf('Plan', Object.values(Plan)), 'Plan of the organization.'),
  quota: object(quotaView, 'Documents of this month.'),
  rateLimitPerMinute: integer('Requests allowed in 60 seconds.'),
})
