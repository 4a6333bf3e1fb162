/** Makes a key, for every operation that does: never more than its maker may give, and within the plan. */
import type { Actor } from '../auth/actor.ts'
import { newKey } from '../auth/bearer-key.ts'
import { keyTypes } from '../auth/key-types.ts'
import { plans } from '../auth/plans.ts'
import type { Scope } from '../auth/scopes.ts'
import { refuseLeft } from '../companies/company.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import type { KeyType, Plan } from '../generated/prisma/enums.ts'
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { endFor, limitFor, networksFor, quotaFor, refuseMoreThanHeld } from './key-input.ts'

export interface KeyWishes {
  name: string
  label?: string | null | undefined
  /** The company that it is bound to, which the caller may see. */
  boundTo: string | null
  type?: KeyType | undefined
  scopes?: readonly Scope[] | undefined
  expiresAt?: string | Date | null | undefined
  requestsPerMinute?: number | null | undefined
  documentsPerMonth?: number | null | undefined
  allowedNetworks?: readonly string[] | undefined
  /** The agent that it ends with, where that is not the caller. */
  letInBy?: string | null | undefined
  /** The key whose limits it shares, where that is not the caller. */
  sharesWith?: string | null | undefined
}

export type NewApiKey = ApiKey & { key: string }

/** A caller of one company leaves keys for the others. */
const refuseMoreKeys = async (db: Db, { organizationId, companyId, plan }: Actor, now: Date): Promise<void> => {
  const { keys, companyKeys } = plans[plan]
  await holdOrganization(db, organizationId)
  const inUse = {
    organizationId,
    kind: 'secret' as const,
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  }
  const refuse = (whose: string, most: number): never => {
    throw new AppError('CONFLICT', {
      message: `The ${whose} has ${most} API keys, which is the limit of the plan. Revoke one first.`,
    })
  }
  if (companyId !== null && (await db.apiKey.count({ where: { ...inUse, companyId } })) >= companyKeys)
    refuse('company', companyKeys)
  if ((await db.apiKey.count({ where: inUse })) >= keys) refuse('organization', keys)
}

/** Kinds of keys that a user of the organization may make, beside personal ones. */
const kindsOf: Partial<Record<Plan, readonly KeyType[]>> = {
  platform: ['platform'],
  white_label: ['platform', 'white_label'],
}

const mayMake = ({ kind, keyType, plan }: Actor, type: KeyType): boolean =>
  !keyTypes[type].managesCompanies ||
  (kind === 'user' ? (kindsOf[plan]?.includes(type) ?? false) : keyType === type || keyType === 'white_label')

/** Who is bound to one company manages no companies, whoever has made the key. */
const typeFor = (actor: Actor, { boundTo, type }: KeyWishes): KeyType => {
  if (boundTo !== null) return 'personal'
  const wanted = type ?? actor.keyType ?? 'personal'
  if (!mayMake(actor, wanted))
    throw refusal('INSUFFICIENT_SCOPE', 'type', `The caller cannot make a key of the type ${wanted}.`, {
      summary: 'A key makes keys of its own type and personal ones; a user makes those that the plan allows.',
    })
  return wanted
}

/** Whether a caller has limits of its own, or of those before it, that what it makes shares. */
export const sharesLimits = ({ documentsPerMonth, hasOwnRate, sharedLimits = [] }: Actor): boolean =>
  documentsPerMonth != null || hasOwnRate === true || sharedLimits.length > 0

/** What the audit tells of a key. */
export const shownOf = (key: ApiKey): object => {
  const { name, label, type, keyPrefix, scopes, companyId, rateLimit, documentsPerMonth, allowedNetworks } = key
  const { expiresAt, revokedAt } = key
  const limits = { rateLimit, documentsPerMonth, allowedNetworks }
  return { name, label, type, keyPrefix, scopes, companyId, ...limits, expiresAt, revokedAt }
}

export const makeKey = async (
  { db, actor, now, audit }: Pick<Run, 'db' | 'actor' | 'now' | 'audit'>,
  wishes: KeyWishes,
): Promise<NewApiKey> => {
  const { organizationId, testMode } = actor
  if (wishes.boundTo !== null) await refuseLeft(db, organizationId, wishes.boundTo)
  await refuseMoreKeys(db, actor, now)
  const scopes = [...(wishes.scopes ?? actor.scopes)]
  refuseMoreThanHeld(actor, scopes)
  const expiresAt = endFor(actor, wishes.expiresAt == null ? null : new Date(wishes.expiresAt))
  if (expiresAt && expiresAt <= now)
    throw refusal('INVALID_DATE', 'expiresAt', 'The time is in the past. Give a time in the future.')
  // A text is what the caller asks for; the rest follows from the caller, or from the key that is replaced.
  if (typeof wishes.expiresAt === 'string' && expiresAt && expiresAt < new Date(wishes.expiresAt))
    throw refusal(
      'INVALID_DATE',
      'expiresAt',
      `A key ends at the latest with the key that creates it, at ${expiresAt.toISOString()}. ` +
        'Give that time or an earlier one, or leave the field out.',
    )
  const type = typeFor(actor, wishes)
  const { key, hash, keyPrefix } = newKey(type, testMode)
  const record: ApiKey = {
    organizationId,
    id: newId('apiKey'),
    name: wishes.name,
    label: wishes.label ?? null,
    type,
    kind: 'secret',
    testMode,
    keyPrefix,
    scopes,
    companyId: wishes.boundTo,
    // What an agent makes ends with it.
    parentKeyId: wishes.letInBy ?? (actor.isAgent ? actor.keyId : null),
    rateLimit: limitFor(actor, wishes.requestsPerMinute ?? null),
    documentsPerMonth: quotaFor(actor, wishes.documentsPerMonth ?? null),
    // However many keys are made with a key, all of them together do what it may do.
    quotaKeyId: wishes.sharesWith ?? (sharesLimits(actor) ? actor.keyId : null),
    allowedNetworks: networksFor(actor, wishes.allowedNetworks ?? []),
    replacedById: null,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    clientId: null,
    allowedByUser: null,
  }
  audit({ kind: 'key', subjectId: record.id, companyId: record.companyId, before: null, after: shownOf(record) })
  await writeRows(db, [
    { table: 'api_keys', columns: { ...record } },
    { table: 'api_key_hashes', columns: { hash, organizationId, keyId: record.id } },
  ])
  return { ...record, key }
}
