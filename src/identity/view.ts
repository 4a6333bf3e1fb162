/** What is said of the caller. */
import { keyTypeChoice, planChoice, roleChoice, scopeChoice } from '../keys/view.ts'
import { choice, country, flag, id, integer, object, structure, text, vatNumber, view } from '../operation/view.ts'
import { faultShape } from '../operation/refusal-view.ts'
import type { Replay } from './replay-request.ts'
import type { whoAmI } from './who-am-i.ts'
import type { ResultOf } from '../operation/operation.ts'

type Identity = ResultOf<typeof whoAmI>

const organizationView = view<Identity['organizations'][number]>()(
  'OrganizationSummary',
  'An organization that the caller can act for.',
  {
    id: id('Identifier of the organization, `org_…`.'),
    name: text('Name.'),
    country: country('Country code. Null when it is not known.').orNull(),
    vatNumber: vatNumber('VAT number.').orNull(),
  },
)

const quotaView = view<Identity['quota']>()('Quota', 'Use of the monthly quota of documents.', {
  limit: integer('Number of documents that the plan allows each month. Null means no limit.').orNull(),
  used: integer('Number of documents sent in this month, by the company of the caller if it is limited to one.'),
})

export const viewerView = view<Identity>()('Viewer', 'The owner of the credentials, and what they allow.', {
  authMethod: text('Kind of credentials: `api_key` or `jwt`.'),
  userId: id('Subject of the token. Null for an API key.').orNull(),
  email: text('E-mail address in the token. Null for an API key, or when the token has none.').orNull(),
  keyType: choice(keyTypeChoice, 'Kind of API key. Null for a token.').orNull(),
  organizationId: id('Identifier of the organization that the caller acts for.'),
  organizationIds: id('Every organization that the caller can act for.').list(),
  organizations: object(organizationView, 'Every organization that the caller can act for.').list(),
  companyId: id(
    'Identifier of the company that the caller acts for. Null when the credentials are not limited to one.',
  ).orNull(),
  roles: choice(roleChoice, 'Roles of the user in the organization. Empty for an API key.').list(),
  scopes: choice(scopeChoice, 'Scopes of the credentials.').list(),
  isTestMode: flag('True in the sandbox, where nothing real is delivered.'),
  plan: choice(planChoice, 'Plan of the organization.'),
  quota: object(quotaView, 'Use of the monthly quota of documents.'),
  rateLimitPerMinute: integer('Number of requests that the caller may send in 60 seconds.'),
})

export const replayView = view<Replay>()('RequestReplay', 'The recorded input of a request, read once more.', {
  requestId: id('Identifier of the request, `req_…`.'),
  operation: text('Name of the operation that the request ran.').like('sendDocument'),
  input: text('The input of the operation as JSON, with secrets and files replaced.').like('{"name": "Laptop"}'),
  isComplete: flag('Whether the input is as it was sent: no secret and no file was replaced in it.'),
  faults: structure(faultShape, 'What is wrong with the input today.').list(),
})
