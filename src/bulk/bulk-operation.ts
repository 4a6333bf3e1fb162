/** What the bulk operations of a caller have in common: which are seen, and how one begins. */
import type { Actor } from '../auth/actor.ts'
import { keepCaller } from '../auth/kept-caller.ts'
import type { Access } from '../auth/scopes.ts'
import { ownedBy } from '../auth/visibility.ts'
import { type BulkOperation, Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import type { Run } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { limits } from '../values/limits.ts'
import { toStored } from '../kernel/stored-json.ts'
import { DAY_MS } from '../values/dates.ts'

/** How long a result can be downloaded after its operation has ended. */
export const KEPT_RESULT_DAYS = 7

export const bulkOperationId = id('bulkOperation').describe('Identifier of the bulk operation, `bulk_…`.')

/** One with how far it is now, and where its result is. */
export type ShownBulkOperation = BulkOperation & { resultUrl: string; expiresAt: Date | null }

type StoredBulkOperation = Pick<BulkOperation, 'organizationId' | 'id'>

/** Outcomes that are not in the result yet count as well. */
const withOutcomes = async (db: Db, operations: readonly BulkOperation[]): Promise<BulkOperation[]> => {
  const running = operations.filter(({ kind, endedAt }) => kind === 'send' && endedAt === null)
  if (running.length === 0) return [...operations]
  const counts = await db.$queryRaw<{ id: string; processed: number; failed: number }[]>(Prisma.sql`
    SELECT "operationId" AS id, count(*)::int AS processed,
      (count(*) FILTER (WHERE outcome->'ok' = 'false'))::int AS failed
    FROM bulk_outcomes
    WHERE "organizationId" = ${running[0]?.organizationId ?? ''} AND "operationId" = ANY(${running.map((one) => one.id)})
    GROUP BY "operationId"`)
  const found = new Map(counts.map((count) => [count.id, count]))
  return operations.map((one) => ({
    ...one,
    processed: one.processed + (found.get(one.id)?.processed ?? 0),
    failed: one.failed + (found.get(one.id)?.failed ?? 0),
  }))
}

export const shownOperations = async (
  db: Db,
  operations: readonly BulkOperation[],
  baseUrl: string,
): Promise<ShownBulkOperation[]> =>
  (await withOutcomes(db, operations)).map((one) => ({
    ...one,
    resultUrl: `${baseUrl}/v1/bulk/${one.id}/result`,
    expiresAt: one.endedAt && new Date(one.endedAt.getTime() + KEPT_RESULT_DAYS * DAY_MS),
  }))

export const shownOperation = async (db: Db, operation: BulkOperation, baseUrl: string): Promise<ShownBulkOperation> =>
  (await shownOperations(db, [operation], baseUrl))[0] as ShownBulkOperation

/** An export of the organization has rows of all companies: who acts for one sees what was started for that one. */
export const visibleOperation = async (db: Db, actor: Actor, operationId: string): Promise<BulkOperation> => {
  const found = await db.bulkOperation.findFirst({ where: { ...ownedBy(actor), id: operationId } })
  if (!found) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The bulk operation was not found.' })
  return found
}

const refuseTooMany = async (db: Db, organizationId: string): Promise<void> => {
  await holdOrganization(db, organizationId)
  const open = await db.bulkOperation.count({ where: { organizationId, endedAt: null } })
  if (open >= limits.bulkOperations)
    throw new AppError('CONFLICT', {
      message: `The organization has ${open} bulk operations that run, and can have no more. Wait until one has ended.`,
    })
}

interface NewBulkOperation extends Pick<
  Prisma.BulkOperationUncheckedCreateInput,
  'kind' | 'format' | 'query' | 'total'
> {
  access: readonly Access[]
  /** What it is about, where its caller acts for no company. */
  companyId?: string
}

/** Stores a bulk operation with the rights of its caller, and the work of it. */
export const beginOperation = async (
  { db, actor, now, enqueue }: Run,
  { access, companyId: about, ...columns }: NewBulkOperation,
): Promise<BulkOperation> => {
  const { organizationId, companyId, label } = actor
  await refuseTooMany(db, organizationId)
  const id = newId('bulkOperation')
  enqueue({ kind: 'bulk.run', subjectId: id, target: organizationId })
  return db.bulkOperation.create({
    data: {
      ...columns,
      organizationId,
      id,
      companyId: companyId ?? about ?? null,
      access: [...access],
      caller: toStored(keepCaller(actor)),
      createdBy: label,
      createdAt: now,
      updatedAt: now,
    },
  })
}

export const whereOperation = ({ organizationId, id }: StoredBulkOperation) => ({ organizationId, id })
