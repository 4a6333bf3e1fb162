/** What a key answers. */
import { scopeNames, scopes } from '../auth/scopes.ts'
import { companyView } from '../companies/view.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import { KeyType } from '../generated/prisma/enums.ts'
import { choice, choiceOf, extend, id, instant, integer, relation, text, view } from '../operation/view.ts'

export const scopeChoice = choiceOf('Scope', scopeNames, scopes)

export const keyTypeChoice = choiceOf('KeyType', Object.values(KeyType), {
  personal: 'For an organization that exchanges its own documents.',
  platform: 'For software that manages several companies.',
  white_label: 'For software that manages companies under its own name.',
})

export const keyView = view<ApiKey>()('ApiKey', 'An API key. Its full value is shown only when the key is created.', {
  id: id('Identifier, `key_…`.'),
  keyPrefix: text('The first characters of the key.'),
  name: text('Name of the key.'),
  type: choice(keyTypeChoice, 'Kind of key.').onlyIn('graphql'),
  scopes: choice(scopeChoice, 'Scopes of the key.').list(),
  companyId: id('The company that the key is bound to. Null when it is not bound to one.').orNull().onlyIn('rest'),
  company: relation(companyView, 'The company that the key is bound to. Null when it is not bound to one.')
    .orNull()
    .onlyIn('graphql'),
  rateLimit: integer('Requests per minute. Null when the limit of the plan applies.').orNull(),
  createdAt: instant('When the key was created.'),
  expiresAt: instant('When the key expires. Null when it never does.').orNull(),
  revokedAt: instant('When the key was revoked. Null when it was not.').orNull().onlyIn('graphql'),
})

export const newKeyView = extend<ApiKey, { key: string }>(keyView)('NewApiKey', 'A new API key with its full value.', {
  key: text('The full value of the key. Store it: it is shown only in this answer.'),
})
