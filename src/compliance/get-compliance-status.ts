import { z } from 'zod'
import { visibleTo } from '../companies/company.ts'
import type { Company, Prisma } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { type Page, pageInput, readPage } from '../operation/pagination.ts'
import { type Authority, authorities, automaticAuthority } from '../companies/authorities.ts'
import { reportFilters, reportsWhere } from './report-input.ts'
import { type AuthorityStatus, standingOf } from '../companies/reporting-standing.ts'

export interface ComplianceStatus {
  companyId: string
  companyName: string
  country: string
  platform: Authority
  status: AuthorityStatus['status']
  automatic: boolean
  reports: Record<'pending' | 'reported' | 'failed', number>
  lastReportAt: string | null
  lastError: AuthorityStatus['lastError']
  obligations: readonly string[]
}

/** `one` says which single status was asked for, where both the company and the country were given. */
export type CompliancePage = Page<ComplianceStatus> & { one: { companyId: string; country: string } | null }

/** What the law of each country asks of a company, in the words of its authority's statuses. */
const obligations: Readonly<Record<Authority, readonly string[]>> = {
  PPF: [
    '200 deposited: within 24 hours, with the data of the invoice',
    '210 refused: within 24 hours',
    '212 collected: within 24 hours, by VAT rate',
    '213 rejected: within 24 hours',
  ],
  SDI: ['every invoice, as FatturaPA', 'the outcome of an invoice to the public sector'],
}

export const getComplianceStatus = operation({
  name: 'getComplianceStatus',
  summary:
    'Returns the status of reporting for each company: authority, counts, last report and last error. ' +
    'Companies in countries without such an authority, such as Belgium, are not included.',
  scope: 'compliance',
  writes: false,
  input: z.strictObject({ ...reportFilters, ...pageInput }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, platform }, { companyId, country, ...page }): Promise<CompliancePage> {
    const where = await reportsWhere(db, actor, { companyId, country })
    const reporting = country === undefined ? Object.values(authorities).map((one) => one.country as string) : [country]
    const only = typeof where.companyId === 'string' ? where.companyId : undefined
    const companies: Prisma.CompanyWhereInput = {
      ...visibleTo(actor),
      country: { in: reporting },
      ...(only !== undefined && { id: only }),
    }
    const { rows, cursorOf, ...found } = await readPage<Company>(platform.cursors, {
      name: 'compliance-status',
      filters: { companyId: only, country },
      page,
      order: 'asc',
      keyOf: ({ id }) => id,
      find: (range, order, take) =>
        db.company.findMany({ where: { AND: [companies, range ? { id: range } : {}] }, orderBy: { id: order }, take }),
      count: () => db.company.count({ where: companies }),
    })
    const groups = await db.complianceReport.groupBy({
      by: ['companyId', 'status'],
      where: { AND: [where, { companyId: { in: rows.map(({ id }) => id) } }] },
      _count: { _all: true },
    })
    const counted = new Map(groups.map(({ companyId: id, status, _count }) => [`${id} ${status}`, _count._all]))
    const byId = new Map(rows.map((company) => [company.id, company]))
    return {
      ...found,
      one: only !== undefined && country !== undefined ? { companyId: only, country } : null,
      rows: rows.flatMap((company) => statusOf(company, (wanted) => counted.get(`${company.id} ${wanted}`) ?? 0) ?? []),
      cursorOf: ({ companyId: id }) => cursorOf(byId.get(id) as Company),
    }
  },
})

const statusOf = (company: Company, of: (status: string) => number): ComplianceStatus | undefined => {
  const standing = standingOf(company)
  if (!standing) return undefined
  const { platform, status, lastReportAt, lastError } = standing
  return {
    companyId: company.id,
    companyName: company.name,
    country: company.country,
    platform,
    status,
    automatic: automaticAuthority(company) !== undefined,
    reports: { pending: of('pending'), reported: of('reported'), failed: of('failed') },
    lastReportAt,
    lastError,
    obligations: obligations[platform],
  }
}
