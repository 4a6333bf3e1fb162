import { z } from 'zod'
import { scopeList } from '../keys/key-input.ts'
import { operation } from '../operation/operation.ts'
import { limitByHour } from './guesses.ts'
import { clientId, clientName } from './oauth-input.ts'
import { newSecret, newUserCode } from './secrets.ts'
import { CONSENT_SECONDS, askingClient, storeRequest, usualScopes } from './start-authorization.ts'

const PER_ADDRESS_AND_HOUR = 120
/** How often a device may ask whether it was let in. */
export const POLL_SECONDS = 5

export const startDeviceAuthorization = operation({
  name: 'startDeviceAuthorization',
  summary:
    'Asks for access for a program without a browser (RFC 8628). The call needs no credentials. It answers a code ' +
    'that a person types at the address that is answered too.',
  scope: 'anyone',
  writes: true,
  input: z
    .strictObject({
      clientName: clientName.optional().describe('What the program calls itself. Required without `clientId`.'),
      clientId: clientId.optional().describe('The registered client, if the program is registered.'),
      scopes: scopeList.optional().describe('Scopes to ask for. By default, those for reading.'),
      offline: z.boolean().optional().describe('Whether the token can be renewed.'),
    })
    .meta({ examples: [{ clientName: 'Command line', scopes: ['send', 'documents.read'] }] }),
  errors: ['RATE_LIMITED'],
  prepare: (call) => limitByHour(call, 'oauth-device', PER_ADDRESS_AND_HOUR),
  async run(run, { scopes = usualScopes, ...client }) {
    const asking = await askingClient(run, client)
    const { value: deviceCode, hash: deviceHash } = newSecret('device')
    const userCode = newUserCode()
    await storeRequest(run, { ...asking, scopes, deviceHash, userCode })
    const verificationUri = `${run.site.baseUrl}/oauth/device`
    return {
      deviceCode,
      userCode,
      verificationUri,
      verificationUriComplete: `${verificationUri}?user_code=${userCode}`,
      expiresIn: CONSENT_SECONDS,
      interval: POLL_SECONDS,
    }
  },
})
