import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { requireNetwork } from '../auth/authenticate.ts'
import { requireSite } from '../auth/site.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { oneOf } from '../kernel/input.ts'
import { scopeList } from '../keys/key-input.ts'
import { type Preparation, type Run, operation } from '../operation/operation.ts'
import { grantForCode } from './grants/authorization-code.ts'
import { grantForClient } from './grants/client-credentials.ts'
import { grantForDevice } from './grants/device-code.ts'
import { grantForRefreshToken } from './grants/refresh-token.ts'
import { refuseGuesser } from './guesses.ts'
import { clientId, codeVerifier, secret } from './oauth-input.ts'
import type { Token } from './tokens.ts'

/** What each way is called in the standards. */
export const grantTypes = {
  authorization_code: 'A code that somebody allowed.',
  refresh_token: 'The refresh token that came with the last token.',
  device_code: 'The code of a program without a browser.',
  client_credentials: 'An API key: its id is the client, its value the secret.',
} as const

const input = z
  .strictObject({
    grantType: oneOf('OauthGrantType', grantTypes).describe('What is exchanged.'),
    code: secret.optional().describe('The code. Required for `authorization_code`.'),
    codeVerifier: codeVerifier.optional().describe('The verifier of PKCE. Required for `authorization_code`.'),
    refreshToken: secret.optional().describe('The refresh token. Required for `refresh_token`.'),
    deviceCode: secret.optional().describe('The code of the device. Required for `device_code`.'),
    clientId: clientId.optional().describe('The registered client; of `client_credentials` the id of the key.'),
    clientSecret: secret.optional().describe('Of `client_credentials`, the value of the key.'),
    redirectUri: z.string().max(2_000).nullish().describe('Checked against that of the request, when it is sent.'),
    scopes: scopeList.optional().describe('Fewer scopes, for `client_credentials`.'),
  })
  .meta({
    examples: [
      {
        grantType: 'authorization_code',
        code: 'oac_9aGZ0v0bX3Yk1c3mXQh1m0p2nJ6e4rT8uWqLsD5fVxA',
        codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
    ],
  })

type Input = z.output<typeof input>

const grants: Record<Input['grantType'], (run: Run, input: Input, client: Actor | undefined) => Promise<Token>> = {
  authorization_code: grantForCode,
  refresh_token: grantForRefreshToken,
  device_code: grantForDevice,
  client_credentials: grantForClient,
}

/** The key that proves itself by its id and its value. */
const clientOf = async (
  { platform, actor, site }: Preparation,
  { grantType, clientId, clientSecret }: Input,
): Promise<Actor | undefined> => {
  if (grantType !== 'client_credentials') return undefined
  if (clientId === undefined || clientSecret === undefined) throw new AppError('INVALID_CLIENT')
  const address = actor.address ?? actor.label
  try {
    const client = await platform.keys.actorOf(clientSecret, () => platform.strangers.refuse(address))
    if (client.keyId === clientId && !client.isAgent) {
      requireSite(site, client)
      requireNetwork(client, address)
      return client
    }
  } catch (error) {
    const isOfKey =
      error instanceof AppError && !['RATE_LIMITED', 'NETWORK_FORBIDDEN', 'DOMAIN_FORBIDDEN'].includes(error.code)
    if (!isOfKey) throw error
  }
  platform.strangers.note(address)
  throw new AppError('INVALID_CLIENT')
}

export const exchangeToken = operation({
  name: 'exchangeToken',
  summary:
    'Exchanges a code, a refresh token, a device code or an API key for an access token. The call needs no other ' +
    'credentials. A code works once; one that comes again ends the token that it gave.',
  scope: 'anyone',
  writes: true,
  input,
  errors: [
    'INVALID_GRANT',
    'INVALID_CLIENT',
    'AUTHORIZATION_PENDING',
    'SLOW_DOWN',
    'CONSENT_REFUSED',
    'CONSENT_EXPIRED',
    'CONFLICT',
    'INSUFFICIENT_SCOPE',
    'NETWORK_FORBIDDEN',
    'RATE_LIMITED',
  ],
  async prepare(call, input) {
    await refuseGuesser(call)
    return clientOf(call, input)
  },
  async run(run, input, client) {
    const token = await grants[input.grantType](run, input, client)
    return { ...token, tokenType: 'Bearer', scope: token.scopes.join(' ') }
  },
})
