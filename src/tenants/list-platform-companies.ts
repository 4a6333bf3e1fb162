import { z } from 'zod'
import { type CompanyRow, withAddress } from '../companies/company.ts'
import { escapeLike } from '../kernel/database/like.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { CompanyStatus, SmpStatus } from '../generated/prisma/enums.ts'
import { country, instant, oneOf, sortDirection } from '../kernel/input.ts'
import { externalId } from '../operation/external-id.ts'
import type { Run } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { limits } from '../values/limits.ts'
import { forPlatforms } from './for-platforms.ts'
import { monthOf } from '../values/dates.ts'
import { type CompanyStanding, nearQuotas, standingOf } from './standing.ts'

export type ManagedCompany = CompanyRow & { standing: CompanyStanding }

const orders = { createdAt: 'When the company was registered.', name: 'The name.' } as const
type Order = keyof typeof orders

const input = z.strictObject({
  country: country.optional().describe('Only companies of this country.'),
  status: z.enum(CompanyStatus).meta({ graphql: 'CompanyStatus' }).optional().describe('Only companies with it.'),
  smpStatus: z
    .enum(SmpStatus)
    .meta({ graphql: 'SmpStatus' })
    .optional()
    .describe('Only companies whose publication has this status.'),
  externalId: externalId.optional().describe("Only the company that the caller's own system calls so."),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Text to find in the name, legal name, VAT number, participant id or `externalId`.'),
  createdFrom: instant.optional().describe('Only companies that were registered at this time or later.'),
  createdTo: instant.optional().describe('Only companies that were registered before this time.'),
  usageAbove: z
    .number()
    .int()
    .min(0)
    .max(limits.quotaDocuments)
    .optional()
    .describe('Only companies that sent more documents in this month.'),
  nearQuota: z.boolean().optional().describe('True: only companies that used 80 % or more of a quota.'),
  sortBy: oneOf('ManagedCompanyOrder', orders)
    .default('createdAt')
    .describe('Field to order by (default `createdAt`).'),
  order: sortDirection.default('desc').describe('Direction of the order (default `desc`).'),
  ...pageInput,
})

type Filters = z.output<typeof input>

/** Companies that used as much as was asked for; undefined where nothing was asked. */
const byUsage = async ({ db, actor, now }: Run, { usageAbove, nearQuota }: Filters): Promise<string[] | undefined> => {
  const { organizationId } = actor
  const asked = [
    ...(usageAbove === undefined ? [] : [sentMore(organizationId, monthOf(now), usageAbove)]),
    ...(nearQuota === true
      ? [Prisma.sql`SELECT "companyId" AS id FROM (${nearQuotas(organizationId, now)}) AS near`]
      : []),
  ]
  if (asked.length === 0) return undefined
  return (await db.$queryRaw<{ id: string }[]>(Prisma.join(asked, ' INTERSECT '))).map(({ id }) => id)
}

const sentMore = (organizationId: string, month: string, count: number): Prisma.Sql => Prisma.sql`
  SELECT companies.id FROM counted_usage AS counted
  JOIN companies ON companies."organizationId" = counted."organizationId" AND companies.id = counted."subjectId"
  WHERE counted."organizationId" = ${organizationId} AND counted.month = ${month}
  GROUP BY companies.id HAVING sum(counted.documents) > ${count}`

const whereOf = (organizationId: string, given: Filters, ids: string[] | undefined): Prisma.CompanyWhereInput => ({
  organizationId,
  ...(given.country && { country: given.country }),
  ...(given.status && { status: given.status }),
  ...(given.smpStatus && { smpStatus: given.smpStatus }),
  ...(given.externalId !== undefined && { externalId: given.externalId }),
  ...(given.q && { searchText: { contains: escapeLike(given.q.toLowerCase()) } }),
  ...((given.createdFrom ?? given.createdTo) && {
    createdAt: {
      ...(given.createdFrom && { gte: new Date(given.createdFrom) }),
      ...(given.createdTo && { lt: new Date(given.createdTo) }),
    },
  }),
  ...(ids && { AND: [{ id: { in: ids } }] }),
})

const keyOf = (sortBy: Order, { name, id }: CompanyRow): string =>
  JSON.stringify(sortBy === 'name' ? [name, id] : ['', id])

/** Rows beyond a key: by the name, and by the id where the name is the same. */
const beyond = (sortBy: Order, side: 'lt' | 'gt', key: string): Prisma.CompanyWhereInput => {
  const [name, id] = JSON.parse(key) as [string, string]
  if (sortBy !== 'name') return { id: { [side]: id } }
  return { OR: [{ name: { [side]: name } }, { name, id: { [side]: id } }] }
}

export const listPlatformCompanies = forPlatforms({
  name: 'listPlatformCompanies',
  summary:
    'Lists the managed companies, newest first by default, each with its usage of this month, its quota, its last ' +
    'activity and its health.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input,
  errors: ['INVALID_DATE'],
  async run(run, given) {
    const { db, actor, platform } = run
    const { first, after, last, before, ...filters } = given
    const sortBy = filters.sortBy as Order
    const where = whereOf(actor.organizationId, given, await byUsage(run, given))
    return readPage<ManagedCompany>(platform.cursors, {
      name: 'platform-companies',
      filters,
      page: { first, after, last, before },
      order: filters.order,
      keyOf: (row) => keyOf(sortBy, row),
      find: async (range, direction, take) => {
        const sides = (['lt', 'gt'] as const).flatMap((side) =>
          range?.[side] === undefined ? [] : [beyond(sortBy, side, range[side])],
        )
        const rows = await db.company.findMany({
          where: { AND: [where, ...sides] },
          orderBy: sortBy === 'name' ? [{ name: direction }, { id: direction }] : { id: direction },
          take,
          include: withAddress,
        })
        const standings = await standingOf(run, rows)
        return rows.map((row) => ({ ...row, standing: standings.get(row.id) as CompanyStanding }))
      },
      count: () => db.company.count({ where }),
    })
  },
})
