import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { readableBy } from '../auth/visibility.ts'
import { boundCompany, companyRef } from '../companies/company.ts'
import { escapeLike } from '../kernel/database/like.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { PartnerStatus } from '../generated/prisma/enums.ts'
import { country, oneOf, sortDirection } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { externalId } from '../operation/external-id.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { rowsWithOwnCounts } from './own-counts.ts'
import { type PartnerRow, partnerRole } from './record/partner.ts'
import { HOUR_MS } from '../values/dates.ts'

/** What partners can be ordered by. Ids sort by the time of creation, so they are the order of `createdAt`. */
const orders = {
  createdAt: 'When the partner was created.',
  name: 'The name.',
  lastActivityAt: 'When a document was last exchanged with the partner. Partners without any are left out.',
} as const
type PartnerOrder = keyof typeof orders

/** What stands before the id in each order. The time of the last activity is in no index: its hour is, and leads to it. */
const orderedBy: Readonly<Record<PartnerOrder, readonly (keyof Prisma.PartnerOrderByWithRelationInput)[]>> = {
  createdAt: [],
  name: ['name'],
  lastActivityAt: ['activeHour', 'lastActivityAt'],
}

const input = z.strictObject({
  companyId: companyRef
    .optional()
    .describe('Only partners of this company, with those that the companies of the organization share.'),
  role: partnerRole
    .optional()
    .describe('Only suppliers or only buyers. A partner with the role `both` is in either list.'),
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Text to find in the name, VAT number, participant id, contact or `externalId`.'),
  externalId: externalId.optional().describe("Only the partner that the caller's own system calls so."),
  country: country.optional().describe('Only partners of this country.'),
  tags: z.array(z.string().min(1).max(100)).min(1).max(50).optional().describe('Only partners with all of these tags.'),
  hasActivity: z
    .boolean()
    .optional()
    .describe('True: only partners with whom a document was exchanged. False: only the others.'),
  peppolStatus: z
    .enum(PartnerStatus)
    .meta({ graphql: 'PartnerStatus' })
    .optional()
    .describe('Only partners with this status on the network.'),
  sortBy: oneOf('PartnerOrderField', orders).default('createdAt').describe('Field to order by (default `createdAt`).'),
  order: sortDirection.default('desc').describe('Direction of the order (default `desc`).'),
  ...pageInput,
})

/**
 * A partner without activity has no place in the order of activity. What others did with a partner that is shared is
 * nothing that a company sees, so there it counts whether it has documents of its own with it.
 */
const activityOf = (
  companyId: string | null,
  { hasActivity, sortBy }: z.output<typeof input>,
): Prisma.PartnerWhereInput => {
  const wanted = hasActivity === true || sortBy === 'lastActivityAt'
  if (companyId === null)
    return {
      ...(wanted && { activeHour: { not: null } }),
      ...(hasActivity === false && { activeHour: null }),
    }
  if (sortBy === 'lastActivityAt') return { companyId, activeHour: hasActivity === false ? null : { not: null } }
  if (hasActivity === undefined) return {}
  return hasActivity
    ? {
        OR: [
          { companyId, activeHour: { not: null } },
          { companyId: null, documents: { some: { companyId } } },
        ],
      }
    : {
        OR: [
          { companyId, activeHour: null },
          { companyId: null, documents: { none: { companyId } } },
        ],
      }
}

const whereOf = (
  tenant: Pick<Actor, 'organizationId' | 'companyId'>,
  given: z.output<typeof input>,
): Prisma.PartnerWhereInput => {
  const { role, search, country: land, tags, peppolStatus, externalId: external } = given
  return {
    ...readableBy(tenant),
    ...(role && role !== 'both' && { role: { in: [role, 'both'] } }),
    ...(role === 'both' && { role }),
    ...(search && { searchText: { contains: escapeLike(search.toLowerCase()) } }),
    ...(external !== undefined && { externalId: external }),
    ...(land && { country: land }),
    ...(tags && { tags: { hasEvery: tags } }),
    ...(peppolStatus && { peppolStatus }),
    ...activityOf(tenant.companyId, given),
  }
}

type PartnerKey = [value: string, id: string]

const keyOf = (sortBy: PartnerOrder, row: PartnerRow): string =>
  JSON.stringify([
    sortBy === 'name' ? row.name : sortBy === 'lastActivityAt' ? (row.lastActivityAt?.toISOString() ?? '') : '',
    row.id,
  ] satisfies PartnerKey)

const hourOf = (time: Date): Date => new Date(time.getTime() - (time.getTime() % HOUR_MS))

/** Rows beyond a key: by the value, and by the id where the value is the same. */
const beyond = (sortBy: PartnerOrder, side: 'lt' | 'gt', key: string): Prisma.PartnerWhereInput => {
  const [value, id] = JSON.parse(key) as PartnerKey
  if (value === '') return { id: { [side]: id } }
  const bound = sortBy === 'name' ? value : new Date(value)
  return {
    ...(bound instanceof Date && { activeHour: { [side === 'lt' ? 'lte' : 'gte']: hourOf(bound) } }),
    [sortBy]: { [side === 'lt' ? 'lte' : 'gte']: bound },
    OR: [{ [sortBy]: { [side]: bound } }, { id: { [side]: id } }],
  }
}

export const listPartners = operation({
  name: 'listPartners',
  summary:
    'Lists the partners of the organization, newest first by default. For a caller of one company, ' +
    'these are its own and those that are shared. In the order of activity, only its own are listed.',
  scope: 'partners.read',
  writes: false,
  passesRows: true,
  input,
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, platform, select }, given) {
    const { first, after, last, before, ...filters } = given
    const { organizationId } = actor
    const companyId = await boundCompany(db, actor, given.companyId)
    const where = whereOf({ organizationId, companyId }, given)
    // Those without activity have no time to be ordered by.
    const sortBy = filters.hasActivity === false && filters.sortBy === 'lastActivityAt' ? 'createdAt' : filters.sortBy
    return readPage<PartnerRow>(platform.cursors, {
      name: 'partners',
      filters,
      page: { first, after, last, before },
      order: filters.order,
      keyOf: (row) => keyOf(sortBy, row),
      find: async (range, direction, take) => {
        const rows = (await db.partner.findMany({
          where: {
            AND: [
              where,
              ...(['lt', 'gt'] as const).flatMap((side) =>
                range?.[side] === undefined ? [] : [beyond(sortBy, side, range[side])],
              ),
            ],
          },
          orderBy: [...orderedBy[sortBy], 'id'].map((column) => ({ [column]: direction })),
          take,
          ...select,
        })) as PartnerRow[]
        return rowsWithOwnCounts(db, actor, rows, select)
      },
      count: () => db.partner.count({ where }),
    })
  },
})
