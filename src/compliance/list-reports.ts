import { reportStatuses } from './reports/choices.ts'
import { z } from 'zod'
import type { ComplianceReport } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { reportFilters, reportTime, reportsWhere } from './report-input.ts'

export const listComplianceReports = operation({
  name: 'listComplianceReports',
  summary: 'Lists the reports to authorities, newest first.',
  scope: 'compliance',
  writes: false,
  input: z.strictObject({
    ...reportFilters,
    status: z
      .enum(reportStatuses)
      .meta({ graphql: 'ReportStatus', examples: ['reported'] })
      .optional()
      .describe('Only reports with this status.'),
    ...reportTime,
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND', 'INVALID_DATE'],
  async run({ db, actor, platform, select }, { first, after, last, before, status, ...filter }) {
    const where = { ...(await reportsWhere(db, actor, filter)), ...(status !== undefined && { status }) }
    return readPage<ComplianceReport>(platform.cursors, {
      name: 'compliance-reports',
      filters: { ...filter, status },
      page: { first, after, last, before },
      keyOf: ({ id }) => id,
      find: (range, order, take) =>
        db.complianceReport.findMany({
          where: { ...where, ...(range && { id: range }) },
          orderBy: { id: order },
          take,
          ...select,
        }) as Promise<ComplianceReport[]>,
      count: () => db.complianceReport.count({ where }),
    })
  },
})
