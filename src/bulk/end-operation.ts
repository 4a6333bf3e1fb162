import type { BulkOperation } from '../generated/prisma/client.ts'
import type { AppError } from '../kernel/errors/app-error.ts'
import { FollowUps } from '../operation/follow-ups.ts'
import type { Platform } from '../operation/platform.ts'
import { whereOperation } from './bulk-operation.ts'

/** Ends an operation, and announces it; one that has ended stays as it is. */
export const endOperation = ({ db, clock }: Platform, operation: BulkOperation, error?: AppError): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const { organizationId, id, kind, companyId } = operation
    // Held: somebody may cancel it at this moment.
    await tx.$queryRaw`
      SELECT 1 FROM bulk_operations WHERE "organizationId" = ${organizationId} AND id = ${id} FOR NO KEY UPDATE`
    const held = await tx.bulkOperation.findFirst({ where: { ...whereOperation(operation), endedAt: null } })
    if (!held) return
    const status = error ? 'failed' : held.status === 'cancelling' ? 'cancelled' : 'completed'
    await tx.bulkOperation.updateMany({
      where: whereOperation(operation),
      data: {
        status,
        endedAt: now,
        updatedAt: now,
        ...(error && { error: { code: error.code, message: error.message } }),
      },
    })
    await tx.bulkPortion.deleteMany({ where: { organizationId, operationId: id, isResult: false } })
    const followUps = new FollowUps(organizationId)
    const { processed, failed } = held
    followUps.emit('bulk.completed', { bulkOperationId: id, kind, status, processed, failed }, { companyId })
    await followUps.write(tx, now)
  })
