/** The access that a person gave ends with the person: programs, links that nobody used, and codes. */
import type { VerifiedToken } from '../auth/tokens.ts'
import { type Scope, covers } from '../auth/scopes.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { type EndedKey, endKeys, endRows } from '../keys/agent-key.ts'
import type { Platform } from '../operation/platform.ts'
import { unused } from './handoff.ts'

interface Given {
  agents: readonly ApiKey[]
  handoffs: readonly { organizationId: string; id: string; scopes: string[] }[]
  requests: readonly { id: string; organizationId: string | null; granted: string[] }[]
}

interface Person {
  userId: string
  /** In one organization, or in all. */
  organizationId?: string
  companyId?: string
  /** Given before. */
  before?: Date
}

const givenBy = async (db: Db, { userId, before, ...where }: Person, now: Date): Promise<Given> => {
  const earlier = before && { lt: before }
  const created = earlier && { createdAt: earlier }
  const requests = { ...where, allowedByUser: userId, status: 'allowed', redeemedAt: null } as const
  return {
    agents: await db.apiKey.findMany({ where: { ...where, ...created, allowedByUser: userId, revokedAt: null } }),
    handoffs: await db.handoff.findMany({ where: { ...where, ...created, ...unused(now), madeByUser: userId } }),
    requests: await db.oauthRequest.findMany({ where: { ...requests, ...(earlier && { decidedAt: earlier }) } }),
  }
}

/** Answers the agents that ended, with those that they had let in. */
const end = async (db: Db, { agents, handoffs, requests }: Given, now: Date): Promise<EndedKey[]> => {
  const ended: EndedKey[] = []
  for (const organizationId of new Set(agents.map((one) => one.organizationId))) {
    const own = agents.filter((one) => one.organizationId === organizationId).map(({ id }) => id)
    ended.push(...(await endKeys(db, organizationId, own, now)))
  }
  // Their identifiers are unique without the organization, and the guard keeps what was redeemed meanwhile.
  const handoffIds = handoffs.map(({ id }) => id)
  const organizationIds = [...new Set(handoffs.map(({ organizationId }) => organizationId))]
  await db.handoff.updateMany({
    where: { organizationId: { in: organizationIds }, id: { in: handoffIds }, ...unused(now) },
    data: { revokedAt: now },
  })
  await db.oauthRequest.updateMany({
    where: { id: { in: requests.map(({ id }) => id) }, redeemedAt: null },
    data: { status: 'refused' },
  })
  return ended
}

/** Ends what a person gave in an organization, or in one company of it. */
export const endAccessOf = async (
  db: Db,
  person: Person,
  now: Date,
): Promise<{ agents: EndedKey[]; handoffs: number }> => {
  const given = await givenBy(db, person, now)
  return { agents: await end(db, given, now), handoffs: given.handoffs.length }
}

/**
 * A token of the identity provider tells what its person may do now. What they gave before it was issued, and could not
 * give any more, ends. An older token says nothing of it.
 */
export const endAccessBeyond = async (
  { db, clock, wakeUps }: Pick<Platform, 'db' | 'clock' | 'wakeUps'>,
  { subject: userId, rights, issuedAt }: VerifiedToken,
): Promise<void> => {
  if (issuedAt === null) return
  const now = clock.now()
  const isBeyond = (organizationId: string | null, scopes: readonly string[]): boolean => {
    const held = rights.get(organizationId ?? '')?.scopes
    return held === undefined || scopes.some((scope) => !covers(held, scope as Scope))
  }
  const { agents, handoffs, requests } = await givenBy(db.client, { userId, before: issuedAt }, now)
  const beyond = {
    agents: agents.filter((one) => isBeyond(one.organizationId, one.scopes)),
    handoffs: handoffs.filter((one) => isBeyond(one.organizationId, one.scopes)),
    requests: requests.filter((one) => isBeyond(one.organizationId, one.granted)),
  }
  if (beyond.agents.length + beyond.handoffs.length + beyond.requests.length === 0) return
  await db.transaction(async (tx) =>
    writeRows(tx, endRows(await end(tx, beyond, now), 'authenticate', 'identity provider', now)),
  )
  for (const { organizationId } of beyond.agents) wakeUps.publish('credentials', organizationId)
}
