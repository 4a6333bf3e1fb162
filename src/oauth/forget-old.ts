import type { Client } from '../kernel/database/open.ts'

const DAY_MS = 24 * 3_600_000
/** What was asked for and decided is of use to nobody a day later. */
const KEPT_REQUEST_DAYS = 1
const KEPT_HANDOFF_DAYS = 30
/** Nobody has ever allowed it something, or nobody has for so long. */
const KEPT_CLIENT_DAYS = 90
/** Longer than the log names the agent. */
const KEPT_AGENT_DAYS = 60

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** Agents that ended long ago and cannot be renewed, and what led to them. */
export const forgetOldAccess = async (client: Client, now: Date): Promise<void> => {
  await client.oauthRequest.deleteMany({ where: { expiresAt: { lt: daysBefore(now, KEPT_REQUEST_DAYS) } } })
  await client.oauthRefreshToken.deleteMany({ where: { expiresAt: { lt: now } } })
  await client.handoff.deleteMany({ where: { expiresAt: { lt: daysBefore(now, KEPT_HANDOFF_DAYS) } } })
  const unused = daysBefore(now, KEPT_CLIENT_DAYS)
  await client.oauthClient.deleteMany({
    where: { createdAt: { lt: unused }, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: unused } }] },
  })
  await client.apiKey.deleteMany({
    where: { kind: 'agent', expiresAt: { lt: daysBefore(now, KEPT_AGENT_DAYS) }, refreshTokens: { none: {} } },
  })
}
