import { z } from 'zod'
import { refusal } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { limitByHour } from './guesses.ts'
import { clientName, redirectUri } from './oauth-input.ts'
import { hostOf } from './redirects.ts'

const PER_ADDRESS_AND_HOUR = 60
const MOST_REDIRECTS = 10
const GRANTS = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']

export const registerOauthClient = operation({
  name: 'registerOauthClient',
  summary:
    'Registers a program that asks for access (RFC 7591). The call needs no credentials. The program is public: it ' +
    'has no secret, and proves itself by PKCE.',
  scope: 'anyone',
  writes: true,
  input: z
    .strictObject({
      clientName: clientName
        .optional()
        .describe(
          'What the program calls itself. It is shown to whoever decides. By default, the host of its address.',
        ),
      redirectUris: z
        .array(redirectUri)
        .max(MOST_REDIRECTS)
        .default([])
        .describe(
          'Addresses at which it is told the outcome: https, http on the own machine with any port, or the scheme of an ' +
            'app, which is a domain in reverse: `com.example.app:/callback`.',
        ),
      grantTypes: z
        .array(z.string().max(100))
        .max(10)
        .default(['authorization_code'])
        .describe('How it gets tokens. With `refresh_token`, its tokens can be renewed.'),
      tokenEndpointAuthMethod: z
        .string()
        .max(40)
        .optional()
        .describe('How it proves itself at the token endpoint. Only `none` is supported, and is always answered.'),
    })
    .meta({ examples: [{ clientName: 'Ledger Agent', redirectUris: ['https://app.example.com/callback'] }] }),
  errors: ['RATE_LIMITED'],
  prepare: (call) => limitByHour(call, 'oauth-register', PER_ADDRESS_AND_HOUR),
  async run({ db, now }, { clientName, redirectUris, grantTypes }) {
    if (grantTypes.includes('authorization_code') && redirectUris.length === 0)
      throw refusal('INVALID_REQUEST', 'redirectUris', 'At least one address is required.')
    if (clientName === undefined && redirectUris.length === 0)
      throw refusal('MISSING_FIELD', 'clientName', 'This field is required.')
    const client = await db.oauthClient.create({
      data: {
        id: newId('oauthClient'),
        name: clientName ?? hostOf(redirectUris[0] ?? ''),
        redirectUris,
        refreshes: grantTypes.includes('refresh_token'),
        createdAt: now,
      },
    })
    return { ...client, grantTypes: GRANTS.filter((one) => grantTypes.includes(one)) }
  },
})
