import { z } from 'zod'
import { mayRead } from '../../auth/visibility.ts'
import type { EReportingPeriod } from '../../generated/prisma/client.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { id } from '../../kernel/input.ts'
import { operation } from '../../operation/operation.ts'
import { type LeftOut, type PeriodLine, periodLines, singleEntries } from './totals.ts'

export interface PeriodContent {
  period: EReportingPeriod
  lines: PeriodLine[]
  /** What is told one by one, and what is left out: at most so many. */
  invoices: number
  leftOut: LeftOut[]
}

export const getEReportingPeriod = operation({
  name: 'getEReportingPeriod',
  summary: 'Returns a period of e-reporting, with what it tells of each day, kind and VAT rate.',
  scope: 'compliance',
  writes: false,
  input: z.strictObject({ periodId: id('reportingPeriod').describe('Identifier of the period, `erp_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor }, { periodId }): Promise<PeriodContent> {
    const { organizationId } = actor
    const period = await db.eReportingPeriod.findUnique({
      where: { organizationId_id: { organizationId, id: periodId } },
    })
    if (!period || !mayRead(actor, period)) throw new AppError('RESOURCE_NOT_FOUND')
    return { period, lines: await periodLines(db, period), ...(await singleEntries(db, period)) }
  },
})
