/** Keys of agents: what a consent or a handoff gives. They are keys like others, and end with what let them in. */
import { newKey } from '../auth/bearer-key.ts'
import type { KeyType } from '../generated/prisma/enums.ts'
import type { Db } from '../kernel/database/open.ts'
import { newId } from '../values/ids.ts'

/** What an agent may do, and who let it in. */
export interface AgentGrant {
  organizationId: string
  companyId: string | null
  /** What the program calls itself: the label of its requests in the log. */
  name: string
  scopes: readonly string[]
  type: KeyType
  testMode: boolean
  clientId: string | null
  parentKeyId: string | null
  allowedByUser: string | null
  expiresAt: Date
}

export const issueAgentKey = async (db: Db, grant: AgentGrant, now: Date): Promise<{ id: string; key: string }> => {
  const { key, hash, keyPrefix } = newKey(grant.type, grant.testMode)
  const id = newId('apiKey')
  const { organizationId } = grant
  await db.apiKey.create({
    data: { ...grant, scopes: [...grant.scopes], id, kind: 'agent', keyPrefix, createdAt: now },
  })
  await db.apiKeyHash.create({ data: { hash, organizationId, keyId: id } })
  return { id, key }
}

/** A new value in the place of the old one, which ends at once. */
export const renewAgentKey = async (
  db: Db,
  { organizationId, id, type, testMode }: { organizationId: string; id: string; type: KeyType; testMode: boolean },
  expiresAt: Date,
): Promise<string> => {
  const { key, hash, keyPrefix } = newKey(type, testMode)
  await db.apiKeyHash.delete({ where: { organizationId_keyId: { organizationId, keyId: id } } })
  await db.apiKeyHash.create({ data: { hash, organizationId, keyId: id } })
  await db.apiKey.update({ where: { organizationId_id: { organizationId, id } }, data: { keyPrefix, expiresAt } })
  return key
}

/** Ends keys, and with them what they have let in, and so on. */
export const endKeys = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
  revokedAt: Date,
): Promise<void> => {
  await db.apiKey.updateMany({
    where: { organizationId, id: { in: [...keyIds] }, revokedAt: null },
    data: { revokedAt },
  })
  const children = await db.apiKey.findMany({
    where: { organizationId, parentKeyId: { in: [...keyIds] }, revokedAt: null },
    select: { id: true },
  })
  if (children.length > 0)
    await endKeys(
      db,
      organizationId,
      children.map(({ id }) => id),
      revokedAt,
    )
}
