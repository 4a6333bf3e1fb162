/** What a key answers. */
import { plans } from '../auth/plans.ts'
import { roleNames, roles } from '../auth/roles.ts'
import { scopeNames, scopes } from '../auth/scopes.ts'
import { companyView } from '../companies/view.ts'
import type { ApiKey, ApiKeyUse } from '../generated/prisma/client.ts'
import { KeyType, Plan } from '../generated/prisma/enums.ts'
import { keyKinds } from './key-input.ts'
import type { NewApiKey } from './make-key.ts'
import { choice, choiceOf, extend, id, instant, integer, object, relation, text, view } from '../operation/view.ts'

export const scopeChoice = choiceOf('Scope', scopeNames, scopes)

export const keyTypeChoice = choiceOf('KeyType', Object.values(KeyType), {
  personal: 'For an organization that exchanges its own documents.',
  platform: 'For software that manages several companies.',
  white_label: 'For software that manages companies under its own name.',
})

export const planChoice = choiceOf(
  'Plan',
  Object.values(Plan),
  Object.fromEntries(
    Object.entries(plans).map(([plan, { requestsPerMinute, documentsPerMonth, storageMegabytes: storage }]) => [
      plan,
      `${requestsPerMinute} requests a minute; ${documentsPerMonth ?? 'any number of'} documents a month; ` +
        `${storage === null ? 'any number of megabytes' : `${storage} MB`} of stored documents.`,
    ]),
  ),
)

export const roleChoice = choiceOf(
  'Role',
  roleNames,
  Object.fromEntries(roleNames.map((name) => [name, `${roles[name].what}.`])),
)

const keyKindChoice = choiceOf('KeyKind', Object.keys(keyKinds), keyKinds)

export const lastUseView = view<ApiKeyUse>()('KeyUse', 'The last use of an API key.', {
  at: instant('When the key was used.'),
  address: text('Address of the caller; of IPv6, its network of 64 bits.'),
  operation: text('The operation that was called, such as `sendDocument`.').orNull(),
})

export const keyView = view<ApiKey & { lastUse?: ApiKeyUse | null }>()(
  'ApiKey',
  'An API key. Its full value is shown only when the key is created.',
  {
    id: id('Identifier, `key_…`.'),
    keyPrefix: text('The first characters of the key.'),
    name: text('Name of the key.'),
    type: choice(keyTypeChoice, 'Kind of key.').onlyIn('graphql'),
    kind: choice(keyKindChoice, 'Who uses the key.'),
    scopes: choice(scopeChoice, 'Scopes of the key.').list(),
    companyId: id('The company that the key is bound to. Null when it is not bound to one.').orNull().onlyIn('rest'),
    company: relation(companyView, 'The company that the key is bound to. Null when it is not bound to one.')
      .orNull()
      .onlyIn('graphql'),
    label: text('What the key is for, in the words of who made it.').orNull(),
    allowedNetworks: text(
      'Networks (CIDR) that the key may be used from. Empty when it may be used from everywhere.',
    ).list(),
    documentsPerMonth: integer(
      'Documents that may be sent with the key in a month. Null without a limit of its own.',
    ).orNull(),
    lastUsed: relation(lastUseView, 'The last use of the key. Null when it was not used. Only lists have it in REST.')
      .from('lastUse')
      .orNull(),
    clientId: text('The registered client that uses the key. Null for other keys.').orNull(),
    allowedByUser: id(
      'Of an agent, the person who let it in: their subject at the identity provider. Null when a key did.',
    ).orNull(),
    replacedById: id('The key that took its place in a rotation. Null when it was not rotated.').orNull(),
    rateLimit: integer('Requests per minute. Null when the limit of the plan applies.').orNull(),
    createdAt: instant('When the key was created.'),
    expiresAt: instant('When the key expires. Null when it never does.').orNull(),
    revokedAt: instant('When the key was revoked. Null when it was not.').orNull().onlyIn('graphql'),
  },
)

const VALUE = 'The full value of the key. Store it: it is shown only in this answer.'

export const newKeyView = extend<ApiKey, { key: string }>(keyView)('NewApiKey', 'A new API key with its full value.', {
  key: text(VALUE),
})

interface KeyLimits {
  requestsPerMinute: number | null
  documentsPerMonth: number | null
}

const keyLimitsView = view<KeyLimits>()('KeyLimits', 'Limits of an API key of its own.', {
  requestsPerMinute: integer('Requests per minute. Null when the limit of the plan applies.').orNull(),
  documentsPerMonth: integer('Documents that may be sent in a month. Null without a limit.').orNull(),
})

const keyLimits = object(keyLimitsView, 'Limits of the key of its own.').by(
  ['rateLimit', 'documentsPerMonth'],
  ({
    rateLimit: requestsPerMinute,
    documentsPerMonth,
  }: Pick<ApiKey, 'rateLimit' | 'documentsPerMonth'>): KeyLimits => ({
    requestsPerMinute,
    documentsPerMonth,
  }),
)

/** As the platform shows keys: with the limits as an object, and with their type. */
export const platformKeyView = extend<ApiKey, object>(keyView)('PlatformApiKey', 'An API key of a platform.', {
  type: choice(keyTypeChoice, 'Kind of key.'),
  rateLimit: keyLimits,
})

export const newPlatformKeyView = extend<ApiKey, Pick<NewApiKey, 'key'>>(platformKeyView)(
  'NewPlatformApiKey',
  'A new API key of a platform, with its full value.',
  { key: text(VALUE) },
)
