import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { escapeLike } from '../kernel/database/like.ts'
import type { Prisma, RequestLog } from '../generated/prisma/client.ts'
import { instant } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'

/** What the key or the user has asked itself. */
const ownRequests = ({ keyId, userId }: Actor): Prisma.RequestLogWhereInput =>
  keyId === null ? { userId } : { apiKeyId: keyId }

type LogKey = [startedAt: string, id: string]

/**
 * Rows beyond a key: by the time, and by the id where the time is the same. Callers may choose ids, so ids alone are
 * not in the order of time.
 */
const beyond = (side: 'lt' | 'gt', key: string): Prisma.RequestLogWhereInput => {
  const [at, id] = JSON.parse(key) as LogKey
  const startedAt = new Date(at)
  return {
    startedAt: { [side === 'lt' ? 'lte' : 'gte']: startedAt },
    OR: [{ startedAt: { [side]: startedAt } }, { id: { [side]: id } }],
  }
}

export const listRequestLogs = operation({
  name: 'listRequestLogs',
  summary:
    'Lists the recorded requests of the organization, newest first. ' +
    'Requests that changed something or were refused are recorded.',
  scope: 'platform',
  writes: false,
  input: z.strictObject({
    method: z.string().max(10).optional().describe('Only requests with this HTTP method.'),
    path: z.string().max(500).optional().describe('Only requests whose path begins with this text.'),
    status: z.number().int().min(100).max(599).optional().describe('Only requests answered with this HTTP status.'),
    apiKeyId: z.string().max(200).optional().describe('Only requests with this API key.'),
    userId: z.string().max(200).optional().describe('Only requests of this user.'),
    since: instant.optional().describe('Only requests at this time or later.'),
    until: instant.optional().describe('Only requests before this time.'),
    ...pageInput,
  }),
  errors: ['INVALID_DATE'],
  async run({ db, actor, platform }, { first, after, last, before, ...filter }) {
    await platform.requestLog.flush()
    const { method, path, status, apiKeyId, userId, since, until } = filter
    const where = {
      organizationId: actor.organizationId,
      // Who acts for one company sees its own requests, and not what others did for other companies.
      ...(actor.companyId !== null && ownRequests(actor)),
      ...(method && { method: method.toUpperCase() }),
      ...(path && { path: { startsWith: escapeLike(path) } }),
      ...(status !== undefined && { status }),
      AND: [apiKeyId ? { apiKeyId } : {}, userId ? { userId } : {}],
      ...((since ?? until) && {
        startedAt: { ...(since && { gte: new Date(since) }), ...(until && { lt: new Date(until) }) },
      }),
    }
    return readPage<RequestLog>(platform.cursors, {
      name: 'request-logs',
      filters: filter,
      page: { first, after, last, before },
      keyOf: ({ startedAt, id }) => JSON.stringify([startedAt.toISOString(), id] satisfies LogKey),
      find: (range, order, take) =>
        db.requestLog.findMany({
          where: {
            AND: [
              where,
              ...(['lt', 'gt'] as const).flatMap((side) =>
                range?.[side] === undefined ? [] : [beyond(side, range[side])],
              ),
            ],
          },
          orderBy: [{ startedAt: order }, { id: order }],
          take,
        }),
      count: () => db.requestLog.count({ where }),
    })
  },
})
