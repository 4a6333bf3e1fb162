import DataLoader from 'dataloader'
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { grants } from '../auth/scopes.ts'
import type { RequestLog as RequestLogBuffer } from '../engine/requests/log.ts'
import type { RequestLog } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'

type Name = Pick<RequestLog, 'organizationId' | 'id'>

const loaders = new WeakMap<Db, DataLoader<Name, RequestLog | undefined>>()

/** An identifier alone is no key of its table, which Prisma would look up together: those asked for at once are here. */
const loaderOf = (db: Db): DataLoader<Name, RequestLog | undefined> => {
  const known = loaders.get(db)
  if (known) return known
  const loader = new DataLoader<Name, RequestLog | undefined>(
    async (names) => {
      const found = new Map<string, RequestLog>()
      for (const [organizationId, own] of Map.groupBy(names, (name) => name.organizationId))
        for (const entry of await db.requestLog.findMany({
          where: { organizationId, id: { in: own.map(({ id }) => id) } },
          orderBy: { startedAt: 'desc' },
        }))
          found.set(`${organizationId} ${entry.id}`, entry)
      return names.map(({ organizationId, id }) => found.get(`${organizationId} ${id}`))
    },
    { cache: false },
  )
  loaders.set(db, loader)
  return loader
}

/** Who may not read logs, or acts for one company, sees its own requests. */
export const visibleRequest = async (
  db: Db,
  actor: Actor,
  log: Pick<RequestLogBuffer, 'flush'>,
  requestId: string,
): Promise<RequestLog> => {
  await log.flush()
  const entry = await loaderOf(db).load({ organizationId: actor.organizationId, id: requestId })
  const mayRead =
    entry &&
    ((actor.companyId === null && grants(actor.scopes, 'platform')) ||
      (actor.keyId !== null && entry.apiKeyId === actor.keyId) ||
      (actor.userId !== null && entry.userId === actor.userId))
  if (!mayRead) throw new AppError('RESOURCE_NOT_FOUND')
  return entry
}

export const requestId = id('request').describe('Identifier of the request, `req_…`.')

export const getRequest = operation({
  name: 'getRequest',
  summary:
    'Returns the full trace of a request: timing, calls to other services, faults of the input, and final status.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({ requestId }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor, platform }, { requestId }) => visibleRequest(db, actor, platform.requestLog, requestId),
})
