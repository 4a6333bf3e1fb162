import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { bulkOperationId, shownOperation, visibleOperation } from './bulk-operation.ts'

export const getBulkOperation = operation({
  name: 'getBulkOperation',
  summary: 'Returns a bulk operation: how far it is, and where its result is.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({ bulkOperationId }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: async ({ db, actor, site }, { bulkOperationId: id }) =>
    shownOperation(db, await visibleOperation(db, actor, id), site.baseUrl),
})
