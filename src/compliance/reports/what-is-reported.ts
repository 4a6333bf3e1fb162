/** Which statuses of a document each authority is told, when it is this organization that gives them. */
import { statusesForAuthority } from '../../lifecycle/tables/french-statuses.ts'
import type { LifecycleState } from '../../lifecycle/tables/states.ts'
import { reportsEveryCollection } from '../../companies/settings.ts'
import { type Authority, automaticAuthority } from '../../companies/authorities.ts'
import type { PendingReport } from './append-reports.ts'
import { isToldToSdi } from './invoice-report.ts'

interface ReportableStatus {
  organizationId: string
  companyId: string
  documentId: string
  entryId: string
  status: LifecycleState | null
  frenchStatus: string | null
  senderVatNumber: string | null
  process: string | null
  taxPointCode: string | null
}

const COLLECTED = '212'
const ON_PAYMENT = '432'
/** Billing modes (BT-23) of services, and of goods and services: their VAT is due when they are paid. */
const OF_SERVICES = /^[SM]\d$/

/** The invoice says when its VAT is due (BT-8), which may be an option for debits; else what is sold decides. */
const isDueOnCollection = ({ process, taxPointCode }: ReportableStatus): boolean =>
  taxPointCode === null ? OF_SERVICES.test(process ?? '') : taxPointCode === ON_PAYMENT

type Reporting = { country: string; settings: unknown }

const isTold: Readonly<Record<Authority, (given: ReportableStatus, company: Reporting) => boolean>> = {
  PPF: (given, company) =>
    given.frenchStatus !== null &&
    statusesForAuthority.includes(given.frenchStatus) &&
    (given.frenchStatus !== COLLECTED || reportsEveryCollection(company) || isDueOnCollection(given)),
  SDI: ({ status, senderVatNumber }) =>
    status !== null && isToldToSdi(status) && senderVatNumber?.startsWith('IT') === true,
}

/** The report that a status calls for; undefined where none is told, or reporting is switched off. */
export const reportFor = (company: Reporting, given: ReportableStatus): PendingReport | undefined => {
  const authority = automaticAuthority(company)
  if (!authority || !isTold[authority](given, company)) return undefined
  const { organizationId, companyId, documentId, entryId, frenchStatus } = given
  return {
    organizationId,
    companyId,
    documentId,
    country: company.country,
    reportedTo: authority,
    subject: `status:${entryId}`,
    frenchStatus,
  }
}
