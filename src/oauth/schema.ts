import { mutation, mutationOf } from '../graphql/field.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { createHandoff } from './create-handoff.ts'
import { createSandboxHandoff } from './create-sandbox-handoff.ts'
import { decideConsent } from './decide-consent.ts'
import { exchangeHandoff } from './exchange-handoff.ts'
import { exchangeToken } from './exchange-token.ts'
import { getConsentRequest } from './get-consent.ts'
import { getHandoff } from './get-handoff.ts'
import { introspectToken } from './introspect-token.ts'
import { listHandoffs } from './list-handoffs.ts'
import { listOauthScopes } from './list-scopes.ts'
import { registerOauthClient } from './register-client.ts'
import { revokeHandoff } from './revoke-handoff.ts'
import { revokeToken } from './revoke-token.ts'
import { revokeUserAccess } from './revoke-user-access.ts'
import { startAuthorization } from './start-authorization.ts'
import { startDeviceAuthorization } from './start-device.ts'
import {
  authorizationView,
  clientView,
  consentRequestView,
  decisionView,
  deviceView,
  endedAccessView,
  handoffPreviewView,
  handoffView,
  introspectionView,
  newHandoffView,
  oauthScopeView,
  revocationView,
  sandboxHandoffView,
  tokenView,
} from './view.ts'

const Handoff = tableOf('Handoff', handoffView, {
  authScopes: { access: 'platform' },
  select: { organizationId: true, id: true },
})

query('oauthScopes', listOauthScopes, [objectOf(oauthScopeView)])
query('consentRequest', getConsentRequest, objectOf(consentRequestView), { id: 'consentId' })
query('tokenState', introspectToken, objectOf(introspectionView))
query('handoffPreview', getHandoff, objectOf(handoffPreviewView))
pages('handoffs', listHandoffs, Handoff, { row: 'Handoff', rows: 'handoffs' })

mutation(startAuthorization, authorizationView)
mutation(startDeviceAuthorization, deviceView)
mutation(registerOauthClient, clientView)
mutation(decideConsent, decisionView)
mutation(exchangeToken, tokenView)
mutation(revokeToken, revocationView)
mutation(revokeUserAccess, endedAccessView)
mutation(createHandoff, newHandoffView)
mutation(createSandboxHandoff, sandboxHandoffView)
mutation(exchangeHandoff, tokenView)
mutationOf(revokeHandoff, 'handoff', Handoff, 'The revoked handoff.')
