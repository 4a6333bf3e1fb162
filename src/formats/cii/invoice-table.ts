import type {
  Attachment,
  Delivery,
  Invoice,
  Note,
  PaymentMeans,
  PrecedingInvoice,
  Totals,
  VatSubtotal,
} from '../invoice.ts'
import type { Binding, ReadContext } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { constant, ofDocument } from '../xml/fixed-bindings.ts'
import { amount, amountIn, bareAmount, decimal, file, text } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import {
  allowanceRows,
  chargeRows,
  isAllowance,
  isCharge,
  lineRows,
  objectRows,
  periodRows,
  referenceTypeIs,
  vatType,
} from './lines.ts'
import {
  addressRows,
  buyerRows,
  payeeRows,
  sellerRows,
  singleIdentifierRows,
  taxRepresentativeRows,
} from './parties.ts'
import { dateOnly, dateTime, qualifiedDateTime, taxPoint } from './values.ts'

const invoice = tableOf<Invoice>()
const ofInvoice = ofDocument<Invoice>()

const note = tableOf<Note>()
const document = invoice.wrap('rsm:ExchangedDocument', [
  invoice.must('ram:ID', 'number', text),
  invoice.must('ram:TypeCode', 'typeCode', text),
  invoice.must('ram:IssueDateTime', 'issueDate', dateTime),
  invoice.list('ram:IncludedNote', 'notes', [
    note.must('ram:Content', 'text', text),
    note.one('ram:SubjectCode', 'subject', text),
  ]),
])

type Reference =
  | 'salesOrderReference'
  | 'orderReference'
  | 'contractReference'
  | 'despatchAdviceReference'
  | 'receivingAdviceReference'
const referenceTo = (element: string, key: Reference) =>
  invoice.wrap(element, [invoice.one('ram:IssuerAssignedID', key, text)])

const attachment = tableOf<Attachment>()
const attachmentRows = [
  attachment.must('ram:IssuerAssignedID', 'reference', text),
  attachment.one('ram:URIID', 'uri', text),
  constant('ram:TypeCode', '916'),
  attachment.one('ram:Name', 'description', text),
  attachment.one('ram:AttachmentBinaryObject', 'file', file),
]

const additional = 'ram:AdditionalReferencedDocument'
const agreement = invoice.wrap('ram:ApplicableHeaderTradeAgreement', [
  invoice.one('ram:BuyerReference', 'buyerReference', text),
  invoice.mustGroup('ram:SellerTradeParty', 'seller', sellerRows),
  invoice.mustGroup('ram:BuyerTradeParty', 'buyer', buyerRows),
  invoice.group('ram:SellerTaxRepresentativeTradeParty', 'taxRepresentative', taxRepresentativeRows),
  referenceTo('ram:SellerOrderReferencedDocument', 'salesOrderReference'),
  referenceTo('ram:BuyerOrderReferencedDocument', 'orderReference'),
  referenceTo('ram:ContractReferencedDocument', 'contractReference'),
  invoice.wrap(
    additional,
    [invoice.one('ram:IssuerAssignedID', 'tenderReference', text), constant('ram:TypeCode', '50')],
    referenceTypeIs('50'),
  ),
  invoice.group(additional, 'invoicedObject', objectRows, referenceTypeIs('130')),
  invoice.list(additional, 'attachments', attachmentRows),
  invoice.wrap('ram:SpecifiedProcuringProject', [
    invoice.one('ram:ID', 'projectReference', text),
    // The schema wants a name; the norm has no term for it.
    constant('ram:Name', 'Project reference'),
  ]),
])

const place = tableOf<Delivery>()
const delivery = invoice.wrap('ram:ApplicableHeaderTradeDelivery', [
  ...invoice.at('delivery', [
    place.wrap('ram:ShipToTradeParty', [
      ...singleIdentifierRows<Delivery>(),
      place.one('ram:Name', 'name', text),
      place.group('ram:PostalTradeAddress', 'address', addressRows),
    ]),
    place.wrap('ram:ActualDeliverySupplyChainEvent', [place.one('ram:OccurrenceDateTime', 'date', dateTime)]),
  ]),
  referenceTo('ram:DespatchAdviceReferencedDocument', 'despatchAdviceReference'),
  referenceTo('ram:ReceivingAdviceReferencedDocument', 'receivingAdviceReference'),
])

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const isIban = (account: string): boolean => IBAN.test(account.replaceAll(' ', ''))

const means = tableOf<PaymentMeans>()
const paymentMeansRows = [
  means.must('ram:TypeCode', 'code', text),
  means.one('ram:Information', 'text', text),
  means.wrap('ram:ApplicableTradeSettlementFinancialCard', [
    means.one('ram:ID', 'cardNumber', text),
    means.one('ram:CardholderName', 'cardHolder', text),
  ]),
  means.wrap('ram:PayerPartyDebtorFinancialAccount', [means.one('ram:IBANID', 'debitedAccount', text)]),
  means.wrap('ram:PayeePartyCreditorFinancialAccount', [
    means.one('ram:IBANID', 'account', text, { when: isIban }),
    means.one('ram:AccountName', 'accountName', text),
    means.one('ram:ProprietaryID', 'account', text, { when: (account) => !isIban(account) }),
  ]),
  means.wrap('ram:PayeeSpecifiedCreditorFinancialInstitution', [means.one('ram:BICID', 'bic', text)]),
]

