import { createHash } from 'node:crypto'
import {
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  createRemoteJWKSet,
  errors,
  jwtVerify,
} from 'jose'
import { AppError } from '../kernel/errors/app-error.ts'
import { isStorable, storable } from '../values/text.ts'
import { entriesAsWritten } from './claim-order.ts'
import { type PlanClaim, plansIn } from './plan-claim.ts'
import { type Rights, ownerRights, rightsOf } from './roles.ts'
import { isObject } from '../values/is-object.ts'

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const MOST_CACHED = 10_000
/** A token with an unknown key id makes us fetch the keys again, at most this often. */
const KEYS_COOLDOWN_MS = 30_000
const PROVIDER_TIMEOUT_MS = 5_000

export interface VerifiedToken {
  subject: string
  email: string | null
  /** Organization id → what the user may do there, in the order of the claim. */
  rights: ReadonlyMap<string, Rights>
  /** Organization id → what its plan is. */
  plans: ReadonlyMap<string, PlanClaim>
  /** Null where the token does not say. */
  issuedAt: Date | null
  expiresAt: Date | null
}

export interface TokenVerifier {
  verify(token: string, now: Date): Promise<VerifiedToken>
}

/** Whether the identity provider is at fault, and not the token. */
const isOfProvider = (error: errors.JOSEError): boolean =>
  error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === errors.JOSEError.code

const unavailable = (cause?: unknown): AppError =>
  new AppError('UPSTREAM_UNAVAILABLE', { message: 'The identity provider does not answer.', retryAfter: 5, cause })

/** Hears of a token that comes for the first time: it tells what its person may do now, which may be nothing. */
type Listener = (token: VerifiedToken) => Promise<void>

/** Verifies tokens of the identity provider against its published keys. */
export const tokenVerifier = (issuer: string, audience: string, listener: Listener): TokenVerifier =>
  new ProviderTokens({ issuer, audience, algorithms: ALGORITHMS, requiredClaims: ['sub', 'exp'] }, listener)

const withoutPermissions = (): AppError =>
  new AppError('INVALID_TOKEN', { message: 'The token has no claim `_permissions`.' })

class ProviderTokens implements TokenVerifier {
  readonly #options: JWTVerifyOptions & { issuer: string }
  /** What was verified, by the hash of the token. */
  readonly #verified = new Map<string, VerifiedToken>()
  #keys: Promise<JWTVerifyGetKey> | undefined

  readonly #listener: Listener

  constructor(options: JWTVerifyOptions & { issuer: string }, listener: Listener) {
    this.#options = options
    this.#listener = listener
  }

  async verify(token: string, now: Date): Promise<VerifiedToken> {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = this.#verified.get(hash)
    if (known) {
      if (known.expiresAt && known.expiresAt <= now) throw new AppError('EXPIRED_TOKEN')
      return known
    }
    const result = await this.#check(token, now)
    await this.#listener(result)
    if (result.rights.size === 0) throw withoutPermissions()
    if (this.#verified.size >= MOST_CACHED) this.#verified.clear()
    this.#verified.set(hash, result)
    return result
  }

  async #check(token: string, now: Date): Promise<VerifiedToken> {
    this.#keys ??= this.#discover()
    try {
      const { payload } = await jwtVerify(token, await this.#keys, { ...this.#options, currentDate: now })
      return readClaims(token, payload)
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new AppError('EXPIRED_TOKEN', { cause: error })
      if (error instanceof errors.JOSEError && !isOfProvider(error))
        throw new AppError('INVALID_TOKEN', { cause: error })
      if (error instanceof AppError && error.code === 'INVALID_TOKEN') throw error
      // The next token looks the keys up anew.
      this.#keys = undefined
      throw unavailable(error)
    }
  }

  /** Finds where the provider publishes its keys. */
  async #discover(): Promise<JWTVerifyGetKey> {
    const answer = await fetch(`${this.#options.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      redirect: 'error',
    })
    if (!answer.ok) throw unavailable()
    const { jwks_uri } = (await answer.json()) as { jwks_uri: string }
    return createRemoteJWKSet(new URL(jwks_uri), {
      cooldownDuration: KEYS_COOLDOWN_MS,
      timeoutDuration: PROVIDER_TIMEOUT_MS,
    })
  }
}

/** A list of words, one word, or something else, which lists nothing. */
const rightsIn = (granted: unknown): Rights =>
  Array.isArray(granted)
    ? rightsOf(granted.map(String))
    : typeof granted === 'string'
      ? rightsOf([granted])
      : ownerRights

/** OpenID Connect gives a subject so many characters. */
const LONGEST_SUBJECT = 255

/** It stands in rows that are written with those of others: what cannot be stored would keep all of them from it. */
const subjectOf = ({ sub }: JWTPayload): string => {
  const subject = String(sub)
  if (isStorable(subject) && subject.length <= LONGEST_SUBJECT) return subject
  throw new AppError('INVALID_TOKEN', { message: 'The claim `sub` of the token is too long, or no text.' })
}

const PERMISSIONS = '_permissions'

const readClaims = (token: string, payload: JWTPayload): VerifiedToken => {
  const claim = payload[PERMISSIONS]
  if (!isObject(claim)) throw withoutPermissions()
  const granting = entriesAsWritten(token, PERMISSIONS, claim).filter(([, granted]) => granted !== false)
  const rights = new Map(granting.map(([id, granted]) => [id, rightsIn(granted)]))
  return {
    subject: subjectOf(payload),
    email: typeof payload['email'] === 'string' ? storable(payload['email']) : null,
    rights,
    plans: plansIn(payload['_plans']),
    issuedAt: payload.iat === undefined ? null : new Date(payload.iat * 1000),
    expiresAt: payload.exp === undefined ? null : new Date(payload.exp * 1000),
  }
}
