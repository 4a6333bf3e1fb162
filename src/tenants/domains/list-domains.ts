import { z } from 'zod'
import { companyRef, visibleCompany } from '../../companies/company.ts'
import { DomainStatus } from '../../generated/prisma/enums.ts'
import { pageInput, readPage } from '../../operation/pagination.ts'
import { forPlatforms } from '../for-platforms.ts'
import { type ShownDomain, shownDomain } from './domain.ts'

export const listDomains = forPlatforms({
  name: 'listDomains',
  summary: 'Lists the own domains of the organization and its companies, newest first.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({
    status: z
      .enum(DomainStatus)
      .meta({ graphql: 'DomainStatus' })
      .optional()
      .describe('Only domains with this status.'),
    companyId: companyRef.optional().describe('Only domains of this company.'),
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, platform }, { first, after, last, before, ...filters }) {
    const company = filters.companyId === undefined ? null : await visibleCompany(db, actor, filters.companyId)
    const where = {
      organizationId: actor.organizationId,
      ...(filters.status && { status: filters.status }),
      ...(company && { companyId: company.id }),
    }
    return readPage<ShownDomain>(platform.cursors, {
      name: 'domains',
      filters,
      page: { first, after, last, before },
      keyOf: ({ id }) => id,
      find: async (range, order, take) => {
        const inRange = { AND: [where, range ? { id: range } : {}] }
        return (await db.domain.findMany({ where: inRange, orderBy: { id: order }, take })).map((domain) =>
          shownDomain(domain, platform.env),
        )
      },
      count: () => db.domain.count({ where }),
    })
  },
})