const subtotal = tableOf<VatSubtotal>()
/** The tax point is said once (CII-SR-461, CII-SR-462). */
const inFirst = { inside: (part: object, { vatBreakdown }: Invoice) => part === vatBreakdown[0] }

const vatSubtotalRows = [
  subtotal.must('ram:CalculatedAmount', 'vat', bareAmount),
  vatType,
  subtotal.one('ram:ExemptionReason', 'exemptionReason', text),
  subtotal.must('ram:BasisAmount', 'taxable', bareAmount),
  subtotal.must('ram:CategoryCode', 'category', text),
  subtotal.one('ram:ExemptionReasonCode', 'exemptionCode', text),
  ofInvoice('ram:TaxPointDate', 'taxPointDate', dateOnly, inFirst),
  ofInvoice('ram:DueDateTypeCode', 'taxPointCode', taxPoint, inFirst),
  subtotal.one('ram:RateApplicablePercent', 'rate', decimal),
]

const isVatCurrencyTotal = (element: XmlElement, { currencies }: ReadContext): boolean => {
  const currency = element.attribute('currencyID')
  return currency !== undefined && currency === currencies.vatCurrency && currency !== currencies.currency
}

const totals = tableOf<Totals>()
const totalsRows = [
  totals.must('ram:LineTotalAmount', 'lines', bareAmount),
  totals.one('ram:ChargeTotalAmount', 'charges', bareAmount),
  totals.one('ram:AllowanceTotalAmount', 'allowances', bareAmount),
  totals.must('ram:TaxBasisTotalAmount', 'withoutVat', bareAmount),
  totals.one('ram:TaxTotalAmount', 'vatInVatCurrency', amountIn('vatCurrency'), { accepts: isVatCurrencyTotal }),
  totals.one('ram:TaxTotalAmount', 'vat', amount),
  totals.one('ram:RoundingAmount', 'rounding', bareAmount),
  totals.must('ram:GrandTotalAmount', 'withVat', bareAmount),
  totals.one('ram:TotalPrepaidAmount', 'prepaid', bareAmount),
  totals.must('ram:DuePayableAmount', 'payable', bareAmount),
]

const preceding = tableOf<PrecedingInvoice>()
const settlement = invoice.wrap('ram:ApplicableHeaderTradeSettlement', [
  invoice.one('ram:CreditorReferenceID', 'creditorIdentifier', text),
  invoice.one('ram:PaymentReference', 'paymentReference', text),
  invoice.one('ram:TaxCurrencyCode', 'vatCurrency', text),
  invoice.must('ram:InvoiceCurrencyCode', 'currency', text),
  invoice.group('ram:PayeeTradeParty', 'payee', payeeRows),
  invoice.list('ram:SpecifiedTradeSettlementPaymentMeans', 'paymentMeans', paymentMeansRows),
  invoice.list('ram:ApplicableTradeTax', 'vatBreakdown', vatSubtotalRows),
  invoice.group('ram:BillingSpecifiedPeriod', 'period', periodRows),
  invoice.list('ram:SpecifiedTradeAllowanceCharge', 'allowances', allowanceRows, isAllowance),
  invoice.list('ram:SpecifiedTradeAllowanceCharge', 'charges', chargeRows, isCharge),
  invoice.wrap('ram:SpecifiedTradePaymentTerms', [
    invoice.one('ram:Description', 'paymentTerms', text),
    invoice.one('ram:DueDateDateTime', 'dueDate', dateTime),
    invoice.one('ram:DirectDebitMandateID', 'mandateReference', text),
  ]),
  invoice.wrap('ram:SpecifiedTradeSettlementHeaderMonetarySummation', invoice.mustAt('totals', totalsRows)),
  invoice.list('ram:InvoiceReferencedDocument', 'precedingInvoices', [
    preceding.must('ram:IssuerAssignedID', 'number', text),
    preceding.one('ram:FormattedIssueDateTime', 'issueDate', qualifiedDateTime),
  ]),
  invoice.wrap('ram:ReceivableSpecifiedTradeAccountingAccount', [
    invoice.one('ram:ID', 'buyerAccountingReference', text),
  ]),
])

/** `rsm:CrossIndustryInvoice`, in the order of its schema. */
export const crossIndustryInvoiceRows: readonly Binding<Invoice>[] = [
  invoice.wrap('rsm:ExchangedDocumentContext', [
    invoice.wrap('ram:BusinessProcessSpecifiedDocumentContextParameter', [invoice.one('ram:ID', 'process', text)]),
    invoice.wrap('ram:GuidelineSpecifiedDocumentContextParameter', [invoice.one('ram:ID', 'specification', text)]),
  ]),
  document,
  invoice.wrap('rsm:SupplyChainTradeTransaction', [
    invoice.list('ram:IncludedSupplyChainTradeLineItem', 'lines', lineRows),
    agreement,
    // The schema wants the delivery even when there is nothing to say about it.
    {
      ...delivery,
      write: (from, context) => (delivery.write(from, context).length > 0 ? delivery.write(from, context) : [{}]),
    },
    settlement,
  ]),
]
