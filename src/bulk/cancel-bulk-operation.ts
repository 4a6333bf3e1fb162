import { z } from 'zod'
import { requireAccess } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { bulkOperationId, shownOperation, visibleOperation, whereOperation } from './bulk-operation.ts'

export const cancelBulkOperation = operation({
  name: 'cancelBulkOperation',
  summary:
    'Cancels a bulk operation. What is done stays done, and is in the result. An operation that has ended cannot be ' +
    'cancelled.',
  scope: 'authenticated',
  writes: true,
  input: z.strictObject({ bulkOperationId }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, now, site }, { bulkOperationId: id }) {
    const found = await visibleOperation(db, actor, id)
    for (const access of found.access) requireAccess(actor, access as Access)
    const { count } = await db.bulkOperation.updateMany({
      where: { ...whereOperation(found), endedAt: null },
      data: { status: 'cancelling', updatedAt: now },
    })
    if (count === 0) throw new AppError('CONFLICT', { message: 'The bulk operation has ended already.' })
    return shownOperation(db, await visibleOperation(db, actor, id), site.baseUrl)
  },
})
