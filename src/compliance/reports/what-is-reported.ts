/** Which statuses of a document each authority is told, when it is this organization that gives them. */
import { statusesForAuthority } from '../../lifecycle/tables/french-statuses.ts'
import type { LifecycleState } from '../../lifecycle/tables/states.ts'
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
}

const isTold: Readonly<Record<Authority, (given: ReportableStatus) => boolean>> = {
  PPF: ({ frenchStatus }) => frenchStatus !== null && statusesForAuthority.includes(frenchStatus),
  SDI: ({ status, senderVatNumber }) =>
    status !== null && isToldToSdi(status) && senderVatNumber?.startsWith('IT') === true,
}

/** The report that a status calls for; undefined where none is told, or reporting is switched off. */
export const reportFor = (
  company: { country: string; settings: unknown },
  given: ReportableStatus,
): PendingReport | undefined => {
  const authority = automaticAuthority(company)
  if (!authority || !isTold[authority](given)) return undefined
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
