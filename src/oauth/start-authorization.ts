import { z } from 'zod'
import { roles } from '../auth/roles.ts'
import type { Db } from '../kernel/database/open.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { oneOf } from '../kernel/input.ts'
import { scopeList } from '../keys/key-input.ts'
import { type Run, operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { clientNamed } from './client.ts'
import { limitByHour } from './guesses.ts'
import { clientId, clientName, codeChallenge, redirectUri } from './oauth-input.ts'
import { isRegistered, needsRegistration } from './redirects.ts'

export const CONSENT_SECONDS = 600
const PER_ADDRESS_AND_HOUR = 600
const REQUEST_URI = 'urn:ietf:params:oauth:request_uri:'

/** The identifier in a `request_uri` of ours (RFC 9126). */
export const consentIdIn = (requestUri: string): string =>
  requestUri.startsWith(REQUEST_URI) ? requestUri.slice(REQUEST_URI.length) : ''

interface Asked {
  clientName?: string | undefined
  clientId?: string | undefined
  redirectUri?: string | null | undefined
  offline?: boolean | undefined
}

/** A registered client is what it registered; any other is what it says of itself. */
export const askingClient = async (
  { db, site }: Pick<Run, 'db' | 'site'>,
  { clientName, clientId, redirectUri, offline = false }: Asked,
) => {
  if (clientId === undefined) {
    if (clientName === undefined) throw refusal('MISSING_FIELD', 'clientName', 'This field is required.')
    if (redirectUri != null && needsRegistration(redirectUri))
      throw refusal('INVALID_REQUEST', 'redirectUri', 'Only a registered client is led to an app. Register it first.')
    return { clientId: null, clientName, offline }
  }
  const client = await clientNamed(db, site, clientId)
  if (redirectUri != null && !isRegistered(client.redirectUris, redirectUri))
    throw refusal('INVALID_REQUEST', 'redirectUri', 'The client did not register this address.')
  return { clientId: client.id, clientName: client.name, offline: offline || client.refreshes }
}

/** What is asked for where a program does not say: reading. */
export const usualScopes = [...roles.viewer.scopes]

export const storeRequest = (
  { db, now }: Pick<Run, 'db' | 'now'>,
  data: Omit<Parameters<Db['oauthRequest']['create']>[0]['data'], 'id' | 'createdAt' | 'expiresAt'>,
) =>
  db.oauthRequest.create({
    data: {
      ...data,
      id: newId('consent'),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CONSENT_SECONDS * 1_000),
    } as Parameters<Db['oauthRequest']['create']>[0]['data'],
  })

export const startAuthorization = operation({
  name: 'startAuthorization',
  summary:
    'Asks for access to an organization. The call needs no credentials. It answers the address of a page on which ' +
    'somebody who has access allows or refuses it. PKCE with S256 is required.',
  scope: 'anyone',
  writes: true,
  input: z
    .strictObject({
      clientName: clientName.optional().describe('What the program calls itself. Required without `clientId`.'),
      clientId: clientId.optional().describe('The registered client, if the program is registered.'),
      scopes: scopeList
        .optional()
        .describe(
          'Scopes to ask for. Required without `clientId`. Of a registered client by default those for reading.',
        ),
      codeChallenge: codeChallenge.describe('SHA-256 of the verifier, in base64url without padding.'),
      codeChallengeMethod: oneOf('CodeChallengeMethod', { S256: 'The challenge is the SHA-256 of the verifier.' })
        .default('S256')
        .describe('How the challenge was made: `S256`. `plain` is refused.'),
      redirectUri: redirectUri
        .nullish()
        .describe('Where the outcome is told. When absent, the page shows a code to copy.'),
      state: z.string().max(1_000).nullish().describe('Returned with the outcome as it is.'),
      offline: z.boolean().optional().describe('Whether the token can be renewed.'),
    })
    .meta({
      examples: [
        {
          clientName: 'Ledger Agent',
          scopes: ['send', 'documents.read'],
          codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          redirectUri: 'http://127.0.0.1:8123/callback',
          state: 'af0ifjsldkj',
        },
      ],
    }),
  errors: ['MISSING_FIELD', 'RATE_LIMITED'],
  prepare(call, { clientId, scopes }) {
    // Standard clients, which are registered, leave it out (RFC 6749, 3.3).
    if (clientId === undefined && scopes === undefined)
      throw refusal('MISSING_FIELD', 'scopes', 'This field is required.')
    return limitByHour(call, 'oauth-authorize', PER_ADDRESS_AND_HOUR)
  },
  async run(run, { scopes = usualScopes, codeChallenge, redirectUri = null, state = null, ...client }) {
    const asking = await askingClient(run, { ...client, redirectUri })
    const { id } = await storeRequest(run, { ...asking, scopes, codeChallenge, redirectUri, state })
    return {
      requestId: id,
      requestUri: REQUEST_URI + id,
      consentUrl: `${run.site.baseUrl}/oauth/consent/${id}`,
      expiresIn: CONSENT_SECONDS,
    }
  },
})
