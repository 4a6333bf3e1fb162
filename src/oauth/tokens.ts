/** What a grant gives: a key of an agent, and where it can be renewed, a refresh token. */
import type { Actor } from '../auth/actor.ts'
import { plans } from '../auth/plans.ts'
import { type Scope, covers } from '../auth/scopes.ts'
import { refuseLeft } from '../companies/company.ts'
import type { KeyType } from '../generated/prisma/enums.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { endKeys, endRows, issueAgentKey, renewAgentKey } from '../keys/agent-key.ts'
import type { OperationPlatform } from '../operation/platform.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import type { Run } from '../operation/operation.ts'
import { newSecret } from './secrets.ts'
import { DAY_MS } from '../values/dates.ts'

export interface Token {
  accessToken: string
  scopes: readonly Scope[]
  expiresIn: number
  organizationId: string
  companyId: string | null
  refreshToken: string | undefined
}

/** Somebody's permission, as consent, handoff or client keep it. */
export interface Permission {
  organizationId: string
  companyId: string | null
  name: string
  scopes: readonly string[]
  type: KeyType
  clientId: string | null
  parentKeyId: string | null
  allowedByUser: string | null
  /** What let the agent in ends then, and the agent with it. */
  latestEnd: Date | null
  renewable: boolean
}

export const invalidGrant = (message: string): AppError => new AppError('INVALID_GRANT', { message })

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one)

const endOf = ({ platform, now }: Run, ...ends: (Date | null)[]): Date =>
  ends.reduce(earlier, new Date(now.getTime() + platform.env.OAUTH_TOKEN_SECONDS * 1_000))

const noLimits = { rateLimit: null, documentsPerMonth: null, allowedNetworks: [] as string[], scopes: ['*'] }

/** A key that was revoked since lets nobody in any more; any other gives its own limits on. */
const limitsBy = async ({ db, now }: Run, organizationId: string, parentKeyId: string | null) => {
  if (parentKeyId === null) return { ...noLimits, expiresAt: null }
  const parent = await db.apiKey.findUnique({
    where: { organizationId_id: { organizationId, id: parentKeyId } },
    select: {
      revokedAt: true,
      expiresAt: true,
      rateLimit: true,
      documentsPerMonth: true,
      allowedNetworks: true,
      scopes: true,
    },
  })
  if (!parent || parent.revokedAt || (parent.expiresAt && parent.expiresAt <= now))
    throw invalidGrant('The key that gave the access has ended.')
  const { revokedAt: _none, ...limits } = parent
  return limits
}

/** A key may have lost scopes since it gave them on: whoever redeems then gets what is left. */
const stillHeld = (given: readonly Scope[], held: readonly Scope[]): Scope[] => {
  const most = new Set(held)
  const left = given.flatMap((scope) => (scope === '*' ? held : [scope])).filter((scope) => covers(most, scope))
  if (left.length === 0) throw invalidGrant('The key that gave the access has none of its scopes any more.')
  return left
}

/** Agents have a number of their own, so that they never take the keys of programs. */
const refuseMoreAgents = async ({ db, now }: Run, organizationId: string): Promise<void> => {
  const { plan } = await db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } })
  const most = plans[plan].keys
  await holdOrganization(db, organizationId)
  const where = { organizationId, kind: 'agent' as const, revokedAt: null, expiresAt: { gt: now } }
  if ((await db.apiKey.count({ where })) >= most)
    throw new AppError('CONFLICT', {
      message: `The organization has ${most} agents, which is the limit of the plan. Revoke one first.`,
    })
}

const newRefreshToken = async (run: Run, organizationId: string, keyId: string): Promise<string> => {
  const { value, hash } = newSecret('refresh')
  const expiresAt = new Date(run.now.getTime() + run.platform.env.OAUTH_REFRESH_DAYS * DAY_MS)
  await run.db.oauthRefreshToken.create({ data: { hash, organizationId, keyId, createdAt: run.now, expiresAt } })
  return value
}

const secondsUntil = (end: Date, now: Date): number => Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1_000))

export const issueToken = async (run: Run, permission: Permission): Promise<Token & { keyId: string }> => {
  const { latestEnd, renewable, ...asked } = permission
  const limitsOfParent = await limitsBy(run, asked.organizationId, asked.parentKeyId)
  const { expiresAt: endOfParent, scopes: held, ...limits } = limitsOfParent
  const grant = { ...asked, scopes: stillHeld(asked.scopes as Scope[], held as Scope[]) }
  if (grant.companyId !== null) await refuseLeft(run.db, grant.organizationId, grant.companyId)
  await refuseMoreAgents(run, grant.organizationId)
  const expiresAt = endOf(run, latestEnd, endOfParent)
  const testMode = run.platform.env.SERVICE_MODE === 'sandbox'
  const { id: keyId, key } = await issueAgentKey(run, { ...grant, ...limits, testMode, expiresAt })
  return {
    keyId,
    accessToken: key,
    scopes: grant.scopes,
    expiresIn: secondsUntil(expiresAt, run.now),
    organizationId: grant.organizationId,
    companyId: grant.companyId,
    refreshToken: renewable ? await newRefreshToken(run, grant.organizationId, keyId) : undefined,
  }
}

/** The same agent with a new token and a new refresh token; the old ones end. */
export const renewToken = async (run: Run, organizationId: string, keyId: string): Promise<Token> => {
  const key = await run.db.apiKey.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id: keyId } } })
  if (key.revokedAt) throw invalidGrant('The access has ended.')
  const { expiresAt: endOfParent } = await limitsBy(run, organizationId, key.parentKeyId)
  const expiresAt = endOf(run, endOfParent)
  return {
    accessToken: await renewAgentKey(run.db, key, expiresAt),
    scopes: key.scopes as Scope[],
    expiresIn: secondsUntil(expiresAt, run.now),
    organizationId,
    companyId: key.companyId,
    refreshToken: await newRefreshToken(run, organizationId, keyId),
  }
}

/** Ends an agent although the request that shows the need is refused: somebody has a secret that is not theirs. */
export const endAfterRefusal = (run: Run, organizationId: string | null, keyId: string | null): void => {
  if (organizationId === null || keyId === null) return
  const { platform, now } = run
  run.afterRollback(async (db) => {
    await writeRows(db, endRows(await endKeys(db, organizationId, [keyId], now), 'exchangeToken', 'shown twice', now))
    platform.wakeUps.publish('credentials', organizationId)
  })
}

/** After a renewal or an end, every instance looks the key up again. */
export const forgetKeys = (
  { platform, afterCommit }: { platform: OperationPlatform; afterCommit: Run['afterCommit'] },
  organizationId: string,
): void => afterCommit(() => platform.wakeUps.publish('credentials', organizationId))

/** The permission that a caller can pass on: its own. */
export const permissionOf = (
  actor: Actor,
): Pick<Permission, 'organizationId' | 'parentKeyId' | 'allowedByUser' | 'latestEnd'> => ({
  organizationId: actor.organizationId,
  parentKeyId: actor.keyId,
  allowedByUser: actor.userId,
  latestEnd: actor.kind === 'key' ? actor.expiresAt : null,
})

export type GrantInput = {
  clientId?: string | undefined
  redirectUri?: string | null | undefined
  scopes?: readonly Scope[] | undefined
}

/** A token request of a program that another program was let in for. */
export const refuseOtherClient = (expected: string | null, { clientId }: GrantInput): void => {
  if ((expected ?? undefined) !== clientId) throw invalidGrant('The code or token was given to another client.')
}
