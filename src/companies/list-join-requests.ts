import { z } from 'zod'
import { requireUserAdmin } from '../auth/actor.ts'
import { JoinStatus } from '../generated/prisma/enums.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { type JoinRequestRow, visibleRequests, withCompany } from './join-request.ts'

export const listJoinRequests = operation({
  name: 'listJoinRequests',
  summary:
    'Lists the requests to join companies of the organization, newest first; by ' +
    'default only pending ones. Only for admins of the organization.',
  scope: 'platform',
  writes: false,
  input: z.strictObject({
    status: z
      .enum(JoinStatus)
      .meta({ graphql: 'JoinStatus' })
      .default('pending')
      .describe('Only requests with this status (default `pending`).'),
    ...pageInput,
  }),
  errors: [],
  async run({ db, actor, platform }, { status, ...page }) {
    requireUserAdmin(actor)
    const where = { ...visibleRequests(actor), status }
    return readPage<JoinRequestRow>(platform.cursors, {
      name: 'join-requests',
      filters: { status },
      page,
      keyOf: (request) => request.id,
      find: (range, order, take) =>
        db.joinRequest.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
          include: withCompany,
        }),
      count: () => db.joinRequest.count({ where }),
    })
  },
})
