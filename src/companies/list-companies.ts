import { z } from 'zod'
import { escapeLike } from '../kernel/database/like.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { CompanyStatus } from '../generated/prisma/enums.ts'
import { country } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { externalId } from '../operation/external-id.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { type CompanyRow, visibleTo, withAddress } from './company.ts'

const filters = {
  country: country.optional().describe('Only companies of this country.'),
  status: z
    .enum(CompanyStatus)
    .meta({ graphql: 'CompanyStatus' })
    .optional()
    .describe('Only companies with this status.'),
  externalId: externalId.optional().describe("Only the company that the caller's own system calls so."),
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Text to find in the name, legal name, VAT number, participant id or `externalId`.'),
}

export const listCompanies = operation({
  name: 'listCompanies',
  summary: 'Lists the companies of the organization, newest first.',
  scope: 'companies.read',
  writes: false,
  passesRows: true,
  input: z.strictObject({
    ...filters,
    ...pageInput,
    includeAddress: z.boolean().optional().describe('Whether the answer includes the address (default true).'),
  }),
  errors: [],
  run({ db, actor, platform, select }, { first, after, last, before, includeAddress = true, ...filter }) {
    const where: Prisma.CompanyWhereInput = {
      ...visibleTo(actor),
      ...(filter.country && { country: filter.country }),
      ...(filter.status && { status: filter.status }),
      ...(filter.externalId && { externalId: filter.externalId }),
      ...(filter.search && { searchText: { contains: escapeLike(filter.search.toLowerCase()) } }),
    }
    const shape = 'select' in select || 'include' in select ? select : includeAddress ? { include: withAddress } : {}
    return readPage<CompanyRow>(platform.cursors, {
      name: 'companies',
      filters: filter,
      page: { first, after, last, before },
      keyOf: (company) => company.id,
      find: (range, order, take) =>
        db.company.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
          ...shape,
        }) as Promise<CompanyRow[]>,
      count: () => db.company.count({ where }),
    })
  },
})
