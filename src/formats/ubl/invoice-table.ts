import type { Attachment, Invoice, Note, PaymentMeans, PrecedingInvoice } from '../invoice.ts'
import type { Binding, ReadContext, Value } from '../xml/binding.ts'
import { noteOf, textOfNote } from '../note.ts'
import { tableOf } from '../xml/table.ts'
import { constant, ofDocument, onlyRead } from '../xml/fixed-bindings.ts'
import { amount, amountIn, date, file, identifier, text } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import { allowanceRows, chargeRows, isAllowance, isCharge, totalsRows, vatSubtotalRows } from './amounts.ts'
import { documentTypeIs, lineRows, periodRows } from './lines.ts'
import { buyerRows, deliveryRows, payeeRows, sellerRows, taxRepresentativeRows } from './parties.ts'

const invoice = tableOf<Invoice>()

const note: Value<Note> = {
  attributes: [],
  read: ({ text }) => {
    const all = text.trim()
    return all === '' ? undefined : noteOf(all)
  },
  write: textOfNote,
}

const preceding = tableOf<PrecedingInvoice>()
const precedingRows = [
  preceding.wrap('cac:InvoiceDocumentReference', [
    preceding.must('cbc:ID', 'number', text),
    preceding.one('cbc:IssueDate', 'issueDate', date),
  ]),
]

const attachment = tableOf<Attachment>()
export const attachmentRows = [
  attachment.must('cbc:ID', 'reference', text),
  attachment.one('cbc:DocumentDescription', 'description', text),
  attachment.wrap('cac:Attachment', [
    attachment.one('cbc:EmbeddedDocumentBinaryObject', 'file', file),
    attachment.wrap('cac:ExternalReference', [attachment.one('cbc:URI', 'uri', text)]),
  ]),
]

const ofInvoice = ofDocument<Invoice>()
const means = tableOf<PaymentMeans>()

const DIRECT_DEBIT = new Set(['49', '59'])
/**
 * One mandate an invoice (UBL-SR-55): it stands with the debited account, else the direct debit, else the first means.
 */
const holdsMandate = (part: object, { paymentMeans }: Pick<Invoice, 'paymentMeans'>): boolean =>
  part ===
  (paymentMeans.find(({ debitedAccount }) => debitedAccount !== undefined) ??
    paymentMeans.find(({ code }) => DIRECT_DEBIT.has(code)) ??
    paymentMeans[0])

const paymentMeansRows = (dueDate: Binding<object>) => [
  means.must('cbc:PaymentMeansCode', 'code', text, { attribute: { name: 'name', key: 'text' } }),
  dueDate,
  ofInvoice('cbc:PaymentID', 'paymentReference', text),
  means.wrap('cac:CardAccount', [
    means.one('cbc:PrimaryAccountNumberID', 'cardNumber', text),
    // The schema wants a network; the norm has no term for it.
    constant('cbc:NetworkID', 'NA'),
    means.one('cbc:HolderName', 'cardHolder', text),
  ]),
  means.wrap('cac:PayeeFinancialAccount', [
    means.one('cbc:ID', 'account', text),
    means.one('cbc:Name', 'accountName', text),
    means.wrap('cac:FinancialInstitutionBranch', [means.one('cbc:ID', 'bic', text)]),
  ]),
  means.wrap('cac:PaymentMandate', [
    ofInvoice('cbc:ID', 'mandateReference', text, { inside: holdsMandate }),
    means.wrap('cac:PayerFinancialAccount', [means.one('cbc:ID', 'debitedAccount', text)]),
  ]),
]

const referenceTo = (
  element: string,
  key: 'despatchAdviceReference' | 'receivingAdviceReference' | 'tenderReference' | 'contractReference',
) => invoice.wrap(element, [invoice.one('cbc:ID', key, text)])

const additional = 'cac:AdditionalDocumentReference'
const typed = (code: string, row: Binding<Invoice>) =>
  invoice.wrap(additional, [row, constant('cbc:DocumentTypeCode', code)], documentTypeIs(code))

const isVatCurrencyTotal = (element: XmlElement, { currencies }: ReadContext): boolean => {
  const currency = element.first('cbc:TaxAmount')?.attribute('currencyID')
  return currency !== undefined && currency === currencies.vatCurrency && currency !== currencies.currency
}

const opening = [
  invoice.one('cbc:CustomizationID', 'specification', text),
  invoice.one('cbc:ProfileID', 'process', text),
  invoice.must('cbc:ID', 'number', text),
  invoice.must('cbc:IssueDate', 'issueDate', date),
]
const taxPointDate = invoice.one('cbc:TaxPointDate', 'taxPointDate', date)
const notes = invoice.many('cbc:Note', 'notes', note)
/** A credit note says its due date once (UBL-SR-45). */
const dueDate = ofInvoice('cbc:PaymentDueDate', 'dueDate', date, {
  inside: (part, { paymentMeans }) => part === paymentMeans[0],
})

