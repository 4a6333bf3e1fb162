import { z } from 'zod'
import { ownedBy } from '../auth/visibility.ts'
import type { Handoff } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'

export const listHandoffs = operation({
  name: 'listHandoffs',
  summary: 'Lists handoffs, newest first, with what became of them. Their tokens are not shown.',
  scope: 'platform',
  writes: false,
  input: z.strictObject({ ...pageInput }),
  errors: [],
  run({ db, actor, platform }, page) {
    const where = ownedBy(actor)
    return readPage<Handoff>(platform.cursors, {
      name: 'handoffs',
      filters: {},
      page,
      keyOf: (handoff) => handoff.id,
      find: (range, order, take) =>
        db.handoff.findMany({ where: { AND: [where, range ? { id: range } : {}] }, orderBy: { id: order }, take }),
      count: () => db.handoff.count({ where }),
    })
  },
})
