import { z } from 'zod'
import type { PortabilityRequest } from '../generated/prisma/client.ts'
import { oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { portabilitySides } from '../values/portability.ts'
import { siren, state } from './message.ts'

export const listPortabilityRequests = operation({
  name: 'listPortabilityRequests',
  summary: 'Lists requests to change platforms, newest first.',
  scope: 'compliance',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({
    state: state.optional().describe('Only requests in this state.'),
    side: oneOf('PortabilitySide', portabilitySides).optional().describe('Only requests where we are this side.'),
    taxpayerSiren: siren.optional().describe('Only requests of this taxpayer.'),
    ...pageInput,
  }),
  errors: [],
  run({ db, actor: { organizationId }, platform }, { state: wanted, side, taxpayerSiren, ...page }) {
    const filters = { state: wanted, side, taxpayerSiren }
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
    const where = { organizationId, ...given }
    return readPage<PortabilityRequest>(platform.cursors, {
      name: 'portability-requests',
      filters,
      page,
      keyOf: ({ id }) => id,
      find: (range, order, take) =>
        db.portabilityRequest.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
        }),
      count: () => db.portabilityRequest.count({ where }),
    })
  },
})
