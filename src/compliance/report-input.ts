/** What the views of reporting have in common: which companies and which time. */
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { visibleCompany } from '../companies/company.ts'
import type { Db } from '../kernel/database/open.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { date, oneOf } from '../kernel/input.ts'
import { reportingCountries } from '../companies/authorities.ts'
import { DAY_MS, startOfDay } from '../values/dates.ts'

export const reportFilters = {
  companyId: z.string().max(200).meta({ graphql: 'ID' }).optional().describe('Only reports of this company.'),
  country: oneOf('ReportingCountry', reportingCountries)
    .optional()
    .describe('Only reports to the authority of this country.'),
}
export const reportTime = {
  from: date.optional().describe('Only reports created on this day or later.'),
  to: date.optional().describe('Only reports created on this day or earlier.'),
}

interface Filter {
  companyId?: string | undefined
  country?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** For a caller bound to one company, the reports of that company only. */
export const reportsWhere = async (
  db: Db,
  actor: Actor,
  { companyId, country, from, to }: Filter,
): Promise<Prisma.ComplianceReportWhereInput> => {
  const company = companyId === undefined ? undefined : await visibleCompany(db, actor, companyId)
  const bound = company?.id ?? actor.companyId
  return {
    organizationId: actor.organizationId,
    ...(bound !== null && { companyId: bound }),
    ...(country !== undefined && { country }),
    ...((from !== undefined || to !== undefined) && {
      createdAt: {
        ...(from !== undefined && { gte: startOfDay(from) }),
        ...(to !== undefined && { lt: new Date(startOfDay(to).getTime() + DAY_MS) }),
      },
    }),
  }
}
