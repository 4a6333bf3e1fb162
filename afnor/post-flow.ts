/** The callbacks of `/afnor`: the flow as it is read at the door, signed and authenticated as its receiver wants it. */
import { EndpointFailure } from '../src/engine/webhooks/endpoints.ts'
import { USER_AGENT_HEADER, type WebhookTarget, attemptAt } from '../src/engine/webhooks/post.ts'
import { sealContext } from '../src/engine/webhooks/secrets.ts'
import { signFlow } from '../src/engine/webhooks/sign-flow.ts'
import type { Platform } from '../src/operation/platform.ts'
import type { FlowPosting } from '../src/webhooks/deliver-event.ts'
import { type Callback, openCallback } from '../src/webhooks/flow-webhook.ts'
import { readFlow } from '../src/flows/read-flow.ts'
import { flowOf } from './shapes.ts'

interface Token {
  value: string
  until: number
}

/** Tokens by what they were fetched with, in the memory of the process. */
const tokens = new Map<string, Token>()
const MOST_TOKENS = 1_000
const TOKEN_BYTES = 32_768
/** A token is not used in its last moments. */
const MARGIN_MS = 30_000
const USUAL_SECONDS = 300

const fetchToken = async (
  platform: Platform,
  authentication: NonNullable<Callback['authentication']>,
  signal: AbortSignal,
): Promise<Token> => {
  const { tokenUrl = '', clientId = '', clientSecret = '' } = authentication
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'application/json',
    ...USER_AGENT_HEADER,
  }
  const { endpoints } = platform.sender
  const { status, response } = await endpoints.post(tokenUrl, headers, body.toString(), signal, TOKEN_BYTES)
  if (status !== 200) throw new EndpointFailure(`No token: ${new URL(tokenUrl).host} answered ${status}.`)
  try {
    const { access_token: value, expires_in: seconds = USUAL_SECONDS } = JSON.parse(response) as Record<string, unknown>
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) throw new Error('no token')
    return { value, until: platform.clock.now().getTime() + Number(seconds) * 1_000 - MARGIN_MS }
  } catch {
    throw new EndpointFailure(`No token: ${new URL(tokenUrl).host} answered no access_token.`)
  }
}

const authorizationOf = async (
  platform: Platform,
  { id }: WebhookTarget,
  authentication: Callback['authentication'],
  signal: AbortSignal,
): Promise<Record<string, string>> => {
  if (!authentication) return {}
  if (authentication.authType === 'BASIC') {
    const { userId = '', userPassword = '' } = authentication
    return { Authorization: `Basic ${Buffer.from(`${userId}:${userPassword}`).toString('base64')}` }
  }
  const name = JSON.stringify([id, authentication])
  const known = tokens.get(name)
  const isFresh = known !== undefined && known.until > platform.clock.now().getTime()
  const token = isFresh ? known : await fetchToken(platform, authentication, signal)
  if (tokens.size >= MOST_TOKENS) tokens.clear()
  tokens.set(name, token)
  return { Authorization: `Bearer ${token.value}` }
}

/** A token that the receiver no longer takes is forgotten, so that the next attempt fetches another. */
const forgetToken = ({ id }: WebhookTarget, { authentication }: Callback): void =>
  void tokens.delete(JSON.stringify([id, authentication]))

export const postFlow: FlowPosting = async (platform, target, delivery, now, signal) => {
  const flow = await readFlow(platform, target.organizationId, delivery.eventId)
  if (!flow) return null
  const callback = openCallback(platform.secretBox, target)
  const body = JSON.stringify(flowOf(callback.edition === 'v1.3' ? '1.3' : '1.2')(flow))
  const epoch = Math.floor(now.getTime() / 1_000)
  const own = { algo: 'HS256' as const, key: platform.secretBox.open(target.secret, sealContext(target)).toString() }
  const { algo, key } = callback.signature ?? own
  return attemptAt(delivery.attempts + 1, now, async () => {
    const headers = {
      ...Object.fromEntries(callback.headers.map(({ headerName, headerValue }) => [headerName, headerValue])),
      ...(await authorizationOf(platform, target, callback.authentication, signal)),
      'Content-Type': 'application/json',
      ...USER_AGENT_HEADER,
      'Afnor-Signature': signFlow(body, epoch, algo, key),
      'Afnor-Signature-Timestamp': String(epoch),
      'X-Service-Delivery': delivery.id,
    }
    const answer = await platform.sender.endpoints.post(target.url, headers, body, signal)
    if (answer.status === 401) forgetToken(target, callback)
    return answer
  })
}
