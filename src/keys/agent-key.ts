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
  /** As those of the key that let it in. */
  rateLimit: number | null
  documentsPerMonth: number | null
  allowedNetworks: string[]
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
  if (keyIds.length === 0) return
  const where = { organizationId, revokedAt: null }
  await db.apiKey.updateMany({ where: { ...where, id: { in: [...keyIds] } }, data: { revokedAt } })
  await endKeys(db, organizationId, await letInBy(db, where, keyIds), revokedAt)
}

/** What keys have let in ends with them: at the latest then, and so on. */
export const endAgentsBy = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
  end: Date,
): Promise<void> => {
  if (keyIds.length === 0) return
  const agents = await letInBy(db, { organizationId, revokedAt: null }, keyIds)
  await db.apiKey.updateMany({
    where: { organizationId, id: { in: agents }, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] },
    data: { expiresAt: end },
  })
  await endAgentsBy(db, organizationId, agents, end)
}

const letInBy = async (
  db: Db,
  where: { organizationId: string; revokedAt: null },
  keyIds: readonly string[],
): Promise<string[]> => {
  const parentKeyId = { in: [...keyIds] }
  return (await db.apiKey.findMany({ where: { ...where, parentKeyId }, select: { id: true } })).map(({ id }) => id)
}
