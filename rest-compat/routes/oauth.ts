/** Section 4.11, and what standard clients ask for besides. */
import { createHandoff } from '../../src/oauth/create-handoff.ts'
import { createSandboxHandoff } from '../../src/oauth/create-sandbox-handoff.ts'
import { decideConsent } from '../../src/oauth/decide-consent.ts'
import { exchangeHandoff } from '../../src/oauth/exchange-handoff.ts'
import { exchangeToken } from '../../src/oauth/exchange-token.ts'
import { getConsentRequest } from '../../src/oauth/get-consent.ts'
import { getHandoff } from '../../src/oauth/get-handoff.ts'
import { introspectToken } from '../../src/oauth/introspect-token.ts'
import { listHandoffs } from '../../src/oauth/list-handoffs.ts'
import { listOauthScopes } from '../../src/oauth/list-scopes.ts'
import { registerOauthClient } from '../../src/oauth/register-client.ts'
import { revokeHandoff } from '../../src/oauth/revoke-handoff.ts'
import { revokeToken } from '../../src/oauth/revoke-token.ts'
import { revokeUserAccess } from '../../src/oauth/revoke-user-access.ts'
import { startAuthorization } from '../../src/oauth/start-authorization.ts'
import { startDeviceAuthorization } from '../../src/oauth/start-device.ts'
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
  sandboxHandoffView,
  tokenView,
} from '../../src/oauth/view.ts'
import { z } from 'zod'
import { one, pageOf, present, shapeOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'
import { wireInput, wireNames } from './oauth-input.ts'

const section = 'Programs and agents'
const usual = { section, dialect: 'operation', names: wireNames, noStore: true } as const
const standard = { ...usual, takesUrlForm: true } as const

const scopeRow = present(oauthScopeView)

export const oauth: readonly Route[] = [
  route(listOauthScopes, {
    method: 'GET',
    path: '/v1/oauth/scopes',
    field: 'Query.oauthScopes',
    status: 200,
    input: path,
    shape: z.object({ scopes: z.array(shapeOf(oauthScopeView)).describe('The scopes.') }),
    present: (rows) => ({ scopes: rows.map(scopeRow) }),
    section,
    dialect: 'operation',
  }),
  route(startAuthorization, {
    method: 'POST',
    path: '/v1/oauth/authorize',
    field: 'Mutation.startAuthorization',
    status: 201,
    input: wireInput(startAuthorization),
    ...one(authorizationView),
    ...standard,
  }),
  route(exchangeToken, {
    method: 'POST',
    path: '/v1/oauth/token',
    field: 'Mutation.exchangeToken',
    status: 200,
    input: wireInput(exchangeToken),
    ...one(tokenView),
    ...standard,
  }),
  route(registerOauthClient, {
    method: 'POST',
    path: '/v1/oauth/register',
    field: 'Mutation.registerOauthClient',
    status: 201,
    input: wireInput(registerOauthClient, 'ignoring'),
    ...one(clientView),
    ...usual,
  }),
  route(startDeviceAuthorization, {
    method: 'POST',
    path: '/v1/oauth/device',
    field: 'Mutation.startDeviceAuthorization',
    status: 200,
    input: wireInput(startDeviceAuthorization),
    ...one(deviceView),
    ...standard,
  }),
  route(revokeToken, {
    method: 'POST',
    path: '/v1/oauth/revoke',
    field: 'Mutation.revokeToken',
    status: 200,
    input: wireInput(revokeToken),
    shape: z.object({}),
    present: () => ({}),
    ...standard,
  }),
  route(revokeUserAccess, {
    method: 'POST',
    path: '/v1/oauth/revoke-user',
    field: 'Mutation.revokeUserAccess',
    status: 200,
    input: body,
    ...one(endedAccessView),
    section,
    dialect: 'operation',
  }),
  route(introspectToken, {
    method: 'POST',
    path: '/v1/oauth/introspect',
    field: 'Query.tokenState',
    status: 200,
    input: wireInput(introspectToken),
    ...one(introspectionView),
    ...standard,
  }),
  route(getConsentRequest, {
    method: 'GET',
    path: '/v1/oauth/requests/:consentId',
    field: 'Query.consentRequest',
    status: 200,
    input: path,
    ...one(consentRequestView),
    ...usual,
  }),
  route(decideConsent, {
    method: 'POST',
    path: '/v1/oauth/requests/:consentId/decision',
    field: 'Mutation.decideConsent',
    status: 200,
    input: bodyAndPath,
    ...one(decisionView),
    ...usual,
  }),
  route(createHandoff, {
    method: 'POST',
    path: '/v1/oauth/handoff',
    field: 'Mutation.createHandoff',
    status: 201,
    input: wireInput(createHandoff),
    ...one(newHandoffView),
    ...usual,
  }),
  route(createSandboxHandoff, {
    method: 'POST',
    path: '/v1/oauth/handoff/sandbox',
    field: 'Mutation.createSandboxHandoff',
    status: 201,
    input: wireInput(createSandboxHandoff),
    ...one(sandboxHandoffView),
    ...usual,
  }),
  route(exchangeHandoff, {
    method: 'POST',
    path: '/v1/oauth/handoff/exchange',
    field: 'Mutation.exchangeHandoff',
    status: 200,
    input: wireInput(exchangeHandoff),
    ...one(tokenView),
    ...usual,
  }),
  route(getHandoff, {
    method: 'POST',
    path: '/v1/oauth/handoff/preview',
    field: 'Query.handoffPreview',
    status: 200,
    input: wireInput(getHandoff),
    ...one(handoffPreviewView),
    ...usual,
  }),
  route(listHandoffs, {
    method: 'GET',
    path: '/v1/oauth/handoffs',
    field: 'Query.handoffs',
    status: 200,
    input: query(),
    ...pageOf(handoffView),
    section,
    dialect: 'operation',
  }),
  route(revokeHandoff, {
    method: 'DELETE',
    path: '/v1/oauth/handoffs/:handoffId',
    field: 'Mutation.revokeHandoff',
    status: 204,
    input: path,
    section,
    dialect: 'operation',
  }),
]
