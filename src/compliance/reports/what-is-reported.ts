/** Which statuses of a document each authority is told, when it is this organization that gives them. */
import { ruleOf } from '../../flows/record/flow-words.ts'
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
  direction: 'incoming' | 'outgoing'
  type: string
  senderVatNumber: string | null
  senderPeppolId: string | null
  receiverVatNumber: string | null
  receiverPeppolId: string | null
  process: string | null
  taxPointCode: string | null
}

const COLLECTED = '212'
const ON_PAYMENT = '432'
/** Billing modes (BT-23) of services, and of goods and services: their VAT is due when they are paid. */
const OF_SERVICES = /^[SM]\d$/

/** The invoice says when its VAT is due (BT-8), which may be an option for debits; else what is sold decides. */
export const isDueOnCollection = ({
  process,
  taxPointCode,
}: Pick<ReportableStatus, 'process' | 'taxPointCode'>): boolean =>
  taxPointCode === null ? OF_SERVICES.test(process ?? '') : taxPointCode === ON_PAYMENT

/** Trade abroad and sales to consumers are told by period (`e-reporting/`), and not twice. */
const TOLD_BY_PERIOD: readonly string[] = ['B2BInt', 'B2C']

type Reporting = { country: string; settings: unknown }

const isTold: Readonly<Record<Authority, (given: ReportableStatus, company: Reporting) => boolean>> = {
  PPF: (given, company) =>
    given.frenchStatus !== null &&
    statusesForAuthority.includes(given.frenchStatus) &&
    !TOLD_BY_PERIOD.includes(ruleOf(given)) &&
    (given.frenchStatus !== COLLECTED || reportsEveryCollection(company) || isDueOnCollection(given)),
  SDI: ({ status, senderVatNumber }) =>
    status !== null && isToldToSdi(status) && senderVatNumber?.startsWith('IT') === true,
}

type Facts = Omit<
  ReportableStatus,
  'organizationId' | 'companyId' | 'documentId' | 'entryId' | 'status' | 'frenchStatus'
>

/** What of a document decides about its reports. */
export const reportedFacts = (document: Facts): Facts => ({
  direction: document.direction,
  type: document.type,
  senderVatNumber: document.senderVatNumber,
  senderPeppolId: document.senderPeppolId,
  receiverVatNumber: document.receiverVatNumber,
  receiverPeppolId: document.receiverPeppolId,
  process: document.process,
  taxPointCode: document.taxPointCode,
})

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
