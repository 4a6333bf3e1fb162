/** What the operations of this room answer. REST writes the names of the standards, GraphQL its own. */
import type { Handoff } from '../generated/prisma/client.ts'
import { scopeChoice } from '../keys/view.ts'
import { choice, flag, id, instant, integer, text, view } from '../operation/view.ts'
import type { ResultOf } from '../operation/operation.ts'
import type { createHandoff } from './create-handoff.ts'
import type { createSandboxHandoff } from './create-sandbox-handoff.ts'
import type { decideConsent } from './decide-consent.ts'
import type { exchangeToken } from './exchange-token.ts'
import type { getConsentRequest } from './get-consent.ts'
import type { getHandoff } from './get-handoff.ts'
import type { introspectToken } from './introspect-token.ts'
import type { registerOauthClient } from './register-client.ts'
import type { revokeToken } from './revoke-token.ts'
import type { revokeUserAccess } from './revoke-user-access.ts'
import type { startAuthorization } from './start-authorization.ts'
import type { startDeviceAuthorization } from './start-device.ts'

const expiresIn = integer('For how many seconds it is valid.')
const handoffToken = text('The token that is exchanged once. Store it: it is shown only in this answer.')

export const oauthScopeView = view<{ id: string; description: string }>()('OauthScope', 'A scope.', {
  id: choice(scopeChoice, 'Name of the scope.').onlyIn('rest'),
  name: choice(scopeChoice, 'Name of the scope.').from('id').onlyIn('graphql'),
  description: text('What it allows.'),
})

export const authorizationView = view<ResultOf<typeof startAuthorization>>()(
  'StartedAuthorization',
  'A request that waits for a decision.',
  {
    requestId: id('Identifier of the request, `areq_…`.').onlyIn('graphql'),
    request_id: id('Identifier of the request, `areq_…`.').from('requestId').onlyIn('rest'),
    requestUri: text('The request as a `request_uri` (RFC 9126).').onlyIn('graphql'),
    request_uri: text('The request as a `request_uri` (RFC 9126).').from('requestUri').onlyIn('rest'),
    consentUrl: text('The page on which somebody decides.').onlyIn('graphql'),
    consent_url: text('The page on which somebody decides.').from('consentUrl').onlyIn('rest'),
    expiresIn: expiresIn.onlyIn('graphql'),
    expires_in: expiresIn.from('expiresIn').onlyIn('rest'),
  },
)

export const deviceView = view<ResultOf<typeof startDeviceAuthorization>>()(
  'StartedDeviceAuthorization',
  'A request of a device that waits for a decision.',
  {
    deviceCode: text('The code that the device asks with.').onlyIn('graphql'),
    device_code: text('The code that the device asks with.').from('deviceCode').onlyIn('rest'),
    userCode: text('The code that a person types.').onlyIn('graphql'),
    user_code: text('The code that a person types.').from('userCode').onlyIn('rest'),
    verificationUri: text('Where a person types it.').onlyIn('graphql'),
    verification_uri: text('Where a person types it.').from('verificationUri').onlyIn('rest'),
    verificationUriComplete: text('The same with the code in it.').onlyIn('graphql'),
    verification_uri_complete: text('The same with the code in it.').from('verificationUriComplete').onlyIn('rest'),
    expiresIn: expiresIn.onlyIn('graphql'),
    expires_in: expiresIn.from('expiresIn').onlyIn('rest'),
    interval: integer('Seconds between two questions of the device.'),
  },
)

