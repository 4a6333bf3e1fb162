/** What the stored documents of an organization and of a company take, and the quotas that hold for it. */
import type { Actor } from '../auth/actor.ts'
import { plans } from '../auth/plans.ts'
import type { Announced } from '../engine/feed/catalog.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import type { Run } from '../operation/operation.ts'
import { BYTES_IN_MEGABYTE, storedBytesOf } from '../documents/record/stored-usage.ts'

type QuotaKind = Announced<'quota.storage_warning'>['quota']

/** Whose documents they are, with the limits in megabytes; null without one. */
export interface StorageOwner {
  organizationId: string
  companyId: string
  organization: number | null
  company: number | null
}

/** The sandbox knows no limit of a plan, as for documents of a month. */
export const planStorage = ({ testMode, plan }: Pick<Actor, 'testMode' | 'plan'>): number | null =>
  testMode ? null : plans[plan].storageMegabytes

export const storageOf = (
  actor: Pick<Actor, 'organizationId' | 'testMode' | 'plan'>,
  { id: companyId, storageMegabytes: company }: { id: string; storageMegabytes: number | null },
): StorageOwner => ({ organizationId: actor.organizationId, companyId, organization: planStorage(actor), company })

interface Quota {
  kind: QuotaKind
  subjectId: string
  limitMegabytes: number
}

/** In the order in which they refuse. */
const quotasOf = ({ organizationId, companyId, organization, company }: StorageOwner): Quota[] => {
  const all: [QuotaKind, string, number | null][] = [
    ['company', companyId, company],
    ['organization', organizationId, organization],
  ]
  return all.flatMap(([kind, subjectId, limitMegabytes]) =>
    limitMegabytes === null ? [] : [{ kind, subjectId, limitMegabytes }],
  )
}

/**
 * Everybody who stores under these quotas waits for their rows, so that each sees what those before it stored. Always in
 * this order, companies first: who waits for one has those before it.
 */
const hold = (db: Db, organizationId: string, subjectIds: readonly string[]): Promise<number> =>
  db.$executeRaw(Prisma.sql`
    INSERT INTO stored_usage ("organizationId", "subjectId", slot, bytes)
    VALUES ${Prisma.join(subjectIds.map((subjectId) => Prisma.sql`(${organizationId}, ${subjectId}, 0, 0)`))}
    ON CONFLICT ("organizationId", "subjectId", slot) DO UPDATE SET bytes = stored_usage.bytes`)

const exceeded = ({ kind, subjectId, limitMegabytes }: Quota) => {
  const message = `The documents of the ${kind} take the ${limitMegabytes} MB of storage that it may use.`
  return refusal('QUOTA_EXCEEDED', 'quota', message, {
    summary: `${message} Storage does not become free with the next month: raise the quota or choose a larger plan.`,
    facts: { quota: kind, resource: 'storage', subjectId, limit: limitMegabytes },
  })
}

/** The highest mark, in percent, that these bytes passed. */
const passed = (before: number, used: number, limit: number): 80 | 100 | undefined =>
  ([100, 80] as const).find((percent) => before < (limit * percent) / 100 && used >= (limit * percent) / 100)

/**
 * Holds a document that was just stored against the quotas of storage, and tells when 80 % and 100 % are reached. The
 * document that reaches a quota is the last one: the next one is refused, unless it has to be kept. Of several documents
 * that were stored together, `last` is the size of the last one.
 */
export const holdToStorage = async (
  { db, emit, enqueue }: Pick<Run, 'db' | 'emit' | 'enqueue'>,
  owner: StorageOwner,
  bytes: number,
  { refuses, last = bytes }: { refuses: boolean; last?: number },
): Promise<void> => {
  const { organizationId } = owner
  const quotas = quotasOf(owner)
  if (quotas.length === 0) return
  const subjectIds = quotas.map(({ subjectId }) => subjectId)
  await hold(db, organizationId, subjectIds)
  const stored = await storedBytesOf(db, organizationId, subjectIds)
  for (const quota of quotas) {
    const { kind, subjectId, limitMegabytes } = quota
    const usedBytes = stored.get(subjectId) ?? 0
    const limit = limitMegabytes * BYTES_IN_MEGABYTE
    if (refuses && usedBytes - last >= limit) throw exceeded(quota)
    const percent = passed(usedBytes - bytes, usedBytes, limit)
    if (percent === undefined) continue
    const companyId = kind === 'organization' ? null : subjectId
    const told = { quota: kind, subjectId, limitMegabytes, usedBytes, percent }
    emit('quota.storage_warning', told, { organizationId, companyId })
    enqueue({ kind: 'quota.warn', organizationId, companyId, subjectId, target: `${kind}:${percent}:storage` })
  }
}
