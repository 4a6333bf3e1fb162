import { z } from 'zod'
import { ownedBy } from '../auth/visibility.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { instant, oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { type Page, pageInput, readPage } from '../operation/pagination.ts'
import { limits } from '../values/limits.ts'
import type { FlowRow } from './flow.ts'
import { trackingId } from './flow-input.ts'
import { ackStatuses, flowTypes, processingRules } from './record/flow-words.ts'

const listOf = <S extends z.ZodType>(one: S) => z.array(one).min(1).max(50)

/** What flows are found by: all that is said holds, and one of the values of a list. */
const flowFilters = {
  updatedAfter: instant.optional().describe('Only flows that were changed after this moment.'),
  updatedBefore: instant.optional().describe('Only flows that were changed before this moment.'),
  processingRule: listOf(oneOf('ProcessingRule', processingRules))
    .optional()
    .describe('Only flows with one of these rules.'),
  flowType: listOf(oneOf('FlowType', flowTypes))
    .optional()
    .describe('Only flows of these kinds. `StateInvoice` stands for the copies of both kinds of invoices.'),
  flowDirection: listOf(
    oneOf('FlowDirection', {
      In: 'From this platform to the organization.',
      Out: 'From the organization to this platform.',
    }),
  )
    .optional()
    .describe('Only flows that go this way.'),
  trackingId: trackingId.optional().describe("Only flows with this identifier of the sender's."),
  ackStatus: oneOf('FlowAckStatus', ackStatuses).optional().describe('Only flows whose checks ended so.'),
}

/** So many are counted exactly. */
const MOST_COUNTED = 10_000

const input = z.strictObject({
  ...flowFilters,
  counted: z.boolean().optional().describe('Whether to count all of them as well.'),
  ...pageInput,
})
type Filters = Omit<z.output<typeof input>, keyof typeof pageInput | 'counted'>

/** A page, with what was asked, and how many there are: -1 where there are more than are counted. */
export type FlowPage = Page<FlowRow> & { asked: { limit: number; filters: Filters }; total: number | null }

const statuses = { Pending: 'pending', Ok: 'ok', Error: 'error' } as const
const directions = { In: 'incoming', Out: 'outgoing' } as const

const typesOf = (types: NonNullable<Filters['flowType']>): string[] =>
  types.flatMap((type) => (type === 'StateInvoice' ? ['StateCustomerInvoice', 'StateSupplierInvoice'] : [type]))

const conditionsOf = (given: Filters): Prisma.FlowWhereInput => ({
  updatedAt: {
    not: null,
    ...(given.updatedAfter !== undefined && { gt: new Date(given.updatedAfter) }),
    ...(given.updatedBefore !== undefined && { lt: new Date(given.updatedBefore) }),
  },
  ...(given.processingRule && { processingRule: { in: given.processingRule } }),
  ...(given.flowType && { type: { in: typesOf(given.flowType) } }),
  ...(given.flowDirection && { direction: { in: given.flowDirection.map((one) => directions[one]) } }),
  ...(given.trackingId !== undefined && { trackingId: given.trackingId }),
  ...(given.ackStatus && { ackStatus: statuses[given.ackStatus] }),
})

export const listFlows = operation({
  name: 'listFlows',
  summary:
    'Lists flows in the order in which they were changed. Who goes on from the last one that was read misses none, ' +
    'whatever is written meanwhile.',
  scope: 'documents.read',
  writes: false,
  input,
  errors: ['INVALID_DATE'],
  async run({ platform, db, actor, select }, { first, after, last, before, counted, ...filters }): Promise<FlowPage> {
    const where: Prisma.FlowWhereInput = { ...ownedBy(actor), ...conditionsOf(filters) }
    const some = counted ? await db.flow.count({ where, take: MOST_COUNTED + 1 }) : null
    const page = await readPage<FlowRow>(platform.cursors, {
      name: 'flows',
      filters,
      page: { first, after, last, before },
      order: 'asc',
      keyOf: ({ updatedAt }) => updatedAt?.toISOString() ?? '',
      find: (range, order, take) =>
        db.flow.findMany({
          where: { AND: [where, range ? { updatedAt: range } : {}] },
          orderBy: { updatedAt: order },
          take,
          ...select,
        }),
      count: () => db.flow.count({ where }),
    })
    const total = some !== null && some > MOST_COUNTED ? -1 : some
    return { ...page, asked: { limit: first ?? last ?? limits.defaultPageRows, filters }, total }
  },
})
