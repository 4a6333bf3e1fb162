/** People who sign in with the identity provider: OpenID Connect, code flow with PKCE. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'

const TIMEOUT_MS = 5_000

export interface ProviderClient {
  issuer: string
  audience: string
  clientId: string
  clientSecret: string | undefined
  redirectUri: string
}

const unavailable = (cause?: unknown): AppError =>
  new AppError('UPSTREAM_UNAVAILABLE', { message: 'The identity provider does not answer.', retryAfter: 5, cause })

const discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url() })
const tokenAnswer = z.object({ access_token: z.string().min(1) })

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '')

const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  } catch (error) {
    throw unavailable(error)
  }
}

const discover = async ({ issuer }: ProviderClient): Promise<z.output<typeof discovery>> => {
  const answer = await ask(`${withoutSlash(issuer)}/.well-known/openid-configuration`)
  const found = discovery.safeParse(await answer.json().catch(() => undefined))
  if (!answer.ok || !found.success || withoutSlash(found.data.issuer) !== withoutSlash(issuer)) throw unavailable()
  return found.data
}

/** A sign-in that begins: where the browser goes, and what is kept until it comes back. */
export const beginLogin = async (
  client: ProviderClient,
): Promise<{ address: string; state: string; verifier: string }> => {
  const { authorization_endpoint } = await discover(client)
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')]
  const address = new URL(authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: 'openid email',
    audience: client.audience,
    // Providers that follow RFC 8707 know no other name for it, and take an address only.
    ...(URL.canParse(client.audience) && { resource: client.audience }),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { address: address.href, state, verifier }
}

/** The access token of somebody who has signed in; undefined where the provider refuses the code. */
export const finishLogin = async (
  client: ProviderClient,
  code: string,
  verifier: string,
): Promise<string | undefined> => {
  const { token_endpoint } = await discover(client)
  const { clientId, clientSecret, redirectUri } = client
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(clientSecret === undefined && { client_id: clientId }),
  })
  const proof = [clientId, clientSecret ?? ''].map(encodeURIComponent).join(':')
  const answer = await ask(token_endpoint, {
    method: 'POST',
    body,
    ...(clientSecret !== undefined && { headers: { authorization: `Basic ${Buffer.from(proof).toString('base64')}` } }),
  })
  if (answer.status >= 500) throw unavailable()
  const token = tokenAnswer.safeParse(await answer.json().catch(() => undefined))
  return answer.ok && token.success ? token.data.access_token : undefined
}
