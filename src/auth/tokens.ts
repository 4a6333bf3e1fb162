import { createHash } from 'node:crypto'
import { type JWTPayload, type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { AppError } from '../kernel/errors/app-error.ts'

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const MOST_CACHED = 10_000
/** A token with an unknown key id makes us ask for the keys again, at most this often. */
const KEYS_COOLDOWN_MS = 30_000

export interface VerifiedToken {
  subject: string
  email: string | null
  /** Organization id → permissions, in the order of the claim. */
  permissions: ReadonlyMap<string, readonly string[]>
  expiresAt: Date | null
}

export interface TokenVerifier {
  verify(token: string, now: Date): Promise<VerifiedToken>
}

/** What is wrong with the answers of the identity provider, and not with the token. */
const isOfProvider = (error: errors.JOSEError): boolean =>
  error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === errors.JOSEError.code

/** Verifies tokens of the identity provider against its published keys. */
export const tokenVerifier = (issuer: string, audience: string): TokenVerifier => {
  const verified = new Map<string, VerifiedToken>()
  let keys: Promise<JWTVerifyGetKey> | undefined

  const discover = async (): Promise<JWTVerifyGetKey> => {
    const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(5_000),
      redirect: 'error',
    })
    if (!answer.ok)
      throw new AppError('UPSTREAM_UNAVAILABLE', { message: 'The identity provider does not answer.', retryAfter: 5 })
    const { jwks_uri } = (await answer.json()) as { jwks_uri: string }
    return createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: KEYS_COOLDOWN_MS, timeoutDuration: 5_000 })
  }

  const check = async (token: string, now: Date): Promise<VerifiedToken> => {
    keys ??= discover()
    try {
      const { payload } = await jwtVerify(token, await keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        currentDate: now,
        requiredClaims: ['sub', 'exp'],
      })
      return readClaims(payload)
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new AppError('EXPIRED_TOKEN', { cause: error })
      if (error instanceof errors.JOSEError && !isOfProvider(error))
        throw new AppError('INVALID_TOKEN', { cause: error })
      if (error instanceof AppError && error.code === 'INVALID_TOKEN') throw error
      keys = undefined
      throw new AppError('UPSTREAM_UNAVAILABLE', {
        message: 'The identity provider does not answer.',
        retryAfter: 5,
        cause: error,
      })
    }
  }

  return {
    async verify(token, now) {
      const hash = createHash('sha256').update(token).digest('base64')
      const known = verified.get(hash)
      if (known) {
        if (known.expiresAt && known.expiresAt <= now) throw new AppError('EXPIRED_TOKEN')
        return known
      }
      const result = await check(token, now)
      if (verified.size >= MOST_CACHED) verified.clear()
      verified.set(hash, result)
      return result
    },
  }
}

const readClaims = (payload: JWTPayload): VerifiedToken => {
  const claim = payload['_permissions']
  if (typeof claim !== 'object' || claim === null || Array.isArray(claim) || Object.keys(claim).length === 0)
    throw new AppError('INVALID_TOKEN', { message: 'The token carries no `_permissions`.' })
  const permissions = new Map<string, readonly string[]>()
  for (const [organizationId, granted] of Object.entries(claim))
    permissions.set(organizationId, Array.isArray(granted) ? granted.map(String) : [])
  return {
    subject: String(payload.sub),
    email: typeof payload['email'] === 'string' ? payload['email'] : null,
    permissions,
    expiresAt: payload.exp === undefined ? null : new Date(payload.exp * 1000),
  }
}