export const clientView = view<ResultOf<typeof registerOauthClient>>()('OauthClient', 'A registered program.', {
  clientId: id('Identifier of the client.').from('id').onlyIn('graphql'),
  client_id: id('Identifier of the client.').from('id').onlyIn('rest'),
  issued: integer('When it was registered, in seconds since 1970.')
    .by(['createdAt'], ({ createdAt }: { createdAt: Date }) => Math.floor(createdAt.getTime() / 1_000))
    .named('client_id_issued_at')
    .onlyIn('rest'),
  createdAt: instant('When it was registered.').onlyIn('graphql'),
  name: text('What it calls itself.').onlyIn('graphql'),
  client_name: text('What it calls itself.').from('name').onlyIn('rest'),
  redirectUris: text('Addresses at which it is told the outcome.').list().onlyIn('graphql'),
  redirect_uris: text('Addresses at which it is told the outcome.').list().from('redirectUris').onlyIn('rest'),
  grantTypes: text('How it gets tokens.').list().onlyIn('graphql'),
  grant_types: text('How it gets tokens.').list().from('grantTypes').onlyIn('rest'),
  token_endpoint_auth_method: text('Always `none`: it has no secret.')
    .by(['id'], () => 'none')
    .onlyIn('rest'),
})

export const tokenView = view<ResultOf<typeof exchangeToken>>()('Token', 'Access for a program.', {
  accessToken: text('The access token: a key of its own kind.').onlyIn('graphql'),
  access_token: text('The access token: a key of its own kind.').from('accessToken').onlyIn('rest'),
  tokenType: text('Always `Bearer`.').onlyIn('graphql'),
  token_type: text('Always `Bearer`.').from('tokenType').onlyIn('rest'),
  scopes: choice(scopeChoice, 'What it allows.').list(),
  scope: text('The same, separated by spaces.').onlyIn('rest'),
  expiresIn: expiresIn.onlyIn('graphql'),
  expires_in: expiresIn.from('expiresIn').onlyIn('rest'),
  refreshToken: text('What the next token is fetched with. Absent where it cannot be renewed.')
    .orAbsent()
    .onlyIn('graphql'),
  refresh_token: text('What the next token is fetched with. Absent where it cannot be renewed.')
    .orAbsent()
    .from('refreshToken')
    .onlyIn('rest'),
  organizationId: id('The organization that it gives access to.').onlyIn('graphql'),
  organization_id: id('The organization that it gives access to.').from('organizationId').onlyIn('rest'),
  companyId: id('The company that it is bound to. Null when it is not bound to one.').orNull().onlyIn('graphql'),
  company_id: id('The company that it is bound to. Null when it is not bound to one.')
    .orNull()
    .from('companyId')
    .onlyIn('rest'),
})

export const consentRequestView = view<ResultOf<typeof getConsentRequest>>()(
  'ConsentRequest',
  'What a program asks for.',
  {
    id: id('Identifier of the request, `areq_…`.'),
    clientName: text('What the program calls itself.'),
    isRegistered: flag('Whether the program is registered. The name of any other is not checked by anybody.'),
    scopes: choice(scopeChoice, 'What it asks for.').list(),
    redirectHost: text('Where the outcome is told. Null when a code is shown or a device waits.').orNull(),
    renewable: flag('Whether its access can be renewed.'),
    expiresAt: instant('Until when somebody can decide.'),
  },
)

export const decisionView = view<ResultOf<typeof decideConsent>>()('ConsentDecision', 'What was decided.', {
  allowed: flag('Whether the program was let in.'),
  code: text('The code to copy into the program. Null where the program is told another way.').orNull(),
  redirectUrl: text('Where the browser goes next. Null where there is no such address.').orNull(),
})

export const revocationView = view<ResultOf<typeof revokeToken>>()('TokenRevocation', 'The end of a token.', {
  revoked: flag('Always true.'),
})

export const endedAccessView = view<ResultOf<typeof revokeUserAccess>>()('EndedAccess', 'Access that has ended.', {
  agents: integer('Number of programs whose access has ended.'),
  handoffs: integer('Number of handoffs that were revoked.'),
})

