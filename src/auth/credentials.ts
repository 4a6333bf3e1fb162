import { askingTogether } from '../kernel/database/grouped.ts'
import type { Client } from '../kernel/database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Actor } from './actor.ts'
import { hashOfKey } from './bearer-key.ts'
import { type SharedLimit, sharedLimitsOf } from './key-line.ts'
import { plans } from './plans.ts'
import type { Scope } from './scopes.ts'

/** The longest time until every instance has seen a revocation, should the wake-up be lost. */
const FRESH_MS = 5_000
const MOST_CACHED = 50_000

export const withKey = {
  key: {
    include: { organization: true, company: { select: { suspendedAt: true, requestsPerMinute: true } } },
  },
} as const satisfies Prisma.ApiKeyHashInclude
type StoredKey = Prisma.ApiKeyHashGetPayload<{ include: typeof withKey }>['key']
interface KeyRecord extends StoredKey {
  sharedLimits: readonly SharedLimit[]
}

interface CachedKey {
  /** The look-up, which may still be under way. */
  found: Promise<KeyRecord | null>
  record?: KeyRecord | null
  /** Undefined until the key is found: any organization that is forgotten meanwhile may be its own. */
  organizationId?: string | null
  at: number
}

/**
 * Looks keys up by the hash of their value, once for all who ask at the same time, and caches them for a few seconds.
 */
export interface KeyRing {
  /** `beforeLookUp` may refuse to look up a key that this process has not found before. */
  actorOf(key: string, beforeLookUp?: () => void): Promise<Actor>
  /** The same for a key that was found a moment ago; undefined for any other. */
  knownActor(key: string): Actor | undefined
  /** Looks the keys of an organization up anew: after a revocation, or another change that counts at once. */
  forget(organizationId: string): void
}

export const keyRing = (client: Client, clock: Clock, testDeployment: boolean): KeyRing => {
  const known = new Map<string, CachedKey>()

  const withLimits = async (key: StoredKey): Promise<KeyRecord> => ({
    ...key,
    sharedLimits: await sharedLimitsOf(client, key),
  })

  const keyBehind = askingTogether<string, KeyRecord | null>({
    async alone(hash) {
      const found = await client.apiKeyHash.findFirst({ where: { hash }, include: withKey })
      return found && withLimits(found.key)
    },
    async together(hashes) {
      const rows = await client.apiKeyHash.findMany({ where: { hash: { in: [...hashes] } }, include: withKey })
      const keys = new Map(await Promise.all(rows.map(async ({ hash, key }) => [hash, await withLimits(key)] as const)))
      return hashes.map((hash) => keys.get(hash) ?? null)
    },
  })

  const lookUp = (hash: string): Promise<KeyRecord | null> => {
    const found = keyBehind(hash)
    const cached: CachedKey = { found, at: performance.now() }
    if (known.size >= MOST_CACHED) known.clear()
    known.set(hash, cached)
    void found.then(
      (record) => Object.assign(cached, { record, organizationId: record?.organizationId ?? null }),
      // After a failure the next request looks the key up again.
      () => known.get(hash) === cached && known.delete(hash),
    )
    return found
  }

  const find = (hash: string, beforeLookUp: () => void = () => undefined): Promise<KeyRecord | null> => {
    const cached = known.get(hash)
    if (cached && performance.now() - cached.at < FRESH_MS) return cached.found
    if (typeof cached?.organizationId !== 'string') beforeLookUp()
    return lookUp(hash)
  }

  const actorFor = (record: KeyRecord | null): Actor => {
    if (!record || record.testMode !== testDeployment) throw new AppError('INVALID_TOKEN')
    return actorOfKey(record, clock.now())
  }

  return {
    actorOf: async (key, beforeLookUp) => actorFor(await find(hashOfKey(key), beforeLookUp)),
    knownActor(key) {
      const cached = known.get(hashOfKey(key))
      return cached?.record && performance.now() - cached.at < FRESH_MS ? actorFor(cached.record) : undefined
    },
    forget(organizationId) {
      for (const [hash, cached] of known)
        if (cached.organizationId === undefined) known.delete(hash)
        // It is looked up anew, and who comes with it is still no stranger.
        else if (cached.organizationId === organizationId) cached.at = Number.NEGATIVE_INFINITY
    },
  }
}

/** Why nobody comes in with the key, for good or for the moment. */
export const refusalOfKey = (
  { revokedAt, expiresAt, organization, company }: StoredKey,
  now: Date,
): AppError | undefined => {
  if (revokedAt) return new AppError('REVOKED_KEY')
  if (expiresAt && expiresAt <= now) return new AppError('EXPIRED_TOKEN', { message: 'The API key has expired.' })
  if (organization.expiresAt && organization.expiresAt <= now)
    return new AppError('EXPIRED_TOKEN', {
      message: 'The sandbox organization has expired. Create a new one with `POST /v1/sandbox/bootstrap`.',
    })
  return company?.suspendedAt ? new AppError('COMPANY_SUSPENDED') : undefined
}

export const actorOfKey = (record: StoredKey & Partial<KeyRecord>, now: Date): Actor => {
  const refusal = refusalOfKey(record, now)
  if (refusal) throw refusal
  const { organization } = record
  const allowed = plans[organization.plan].requestsPerMinute
  return {
    kind: 'key',
    organizationId: record.organizationId,
    companyId: record.companyId,
    keyId: record.id,
    keyType: record.type,
    // What an agent has made is no more than the agent.
    isAgent: record.kind === 'agent' || record.parentKeyId !== null,
    userId: null,
    email: null,
    organizationIds: [record.organizationId],
    roles: [],
    isAdmin: false,
    scopes: new Set(record.scopes as Scope[]),
    testMode: record.testMode,
    plan: organization.plan,
    documentsPerMonth: record.documentsPerMonth,
    allowedNetworks: record.allowedNetworks,
    companyRequestsPerMinute: record.company?.requestsPerMinute ?? null,
    requestsPerMinute: Math.min(allowed, record.rateLimit ?? allowed),
    hasOwnRate: record.rateLimit !== null,
    sharedLimits: record.sharedLimits ?? [],
    rateLimitedUntil: organization.rateLimitedUntil,
    expiresAt: record.expiresAt,
    caller: record.id,
    repeatsAs: record.id,
    label: record.name,
  }
}
