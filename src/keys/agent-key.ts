/** Keys of agents: what a consent or a handoff gives. They are keys like others, and end with what let them in. */
import { newKey } from '../auth/bearer-key.ts'
import { type Scope, covers } from '../auth/scopes.ts'
import { restWithKeys, shownOf as shownWebhook } from '../engine/webhooks/rest.ts'
import type { ApiKey, Webhook } from '../generated/prisma/client.ts'
import type { KeyType } from '../generated/prisma/enums.ts'
import type { Db } from '../kernel/database/open.ts'
import type { NewRow } from '../kernel/database/rows.ts'
import { type AuditedChange, type Author, auditRow } from '../operation/audit.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { shownOf } from './make-key.ts'

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

/** Who let an agent in; what it calls itself stands for the caller, who has no credentials yet. */
const authorOf = ({ organizationId, parentKeyId, allowedByUser, name }: AgentGrant): Author => ({
  organizationId,
  keyId: parentKeyId,
  userId: allowedByUser,
  label: name,
})

export const issueAgentKey = async (
  { db, now, audit }: Pick<Run, 'db' | 'now' | 'audit'>,
  grant: AgentGrant,
): Promise<{ id: string; key: string }> => {
  const { key, hash, keyPrefix } = newKey(grant.type, grant.testMode)
  const id = newId('apiKey')
  const { organizationId } = grant
  const record = await db.apiKey.create({
    data: { ...grant, scopes: [...grant.scopes], id, kind: 'agent', keyPrefix, createdAt: now },
  })
  await db.apiKeyHash.create({ data: { hash, organizationId, keyId: id } })
  const { companyId } = grant
  audit({ kind: 'key', subjectId: id, companyId, before: null, after: shownOf(record) }, authorOf(grant))
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

/** A key that ended, with the webhooks that came to rest with it. */
export type EndedKey = ApiKey & { rested: readonly Webhook[] }

/** Ends keys, and with them what they have let in, and so on. Answers all that ended, for `auditEnds`. */
export const endKeys = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
  revokedAt: Date,
): Promise<EndedKey[]> => {
  const ended = await endInTurn(db, organizationId, keyIds, revokedAt)
  const agents = ended.filter(({ kind, parentKeyId }) => kind === 'agent' || parentKeyId !== null)
  const rested = Map.groupBy(
    await restWithKeys(db, organizationId, idsOf(agents), revokedAt),
    ({ endsWithKeyId }) => endsWithKeyId,
  )
  return ended.map((key) => ({ ...key, rested: rested.get(key.id) ?? [] }))
}

const idsOf = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id)

const endInTurn = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
  revokedAt: Date,
): Promise<ApiKey[]> => {
  if (keyIds.length === 0) return []
  const where = { organizationId, revokedAt: null }
  const ended = await db.apiKey.updateManyAndReturn({
    where: { ...where, id: { in: [...keyIds] } },
    data: { revokedAt },
  })
  return [...ended, ...(await endInTurn(db, organizationId, await letInBy(db, where, keyIds), revokedAt))]
}

/**
 * Takes from what a key has let in, and so on, whatever it does not have itself any more. What has nothing left ends:
 * answers those, for `auditEnds`.
 */
export const narrowAgents = async (
  run: Pick<Run, 'db' | 'actor' | 'audit' | 'now'>,
  keyId: string,
  held: readonly Scope[],
): Promise<EndedKey[]> => {
  const { db, actor, audit, now } = run
  const { organizationId } = actor
  const most = new Set(held)
  const ended: EndedKey[] = []
  for (const agent of await db.apiKey.findMany({ where: { organizationId, parentKeyId: keyId, revokedAt: null } })) {
    const scopes = (agent.scopes as Scope[]).flatMap((scope) => (scope === '*' ? held : [scope]))
    const left = scopes.filter((scope) => covers(most, scope))
    if (left.length === 0) ended.push(...(await endKeys(db, organizationId, [agent.id], now)))
    if (left.length === 0 || (left.length === agent.scopes.length && left.every((one) => agent.scopes.includes(one))))
      continue
    const { id, companyId } = agent
    const changed = await db.apiKey.update({
      where: { organizationId_id: { organizationId, id } },
      data: { scopes: [...new Set(left)] },
    })
    audit({ kind: 'key', subjectId: id, companyId, before: shownOf(agent), after: shownOf(changed) })
    ended.push(...(await narrowAgents(run, id, left)))
  }
  return ended
}

/** An end as an entry of the audit. */
const endOf = (key: ApiKey): AuditedChange => {
  const after = shownOf(key)
  return { kind: 'key', subjectId: key.id, companyId: key.companyId, before: { ...after, revokedAt: null }, after }
}

const restOf = (webhook: Webhook): AuditedChange => {
  const after = shownWebhook(webhook)
  const { id: subjectId, companyId } = webhook
  return { kind: 'webhook', subjectId, companyId, before: { ...after, status: 'active' }, after }
}

const endsOf = (key: EndedKey): AuditedChange[] => [endOf(key), ...key.rested.map(restOf)]

/** Notes the end of keys. Where the caller has no credentials, the agent that it speaks for does it. */
export const auditEnds = ({ actor, audit }: Pick<Run, 'actor' | 'audit'>, keys: readonly EndedKey[]): void => {
  for (const key of keys) {
    const { organizationId, id: keyId, name: label } = key
    const author = actor.organizationId === organizationId ? actor : { organizationId, keyId, userId: null, label }
    for (const change of endsOf(key)) audit(change, author)
  }
}

/** What keys have let in ends with them: at the latest then, and so on. */
export const endAgentsBy = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
  end: Date,
): Promise<void> => {
  const agents = await letInBy(db, { organizationId, revokedAt: null }, keyIds)
  if (agents.length === 0) return
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
  return idsOf(await db.apiKey.findMany({ where: { ...where, parentKeyId }, select: { id: true } }))
}

/** Entries of the audit for keys that end without a caller whose change it is. */
export const endRows = (keys: readonly EndedKey[], operation: string, label: string, now: Date): NewRow[] =>
  keys.flatMap((key) => {
    const author: Author = { organizationId: key.organizationId, keyId: null, userId: null, label }
    const requestId = newId('request')
    return endsOf(key).map((change) => auditRow({ actor: author, requestId }, operation, change, now))
  })

/** Webhooks of keys that ended by themselves come to rest. Answers the entries of the audit. */
export const restAfterKeys = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
  now: Date,
): Promise<NewRow[]> =>
  (await restWithKeys(db, organizationId, keyIds, now)).map((webhook) => {
    const author: Author = { organizationId, keyId: webhook.endsWithKeyId, userId: null, label: 'end of the agent' }
    return auditRow({ actor: author, requestId: newId('request') }, 'housekeeping', restOf(webhook), now)
  })
