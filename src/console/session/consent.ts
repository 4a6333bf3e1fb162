/** Signing in by the consent page of the deployment, as its own public client: a code with PKCE, and a token that is renewed. */
import { AskConsentDocument, EndTokenDocument, GetTokenDocument, type ExchangeTokenInput } from '#operations'
import { ask } from '../data/ask.ts'
import { msFromNow, msUntil } from '../data/clock.ts'
import { type Access, base64url, randomText, session } from './session.ts'

const CLIENT = 'console'
const ASKED = 'asked'
/** Long enough for what is under way with the old token. */
const MARGIN_MS = 60_000

/** What this tab asked for: the secret that fits the code, and where somebody wanted to go. */
interface Asked {
  state: string
  verifier: string
  path: string
}
export interface Answer {
  code: string | null
  verifier: string
}

const here = (): string => `${location.origin}/console/`

/** Only by https, or on the own machine, is there what the challenge is computed with. */
export const canAskConsent = window.isSecureContext

const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/** Leaves for the consent page, which is on this very host. */
export const askConsent = async (): Promise<never> => {
  const asked: Asked = { state: randomText(), verifier: randomText(), path: location.pathname + location.search }
  const input = {
    clientId: CLIENT,
    scopes: ['ALL' as const],
    codeChallenge: await challengeOf(asked.verifier),
    redirectUri: here(),
    state: asked.state,
  }
  const { startAuthorization } = await ask(null, AskConsentDocument, { input })
  if (!startAuthorization?.requestId) throw new Error(startAuthorization?.refusal?.message ?? '')
  sessionStorage.setItem(ASKED, JSON.stringify(asked))
  location.assign(`/oauth/consent/${startAuthorization.requestId}?lang=${document.documentElement.lang}`)
  return new Promise(() => {})
}

/** The answer in the address, which leaves it and the history before anything is asked. Only what this tab asked for counts. */
export const takeAnswer = (): Answer | null => {
  const given = new URLSearchParams(location.search)
  const state = given.get('state')
  if (state === null || !(given.has('code') || given.has('error'))) return null
  const kept = sessionStorage.getItem(ASKED)
  sessionStorage.removeItem(ASKED)
  const asked = kept === null ? undefined : (JSON.parse(kept) as Asked)
  history.replaceState(null, '', asked?.path ?? '/console/')
  const isOurs = asked?.state === state
  return { code: isOurs ? given.get('code') : null, verifier: asked?.verifier ?? '' }
}

const tokenBy = async (input: ExchangeTokenInput): Promise<Access | undefined> => {
  const { exchangeToken } = await ask(null, GetTokenDocument, { input: { ...input, clientId: CLIENT } })
  const { accessToken, refreshToken, expiresIn } = exchangeToken ?? {}
  if (!accessToken) return undefined
  return { key: accessToken, ...(refreshToken && { refreshToken }), endsAt: msFromNow(1_000 * (expiresIn ?? 0)) }
}

export const redeemCode = ({ code, verifier }: Answer): Promise<Access | undefined> =>
  code === null
    ? Promise.resolve(undefined)
    : tokenBy({ grantType: 'AUTHORIZATION_CODE', code, codeVerifier: verifier, redirectUri: here() })

/**
 * A tab that was duplicated has the same refresh token, and one that is shown twice ends the access of both. So the tab that
 * holds this lock renews, and the other signs in again.
 */
const owns = (id: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(`session ${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => {})
    })
  })

let owned: { id: string; isOurs: Promise<boolean> } | undefined
const isOurs = (id: string): Promise<boolean> => {
  if (owned?.id !== id) owned = { id, isOurs: owns(id) }
  return owned.isOurs
}

let renewing: Promise<void> | undefined

const renew = async (refreshToken: string): Promise<void> => {
  const access = await tokenBy({ grantType: 'REFRESH_TOKEN', refreshToken })
  if (access) session.renew(access)
  else session.end()
}

/** Before anything is asked: a token that ends soon is renewed, once for all that wait for it. */
export const fresh = async (): Promise<void> => {
  const { held } = session
  if (held?.refreshToken === undefined || held.endsAt === undefined) return
  const mayRenew = await isOurs(held.id)
  if (!mayRenew || msUntil(held.endsAt) > MARGIN_MS) return
  renewing ??= renew(held.refreshToken).finally(() => (renewing = undefined))
  await renewing
}

/** What was given by consent ends with the session; a key stays. */
export const signOut = (): void => {
  const { held } = session
  session.signOut()
  if (held?.endsAt !== undefined) void ask(null, EndTokenDocument, { token: held.key }).catch(() => {})
}
