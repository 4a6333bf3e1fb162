/** Who started what goes on without a request: kept with it, and judged again whenever it goes on. */
import type { KeyType } from '../generated/prisma/enums.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type Actor, publicActor } from './actor.ts'
import { actorOfKey, withKey } from './credentials.ts'
import type { OrganizationDirectory } from './organizations.ts'
import { plans } from './plans.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

/** As JSON. */
interface KeptCaller {
  companyId: string | null
  keyId: string | null
  keyType: KeyType | null
  userId: string | null
  email: string | null
  roles: readonly Role[]
  isAdmin: boolean
  scopes: readonly Scope[]
  testMode: boolean
  caller: string
  repeatsAs: string
  label: string
}

export const keepCaller = (actor: Actor): KeptCaller => {
  const { companyId, keyId, keyType, userId, email, roles, isAdmin, testMode, caller, repeatsAs, label } = actor
  return {
    companyId,
    keyId,
    keyType,
    userId,
    email,
    roles,
    isAdmin,
    testMode,
    caller,
    repeatsAs,
    label,
    scopes: [...actor.scopes],
  }
}

/**
 * The caller as of now. A key that was revoked or has expired does nothing more. A token lives for minutes, so what its
 * user has started goes on with the rights that the user had.
 */
export const keptCaller = async (
  { db, clock }: Pick<OrganizationDirectory, 'db' | 'clock'>,
  organizationId: string,
  stored: unknown,
): Promise<Actor> => {
  const kept = stored as KeptCaller
  const { companyId, keyId, caller, repeatsAs } = kept
  if (keyId !== null) {
    const where = { organizationId_id: { organizationId, id: keyId } }
    const record = await db.client.apiKey.findUnique({ where, ...withKey.key })
    if (!record) throw new AppError('INVALID_TOKEN')
    return { ...actorOfKey(record, clock.now()), companyId, repeatsAs }
  }
  const { plan } = await db.client.organization.findUniqueOrThrow({ where: { id: organizationId } })
  return {
    ...kept,
    kind: 'user',
    isAgent: false,
    organizationId,
    organizationIds: [organizationId],
    scopes: new Set(kept.scopes),
    plan,
    requestsPerMinute: plans[plan].requestsPerMinute,
    rateLimitedUntil: null,
    expiresAt: null,
    caller,
  }
}

interface KeptReader {
  organizationId: string
  companyId: string | null
  id: string
  scopes: readonly string[]
}

/** Something that reads by itself, such as a webhook, with the scopes of who has made it. */
export const keptReader = ({ organizationId, companyId, id, scopes }: KeptReader, testMode: boolean): Actor => ({
  ...publicActor(id, testMode),
  kind: 'key',
  organizationId,
  companyId,
  organizationIds: [organizationId],
  scopes: new Set(scopes as readonly Scope[]),
  caller: id,
  repeatsAs: id,
  label: id,
})