const currenciesToBilling = [
  invoice.must('cbc:DocumentCurrencyCode', 'currency', text),
  invoice.one('cbc:TaxCurrencyCode', 'vatCurrency', text),
  invoice.one('cbc:AccountingCost', 'buyerAccountingReference', text),
  invoice.one('cbc:BuyerReference', 'buyerReference', text),
  invoice.wrap('cac:InvoicePeriod', [
    ...invoice.at('period', periodRows),
    invoice.one('cbc:DescriptionCode', 'taxPointCode', text),
  ]),
  invoice.wrap('cac:OrderReference', [
    invoice.one('cbc:ID', 'orderReference', text),
    invoice.one('cbc:SalesOrderID', 'salesOrderReference', text),
  ]),
  invoice.list('cac:BillingReference', 'precedingInvoices', precedingRows),
  referenceTo('cac:DespatchDocumentReference', 'despatchAdviceReference'),
  referenceTo('cac:ReceiptDocumentReference', 'receivingAdviceReference'),
]
const invoicedObject = typed('130', invoice.one('cbc:ID', 'invoicedObject', identifier))
const attachments = invoice.list(additional, 'attachments', attachmentRows)

const partiesToDelivery = [
  invoice.wrap('cac:AccountingSupplierParty', [invoice.mustGroup('cac:Party', 'seller', sellerRows)]),
  invoice.wrap('cac:AccountingCustomerParty', [invoice.mustGroup('cac:Party', 'buyer', buyerRows)]),
  invoice.group('cac:PayeeParty', 'payee', payeeRows),
  invoice.group('cac:TaxRepresentativeParty', 'taxRepresentative', taxRepresentativeRows),
  invoice.group('cac:Delivery', 'delivery', deliveryRows),
]

const amounts = [
  invoice.wrap('cac:PaymentTerms', [invoice.one('cbc:Note', 'paymentTerms', text)]),
  invoice.list('cac:AllowanceCharge', 'allowances', allowanceRows, isAllowance),
  invoice.list('cac:AllowanceCharge', 'charges', chargeRows, isCharge),
  invoice.wrap(
    'cac:TaxTotal',
    invoice.at('totals', [
      tableOf<Invoice['totals']>().one('cbc:TaxAmount', 'vatInVatCurrency', amountIn('vatCurrency')),
    ]),
    isVatCurrencyTotal,
  ),
  invoice.wrap('cac:TaxTotal', [
    ...invoice.at('totals', [tableOf<Invoice['totals']>().one('cbc:TaxAmount', 'vat', amount)]),
    invoice.list('cac:TaxSubtotal', 'vatBreakdown', vatSubtotalRows),
  ]),
  invoice.wrap('cac:LegalMonetaryTotal', invoice.mustAt('totals', totalsRows)),
]

/** `inv:Invoice`, in the order of its schema. */
export const invoiceRows: readonly Binding<Invoice>[] = [
  ...opening,
  invoice.one('cbc:DueDate', 'dueDate', date),
  invoice.must('cbc:InvoiceTypeCode', 'typeCode', text),
  notes,
  taxPointDate,
  ...currenciesToBilling,
  referenceTo('cac:OriginatorDocumentReference', 'tenderReference'),
  referenceTo('cac:ContractDocumentReference', 'contractReference'),
  invoicedObject,
  attachments,
  invoice.wrap('cac:ProjectReference', [invoice.one('cbc:ID', 'projectReference', text)]),
  ...partiesToDelivery,
  invoice.list('cac:PaymentMeans', 'paymentMeans', paymentMeansRows(onlyRead(dueDate))),
  ...amounts,
  invoice.list('cac:InvoiceLine', 'lines', lineRows('cbc:InvoicedQuantity')),
]

/** `cn:CreditNote`: another order, no due date of its own, no project reference. */
export const creditNoteRows: readonly Binding<Invoice>[] = [
  ...opening,
  taxPointDate,
  invoice.must('cbc:CreditNoteTypeCode', 'typeCode', text),
  notes,
  ...currenciesToBilling,
  referenceTo('cac:ContractDocumentReference', 'contractReference'),
  typed('50', invoice.one('cbc:ID', 'projectReference', text)),
  invoicedObject,
  attachments,
  referenceTo('cac:OriginatorDocumentReference', 'tenderReference'),
  ...partiesToDelivery,
  invoice.list('cac:PaymentMeans', 'paymentMeans', paymentMeansRows(dueDate)),
  ...amounts,
  invoice.list('cac:CreditNoteLine', 'lines', lineRows('cbc:CreditedQuantity')),
]
