/** The words of XP Z12-013 for what moves, by what the product knows of it. Pure. */
import { partyOf } from '../../lifecycle/tables/states.ts'
import { schemeOf } from '../../values/peppol-schemes.ts'

export const flowSyntaxes = {
  UBL: 'An invoice in UBL 2.1.',
  CII: 'An invoice in UN/CEFACT CII.',
  'Factur-X': 'A PDF with the invoice inside.',
  CDAR: 'A status of an invoice.',
  FRR: 'An e-reporting message.',
} as const
export type FlowSyntax = keyof typeof flowSyntaxes

export const flowProfiles = {
  Basic: 'The basic profile, without lines.',
  CIUS: 'The French specification of EN 16931.',
  'Extended-CTC-FR': 'The French extension of EN 16931.',
  Undefined: 'Not known, or there is none.',
} as const
type FlowProfile = keyof typeof flowProfiles

export const processingRules = {
  B2B: 'An invoice between two companies in France.',
  B2BInt: 'An invoice to or from a company abroad, for e-reporting.',
  B2C: 'An invoice to a consumer, for e-reporting.',
  B2G: 'An invoice to a public body.',
  B2GInt: 'An invoice of a public body abroad, or to one.',
  OutOfScope: 'Nothing that the reform is about.',
  B2GOutOfScope: 'An invoice to a public body that the reform is not about.',
  ArchiveOnly: 'To be kept, not sent.',
  NotApplicable: 'No rule applies.',
  Undefined: 'Not known yet, or it cannot be known.',
} as const
export type ProcessingRule = keyof typeof processingRules

export const flowTypes = {
  CustomerInvoice: 'An invoice of the organization, or one that its customer issued in its name.',
  SupplierInvoice: 'An invoice to the organization, or one that it issued in the name of a supplier.',
  StateInvoice: 'The copy of an invoice for the state (edition 1.2).',
  CustomerInvoiceLC: 'A status of an invoice to a customer.',
  SupplierInvoiceLC: 'A status of an invoice of a supplier.',
  StateCustomerInvoiceLC: 'A status of an invoice to a customer, for the state.',
  StateSupplierInvoiceLC: 'A status of an invoice of a supplier, for the state.',
  AggregatedCustomerTransactionReport: 'Sales to consumers by day (10.3).',
  UnitaryCustomerTransactionReport: 'Sales abroad, or single sales to consumers (10.1).',
  AggregatedCustomerPaymentReport: 'Payments of consumers by day (10.4).',
  UnitaryCustomerPaymentReport: 'Payments of sales abroad, or of single sales to consumers (10.2).',
  UnitarySupplierTransactionReport: 'Purchases abroad (10.1).',
  MultiFlowReport: 'An e-reporting message of several kinds.',
  StateCustomerInvoice: 'The copy of an invoice to a customer, for the state (edition 1.3).',
  StateSupplierInvoice: 'The copy of a self-billed invoice, for the state (edition 1.3).',
  StateTransactionReport: 'Transactions, for the state (edition 1.3).',
  StateTransactionReportLC: 'A status of transactions that were told the state (edition 1.3).',
  StatePaymentReport: 'Payments, for the state (edition 1.3).',
  StatePaymentReportLC: 'A status of payments that were told the state (edition 1.3).',
  Undefined: 'Not known yet, or it cannot be known.',
} as const
export type FlowType = keyof typeof flowTypes

export const ackStatuses = {
  Pending: 'The checks are not over.',
  Ok: 'The file was taken.',
  Error: 'The file was not taken; the details say why.',
} as const

/** What a document tells of itself, whether it is stored already or about to be. */
export interface FlowSubject {
  direction: 'incoming' | 'outgoing'
  type: string
  selfBilled?: boolean | undefined
  senderVatNumber?: string | null | undefined
  senderPeppolId?: string | null | undefined
  receiverVatNumber?: string | null | undefined
  receiverPeppolId?: string | null | undefined
}

/** Which side of the trade the organization is on: what the norm's types begin with. */
export const sideOf = ({ direction, type, selfBilled = false }: FlowSubject): 'Customer' | 'Supplier' =>
  partyOf({ direction, type, selfBilled }) === 'supplier' ? 'Customer' : 'Supplier'

const isInFrance = (vatNumber: string | null | undefined, peppolId: string | null | undefined): boolean =>
  vatNumber != null ? vatNumber.startsWith('FR') : peppolId != null && schemeOf(peppolId)?.country === 'FR'

/** The rule as it follows from the two parties. */
export const ruleOf = (subject: FlowSubject): ProcessingRule => {
  const { senderVatNumber, senderPeppolId, receiverVatNumber, receiverPeppolId } = subject
  const [here, there] = [isInFrance(senderVatNumber, senderPeppolId), isInFrance(receiverVatNumber, receiverPeppolId)]
  if (here && there) return 'B2B'
  if (here && receiverVatNumber == null && receiverPeppolId == null) return 'B2C'
  return here || there ? 'B2BInt' : 'OutOfScope'
}

/** The French extension, as France and as Peppol name it. */
const EXTENDED = /:(?:extended-ctc-fr|france:billing:extended)(?::|$)/

/** The profile that a specification (BT-24) names. */
export const profileOf = (specification: string | null | undefined): FlowProfile | null => {
  if (specification == null) return null
  if (EXTENDED.test(specification)) return 'Extended-CTC-FR'
  return /:basic(?:wl)?$/i.test(specification) ? 'Basic' : 'CIUS'
}
