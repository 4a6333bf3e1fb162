import { z } from 'zod'
import { ownedBy } from '../auth/visibility.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { KEPT_RESULT_DAYS, type ShownBulkOperation, shownOperations } from './bulk-operation.ts'

export const listBulkOperations = operation({
  name: 'listBulkOperations',
  summary: `Lists bulk operations, newest first. They are kept for ${KEPT_RESULT_DAYS} days after their end.`,
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({ ...pageInput }),
  errors: [],
  run({ db, actor, platform, site }, page) {
    const where = ownedBy(actor)
    return readPage<ShownBulkOperation>(platform.cursors, {
      name: 'bulk-operations',
      filters: {},
      page,
      keyOf: ({ id }) => id,
      find: async (range, order, take) =>
        shownOperations(
          db,
          await db.bulkOperation.findMany({
            where: { AND: [where, range ? { id: range } : {}] },
            orderBy: { id: order },
            take,
          }),
          site.baseUrl,
        ),
      count: () => db.bulkOperation.count({ where }),
    })
  },
})