export const introspectionView = view<ResultOf<typeof introspectToken>>()('TokenState', 'What a token is.', {
  active: flag('Whether it is in use.'),
  scope: text('What it allows, separated by spaces.').orAbsent(),
  clientId: text('The registered client.').orAbsent().onlyIn('graphql'),
  client_id: text('The registered client.').orAbsent().from('clientId').onlyIn('rest'),
  username: text('Name of the key.').orAbsent(),
  tokenType: text('Always `Bearer`.').orAbsent().onlyIn('graphql'),
  token_type: text('Always `Bearer`.').orAbsent().from('tokenType').onlyIn('rest'),
  exp: integer('When it ends, in seconds since 1970.').orAbsent(),
  iat: integer('When it was issued, in seconds since 1970.').orAbsent(),
  sub: id('Identifier of the key.').orAbsent(),
})

export const newHandoffView = view<ResultOf<typeof createHandoff>>()('NewHandoff', 'A new handoff.', {
  id: id('Identifier of the handoff, `hand_…`.').onlyIn('rest'),
  handoffId: id('Identifier of the handoff, `hand_…`.').from('id').onlyIn('graphql'),
  handoffUrl: text('A page that says what it gives, and hands it over.').onlyIn('graphql'),
  handoff_url: text('A page that says what it gives, and hands it over.').from('handoffUrl').onlyIn('rest'),
  handoffToken: handoffToken.onlyIn('graphql'),
  handoff_token: handoffToken.from('handoffToken').onlyIn('rest'),
  expiresIn: expiresIn.onlyIn('graphql'),
  expires_in: expiresIn.from('expiresIn').onlyIn('rest'),
})

export const sandboxHandoffView = view<ResultOf<typeof createSandboxHandoff>>()(
  'SandboxHandoff',
  'A handoff of a new temporary organization.',
  {
    handoffToken: handoffToken.onlyIn('graphql'),
    handoff_token: handoffToken.from('handoffToken').onlyIn('rest'),
    organizationId: id('The new organization.').onlyIn('graphql'),
    organization_id: id('The new organization.').from('organizationId').onlyIn('rest'),
    companyId: id('Its company.').onlyIn('graphql'),
    company_id: id('Its company.').from('companyId').onlyIn('rest'),
    expiresIn: expiresIn.onlyIn('graphql'),
    expires_in: expiresIn.from('expiresIn').onlyIn('rest'),
  },
)

export const handoffPreviewView = view<ResultOf<typeof getHandoff>>()('HandoffPreview', 'What a handoff gives.', {
  label: text('What it is for.').orNull(),
  scopes: choice(scopeChoice, 'Scopes that it gives.').list(),
  organizationName: text('Name of the organization.'),
  companyName: text('Name of the company. Null when it gives access to the organization.').orNull(),
  clientName: text('What the program that it is for calls itself. Null when it is for any.').orNull(),
  redirectHost: text('Where the page hands it over: a host, or the scheme of an app. Null when it does not.').orNull(),
  deepLink: text('The address that hands it over. Null when there is none.').orNull(),
  expiresAt: instant('Until when it can be redeemed.'),
})

export const handoffView = view<Handoff>()('Handoff', 'A handoff, without its token.', {
  id: id('Identifier of the handoff, `hand_…`.'),
  label: text('What it is for.').orNull(),
  scopes: choice(scopeChoice, 'Scopes that it gives.').list(),
  companyId: id('The company that it gives access to. Null when it gives access to the organization.').orNull(),
  clientId: text('The registered client that it is for. Null when it is for any.').orNull(),
  redirectUri: text('Where the page hands it over. Null when it does not.').orNull(),
  createdAt: instant('When it was created.'),
  expiresAt: instant('Until when it can be redeemed.'),
  redeemedAt: instant('When it was redeemed. Null when it was not.').orNull(),
  revokedAt: instant('When it was revoked. Null when it was not.').orNull(),
  keyId: id('Identifier of the key that it gave. Null when it was not redeemed.').orNull().from('tokenKeyId'),
})
