import { z } from 'zod'
import { visibleTo } from '../companies/company.ts'
import { operation } from '../operation.ts'
import { type Authority, authorities, automaticAuthority } from './authorities.ts'
import { reportFilters, reportsWhere } from './report-input.ts'
import { type Standing, standingOf } from './standing.ts'

export interface ComplianceStatus {
  companyId: string
  companyName: string
  country: string
  platform: Authority
  status: Standing['status']
  automatic: boolean
  reports: Record<'pending' | 'reported' | 'failed', number>
  lastReportAt: string | null
  lastError: Standing['lastError']
  obligations: readonly string[]
}

/** What the law of each country asks of a company, in the words of its authority's statuses. */
const obligations: Readonly<Record<Authority, readonly string[]>> = {
  PPF: ['200 deposited: within 24 hours, with the data of the invoice', '210 refused: within 24 hours', '212 collected: within 24 hours, by VAT rate', '213 rejected: within 24 hours'],
  SDI: ['every invoice, as FatturaPA', 'the outcome of an invoice to the public sector'],
}

export const getComplianceStatus = operation({
  name: 'getComplianceStatus',
  summary: 'Where the reporting of each company stands: platform, counts, last report and last error. Countries without an authority, such as Belgium, report nothing and are not in it.',
  scope: 'compliance',
  writes: false,
  input: z.strictObject(reportFilters),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor }, { companyId, country }): Promise<ComplianceStatus[]> {
    const where = await reportsWhere(db, actor, { companyId, country })
    const reporting = country === undefined ? Object.values(authorities).map((one) => one.country as string) : [country]
    const only = typeof where.companyId === 'string' ? where.companyId : undefined
    const companies = await db.company.findMany({ where: { ...visibleTo(actor), country: { in: reporting }, ...(only !== undefined && { id: only }) }, orderBy: { id: 'asc' } })
    const groups = await db.complianceReport.groupBy({ by: ['companyId', 'status'], where, _count: { _all: true } })
    const counted = new Map(groups.map(({ companyId: id, status, _count }) => [`${id} ${status}`, _count._all]))
    return companies.flatMap((company) => {
      const standing = standingOf(company)
      if (!standing) return []
      const { platform, status, lastReportAt, lastError } = standing
      const of = (wanted: string): number => counted.get(`${company.id} ${wanted}`) ?? 0
      return [{
        companyId: company.id, companyName: company.name, country: company.country, platform, status, automatic: automaticAuthority(company) !== undefined,
        reports: { pending: of('pending'), reported: of('reported'), failed: of('failed') }, lastReportAt, lastError, obligations: obligations[platform],
      }]
    })
  },
})
