import type { Client, Database } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { restAfterKeys } from '../keys/agent-key.ts'
import { DAY_MS } from '../values/dates.ts'

/** What was asked for and decided is of use to nobody a day later. */
const KEPT_REQUEST_DAYS = 1
const KEPT_HANDOFF_DAYS = 30
/** Nobody has ever allowed it something, or nobody has for so long. */
const KEPT_CLIENT_DAYS = 90
/** Longer than the log names the agent. */
const KEPT_AGENT_DAYS = 60

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** Keys whose time is over, that nobody can renew, and that webhooks end with. */
const endedWithWebhooks = (client: Client, now: Date): Promise<{ organizationId: string; keyIds: string[] }[]> =>
  client.$queryRaw`
    SELECT webhooks."organizationId", array_agg(DISTINCT webhooks."endsWithKeyId") AS "keyIds"
    FROM webhooks
    LEFT JOIN api_keys AS key ON key."organizationId" = webhooks."organizationId" AND key.id = webhooks."endsWithKeyId"
    LEFT JOIN api_keys AS parent ON parent."organizationId" = webhooks."organizationId" AND parent.id = key."parentKeyId"
    WHERE webhooks."endsWithKeyId" IS NOT NULL AND (webhooks.status = 'active' OR webhooks."pausedWithCompany") AND (
      key.id IS NULL OR key."revokedAt" IS NOT NULL OR key."expiresAt" <= ${now} AND (
        parent."revokedAt" IS NOT NULL OR parent."expiresAt" <= ${now} OR NOT EXISTS (
          SELECT FROM oauth_refresh_tokens AS refresh
          WHERE refresh."organizationId" = webhooks."organizationId" AND refresh."keyId" = webhooks."endsWithKeyId"
            AND refresh."usedAt" IS NULL AND refresh."expiresAt" > ${now})))
    GROUP BY webhooks."organizationId"`

/** Webhooks of agents come to rest when the agent has ended by itself, as they do when it is ended. */
export const restWebhooksOfAgents = async (db: Database, now: Date): Promise<void> => {
  for (const { organizationId, keyIds } of await endedWithWebhooks(db.client, now))
    await db.transaction(async (tx) => writeRows(tx, await restAfterKeys(tx, organizationId, keyIds, now)))
}

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
