/** The flow of an e-reporting message, in the words of XP Z12-013. Pure. */
import { type NewRow, json } from '../../kernel/database/rows.ts'
import { newId } from '../../values/ids.ts'
import type { AckDetail } from './acknowledgement.ts'
import type { FlowType, ProcessingRule } from './flow-words.ts'

/** What an e-reporting message has in it. */
export interface ReportContent {
  /** Sales, purchases abroad, or what was collected. */
  kind: 'transactions' | 'purchases' | 'payments'
  /** Invoices one by one (10.1, 10.2). */
  hasInvoices: boolean
  /** Sums by day (10.3, 10.4). */
  hasTotals: boolean
}

const types: Readonly<Record<ReportContent['kind'], { unitary: FlowType; aggregated: FlowType }>> = {
  transactions: {
    unitary: 'UnitaryCustomerTransactionReport',
    aggregated: 'AggregatedCustomerTransactionReport',
  },
  // Purchases are told one by one.
  purchases: { unitary: 'UnitarySupplierTransactionReport', aggregated: 'UnitarySupplierTransactionReport' },
  payments: { unitary: 'UnitaryCustomerPaymentReport', aggregated: 'AggregatedCustomerPaymentReport' },
}

export const typeOfReport = ({ kind, hasInvoices, hasTotals }: ReportContent): FlowType => {
  if (hasInvoices && hasTotals) return 'MultiFlowReport'
  return types[kind][hasInvoices ? 'unitary' : 'aggregated']
}

/** Invoices one by one are of trade abroad, sums of trade with consumers. */
export const ruleOfReport = ({ hasInvoices, hasTotals }: ReportContent): ProcessingRule => {
  if (hasInvoices && hasTotals) return 'NotApplicable'
  return hasInvoices ? 'B2BInt' : 'B2C'
}

interface SentReport extends ReportContent {
  organizationId: string
  companyId: string
  name: string
  fileHash: string
  /** Why the portal refused it; null where it did not. */
  refusal: { code: string; message: string } | null
}

export const refusalDetails = ({ code, message }: { code: string; message: string }): AckDetail[] => [
  { level: 'Error', item: code, reasonCode: 'OtherTechnicalError', reasonMessage: message },
]

/** A report that this platform made and the portal answered, so that its company sees what it was. */
export const reportFlow = (report: SentReport, now: Date): NewRow => {
  const { organizationId, companyId, name, fileHash, refusal } = report
  return {
    table: 'flows',
    columns: {
      organizationId,
      id: newId('flow'),
      companyId,
      name,
      direction: 'incoming',
      type: typeOfReport(report),
      syntax: 'FRR',
      processingRule: ruleOfReport(report),
      sha256: fileHash,
      fileHash,
      fileType: 'application/xml',
      ackStatus: refusal === null ? 'ok' : 'error',
      ackDetails: json(refusal === null ? [] : refusalDetails(refusal)),
      submittedAt: now,
    },
  }
}
