import type { Client } from '../kernel/database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Actor } from './actor.ts'
import { hashOfKey } from './bearer-key.ts'
import { plans } from './plans.ts'
import type { Scope } from './scopes.ts'

/** Longest time until every instance has seen a revocation. */
const FRESH_MS = 5_000
const MOST_CACHED = 50_000

const withKey = { key: { include: { organization: true } } } as const satisfies Prisma.ApiKeyHashInclude
type KeyRecord = Prisma.ApiKeyHashGetPayload<{ include: typeof withKey }>['key']

/** A key that is being looked up, or was. Whose it is, is not known before: what is forgotten meanwhile may be its organization. */
interface Remembered {
  found: Promise<KeyRecord | null>
  organizationId?: string | null
  at: number
}

/** Looks keys up by the hash of their value, once for all who ask at the same time, and remembers what it found for a few seconds. */
export interface KeyRing {
  actorOf(key: string): Promise<Actor>
  /** Drops what is remembered of an organization: after a revocation, or another change that counts at once. */
  forget(organizationId: string): void
}

export const keyRing = (client: Client, clock: Clock, testDeployment: boolean): KeyRing => {
  const known = new Map<string, Remembered>()

  const lookUp = (hash: string): Promise<KeyRecord | null> => {
    const found = client.apiKeyHash.findUnique({ where: { hash }, include: withKey }).then((row) => row?.key ?? null)
    const remembered: Remembered = { found, at: performance.now() }
    if (known.size >= MOST_CACHED) known.clear()
    known.set(hash, remembered)
    void found.then(
      (record) => void (remembered.organizationId = record?.organizationId ?? null),
      // What could not be looked up is looked up again.
      () => known.get(hash) === remembered && known.delete(hash),
    )
    return found
  }

  const find = (hash: string): Promise<KeyRecord | null> => {
    const remembered = known.get(hash)
    return remembered && performance.now() - remembered.at < FRESH_MS ? remembered.found : lookUp(hash)
  }

  return {
    async actorOf(key) {
      const record = await find(hashOfKey(key))
      if (!record || record.testMode !== testDeployment) throw new AppError('INVALID_TOKEN')
      if (record.revokedAt) throw new AppError('REVOKED_KEY')
      const now = clock.now()
      if (record.expiresAt && record.expiresAt <= now)
        throw new AppError('EXPIRED_TOKEN', { message: 'The API key has expired.' })
      if (record.organization.expiresAt && record.organization.expiresAt <= now)
        throw new AppError('EXPIRED_TOKEN', { message: 'The sandbox organization has expired; bootstrap a new one.' })
      return actorOfKey(record)
    },
    forget(organizationId) {
      for (const [hash, remembered] of known)
        if (remembered.organizationId === undefined || remembered.organizationId === organizationId) known.delete(hash)
    },
  }
}

const actorOfKey = (record: KeyRecord): Actor => {
  const { organization } = record
  const allowed = plans[organization.plan].requestsPerMinute
  return {
    kind: 'key',
    organizationId: record.organizationId,
    companyId: record.companyId,
    keyId: record.id,
    keyType: record.type,
    userId: null,
    email: null,
    organizationIds: [record.organizationId],
    permissions: [],
    scopes: new Set(record.scopes as Scope[]),
    testMode: record.testMode,
    plan: organization.plan,
    requestsPerMinute: Math.min(allowed, record.rateLimit ?? allowed),
    rateLimitedUntil: organization.rateLimitedUntil,
    expiresAt: record.expiresAt,
    caller: record.id,
    label: record.name,
  }
}
