import { z } from 'zod'
import { visibleCompany } from '../companies/company.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { date } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { reportFilters } from './report-input.ts'
import { DAY_MS, dayOf, startOfDay } from '../values/dates.ts'

const DEFAULT_DAYS = 30
const MOST_DAYS = 366

export interface DayCount {
  day: string
  pending: number
  reported: number
  failed: number
}

export const countComplianceReports = operation({
  name: 'countComplianceReports',
  summary:
    'Counts reports by day and status, for a chart. The answer ' +
    'includes every day of the period, also days without reports.',
  scope: 'compliance',
  writes: false,
  input: z.strictObject({
    ...reportFilters,
    from: date.optional().describe('First day of the period (default: 30 days before the last day).'),
    to: date.optional().describe('Last day of the period (default: today).'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'INVALID_DATE'],
  async run({ db, actor, now }, { companyId, country, from, to }): Promise<DayCount[]> {
    const company = companyId === undefined ? actor.companyId : (await visibleCompany(db, actor, companyId)).id
    const last = startOfDay(to ?? dayOf(now))
    const first = from === undefined ? new Date(last.getTime() - (DEFAULT_DAYS - 1) * DAY_MS) : startOfDay(from)
    const days = Math.round((last.getTime() - first.getTime()) / DAY_MS) + 1
    if (days < 1 || days > MOST_DAYS)
      throw refusal(
        'INVALID_REQUEST',
        'from',
        `The period must have between 1 and ${MOST_DAYS} days, and the first must not be after the last.`,
      )
    const rows = await db.$queryRaw<
      { day: string; status: 'pending' | 'reported' | 'failed'; count: bigint }[]
    >(Prisma.sql`
      SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, status::text AS status, count(*) AS count
      FROM compliance_reports
      WHERE "organizationId" = ${actor.organizationId}
        AND "createdAt" >= ${first} AND "createdAt" < ${new Date(last.getTime() + DAY_MS)}
        ${company === null ? Prisma.empty : Prisma.sql`AND "companyId" = ${company}`}
        ${country === undefined ? Prisma.empty : Prisma.sql`AND country = ${country}`}
      GROUP BY 1, 2`)
    const counts = new Map(
      Array.from({ length: days }, (_, index): [string, DayCount] => {
        const day = dayOf(new Date(first.getTime() + index * DAY_MS))
        return [day, { day, pending: 0, reported: 0, failed: 0 }]
      }),
    )
    for (const { day, status, count } of rows) {
      const entry = counts.get(day)
      if (entry) entry[status] = Number(count)
    }
    return [...counts.values()]
  },
})
