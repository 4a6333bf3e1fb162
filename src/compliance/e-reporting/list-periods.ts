import { z } from 'zod'
import { visibleCompany } from '../../companies/company.ts'
import type { EReportingPeriod, Prisma } from '../../generated/prisma/client.ts'
import { id, oneOf } from '../../kernel/input.ts'
import { operation } from '../../operation/operation.ts'
import { pageInput, readPage } from '../../operation/pagination.ts'
import { kinds, statuses } from './choices.ts'

export const listEReportingPeriods = operation({
  name: 'listEReportingPeriods',
  summary: 'Lists the periods of e-reporting, newest first: what is collected, and what the French portal has.',
  scope: 'compliance',
  writes: false,
  input: z.strictObject({
    companyId: id('company').optional().describe('Only periods of this company.'),
    kind: oneOf('EReportingKind', kinds).optional().describe('Only periods of this kind.'),
    status: oneOf('EReportingStatus', statuses).optional().describe('Only periods with this status.'),
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, platform, select }, { first, after, last, before, ...filters }) {
    const { companyId, kind, status } = filters
    const company = companyId === undefined ? undefined : await visibleCompany(db, actor, companyId)
    const bound = company?.id ?? actor.companyId
    const where: Prisma.EReportingPeriodWhereInput = {
      organizationId: actor.organizationId,
      ...(bound !== null && { companyId: bound }),
      ...(kind !== undefined && { kind }),
      ...(status !== undefined && { status }),
    }
    return readPage<EReportingPeriod>(platform.cursors, {
      name: 'e-reporting-periods',
      filters,
      page: { first, after, last, before },
      keyOf: (period) => period.id,
      find: (range, order, take) =>
        db.eReportingPeriod.findMany({
          ...select,
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
        }) as Promise<EReportingPeriod[]>,
      count: () => db.eReportingPeriod.count({ where }),
    })
  },
})
