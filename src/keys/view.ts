/** What a key answers. */
import { scopeNames, scopes } from '../auth/scopes.ts'
import { companyView } from '../companies/view.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import { KeyType } from '../generated/prisma/enums.ts'
import { choice, choiceOf, extend, id, instant, integer, relation, text, view } from '../operation/view.ts'

export const scopeChoice = choiceOf('Scope', scopeNames, scopes)

export const keyTypeChoice = choiceOf('KeyType', Object.values(KeyType), {
  personal: 'For one organization, and what it does itself.',
  platform: 'For software that manages several companies.',
  white_label: 'For software that manages companies under its own name.',
})

export const keyView = view<ApiKey>()('ApiKey', 'An API key; its full value is never shown again after it was made.', {
  id: id('Identifier, `key_…`.'),
  keyPrefix: text('How the key begins.'),
  name: text('What the key is for.'),
  type: choice(keyTypeChoice, 'Kind of key.').onlyIn('graphql'),
  scopes: choice(scopeChoice, 'What it may do.').list(),
  companyId: id('The one company that the key is bound to.').orNull().onlyIn('rest'),
  company: relation(companyView, 'The one company that the key is bound to.').orNull().onlyIn('graphql'),
  rateLimit: integer('Requests per minute, where lower than the plan.').orNull(),
  createdAt: instant('When it was made.'),
  expiresAt: instant('When it ends.').orNull(),
  revokedAt: instant('When it was revoked.').orNull().onlyIn('graphql'),
})

export const newKeyView = extend<ApiKey, { key: string }>(keyView)('NewApiKey', 'A new API key, with its full value.', {
  key: text('The full value. Keep it: it is shown this once.'),
})
