import type { Order, OrderLine } from '../order.ts'
import type { Delivery, Item, Period } from '../invoice.ts'
import type { Binding } from '../xml/binding.ts'
import { tableOf } from '../xml/table.ts'
import { constant, onlyRead } from '../xml/fixed-bindings.ts'
import { amount, decimal, identifier, text } from '../xml/values.ts'
import type { XmlElement } from '../xml/tree.ts'
import {
  allowanceRows,
  chargeRows,
  isAllowance,
  isCharge,
  lineAllowanceRows,
  lineChargeRows,
  totalsRows,
  vatRows,
} from './amounts.ts'
import { attachmentRows } from './invoice-table.ts'
import { attributeRows, itemRows, periodRows, priceRows } from './lines.ts'
import { addressRows, buyerRows, sellerRows } from './parties.ts'

const order = tableOf<Order>()
const line = tableOf<OrderLine>()

const opening = [
  order.one('cbc:CustomizationID', 'specification', text),
  order.one('cbc:ProfileID', 'process', text),
  order.must('cbc:ID', 'number', text),
  order.must('cbc:IssueDate', 'issueDate', text),
]
const notes = order.many('cbc:Note', 'notes', text)
const buyerReference = order.one('cbc:CustomerReference', 'buyerReference', text)
const accountingCost = order.one('cbc:AccountingCost', 'buyerAccountingReference', text)
const validUntil = (element: string) => order.wrap(element, [order.one('cbc:EndDate', 'validUntil', text)])
const contract = order.wrap('cac:Contract', [order.one('cbc:ID', 'contractReference', text)])
const additional = 'cac:AdditionalDocumentReference'
const attachments = order.list(additional, 'attachments', attachmentRows)

/** Quotations have no place for some references: they go among the additional documents, under a type of their own. */
const named = (type: string, key: 'buyerReference' | 'orderReference' | 'projectReference') =>
  order.wrap(
    additional,
    [order.one('cbc:ID', key, text), constant('cbc:DocumentType', type)],
    (element: XmlElement) => element.first('cbc:DocumentType')?.text.trim() === type,
  )

const buyer = order.wrap('cac:BuyerCustomerParty', [order.mustGroup('cac:Party', 'buyer', buyerRows)])
const seller = order.wrap('cac:SellerSupplierParty', [
  order.mustGroup('cac:Party', 'seller', sellerRows as readonly Binding<Order['seller']>[]),
])

const delivery = tableOf<Delivery & { requested?: Period }>()
const deliveryOf = (period: string): Binding<Order> =>
  order.group('cac:Delivery', 'delivery', [
    delivery.one('cbc:ActualDeliveryDate', 'date', text),
    delivery.wrap('cac:DeliveryLocation', [
      delivery.one('cbc:ID', 'location', identifier),
      delivery.group('cac:Address', 'address', addressRows),
    ]),
    delivery.group(period, 'requested', periodRows),
    delivery.wrap('cac:DeliveryParty', [delivery.wrap('cac:PartyName', [delivery.one('cbc:Name', 'name', text)])]),
  ])

const paymentTerms = order.wrap('cac:PaymentTerms', [order.one('cbc:Note', 'paymentTerms', text)])
const allowances = [
  order.list('cac:AllowanceCharge', 'allowances', allowanceRows, isAllowance),
  order.list('cac:AllowanceCharge', 'charges', chargeRows, isCharge),
]
const vatTotal = order.wrap(
  'cac:TaxTotal',
  order.at('totals', [tableOf<NonNullable<Order['totals']>>().one('cbc:TaxAmount', 'vat', amount)]),
)
const totals = (element: string) => order.wrap(element, order.at('totals', totalsRows))

const item = tableOf<Item>()
const itemParts = line.mustAt('item', [
  ...itemRows,
  item.list('cac:AdditionalItemProperty', 'attributes', attributeRows),
])
const note = line.one('cbc:Note', 'note', text)
const lineItemWith = (noteInside: typeof note, period: string) =>
  line.wrap('cac:LineItem', [
    line.must('cbc:ID', 'id', text),
    noteInside,
    line.one('cbc:LineStatusCode', 'status', text),
    line.must('cbc:Quantity', 'quantity', decimal, { attribute: { name: 'unitCode', key: 'unit' } }),
    line.one('cbc:LineExtensionAmount', 'net', amount),
    line.one('cbc:MaximumBackorderQuantity', 'backorderQuantity', decimal),
    line.one('cbc:AccountingCost', 'buyerAccountingReference', text),
    line.wrap('cac:Delivery', [line.group(period, 'period', periodRows)]),
    line.list('cac:AllowanceCharge', 'allowances', lineAllowanceRows, isAllowance),
    line.list('cac:AllowanceCharge', 'charges', lineChargeRows, isCharge),
    line.group('cac:Price', 'price', priceRows),
    line.wrap('cac:Item', [
      ...itemParts.slice(0, -1),
      line.group('cac:ClassifiedTaxCategory', 'vat', vatRows),
      ...itemParts.slice(-1),
    ]),
  ])
const REQUESTED = 'cac:RequestedDeliveryPeriod'
const PROMISED = 'cac:PromisedDeliveryPeriod'
const lineItem = lineItemWith(note, REQUESTED)
/** Peppol keeps the note of an order's line beside its item (T01). */
const notedLine = [note, lineItemWith(onlyRead(note), REQUESTED)]
/** Quotation lines repeat the number of the item they quote. */
const numbered = [line.one('cbc:ID', 'id', text), lineItem]

const orderRows: readonly Binding<Order>[] = [
  ...opening,
  notes,
  order.must('cbc:DocumentCurrencyCode', 'currency', text),
  buyerReference,
  accountingCost,
  validUntil('cac:ValidityPeriod'),
  order.wrap('cac:QuotationDocumentReference', [order.one('cbc:ID', 'orderReference', text)]),
  attachments,
  contract,
  order.wrap('cac:ProjectReference', [order.one('cbc:ID', 'projectReference', text)]),
  buyer,
  seller,
  deliveryOf(REQUESTED),
  paymentTerms,
  ...allowances,
  vatTotal,
  totals('cac:AnticipatedMonetaryTotal'),
  order.list('cac:OrderLine', 'lines', notedLine),
]

const orderResponseRows: readonly Binding<Order>[] = [
  ...opening,
  order.one('cbc:OrderResponseCode', 'responseCode', text),
  notes,
  order.must('cbc:DocumentCurrencyCode', 'currency', text),
  buyerReference,
  accountingCost,
  validUntil('cac:ValidityPeriod'),
  order.wrap('cac:OrderReference', [order.one('cbc:ID', 'orderReference', text)]),
  attachments,
  contract,
  seller,
  buyer,
  deliveryOf(PROMISED),
  paymentTerms,
  ...allowances,
  vatTotal,
  totals('cac:LegalMonetaryTotal'),
  order.list('cac:OrderLine', 'lines', [
    lineItemWith(note, PROMISED),
    line.wrap('cac:OrderLineReference', [line.one('cbc:LineID', 'orderLineReference', text)]),
  ]),
]

const quotationRows: readonly Binding<Order>[] = [
  ...opening,
  notes,
  order.must('cbc:PricingCurrencyCode', 'currency', text),
  validUntil('cac:ValidityPeriod'),
  order.wrap('cac:RequestForQuotationDocumentReference', [order.one('cbc:ID', 'orderReference', text)]),
  named('Buyer reference', 'buyerReference'),
  named('Project reference', 'projectReference'),
  attachments,
  contract,
  seller,
  buyer,
  deliveryOf(REQUESTED),
  ...allowances,
  vatTotal,
  totals('cac:QuotedMonetaryTotal'),
  order.list('cac:QuotationLine', 'lines', numbered),
]

const requestRows: readonly Binding<Order>[] = [
  ...opening,
  // The schema wants a time of day, and a document has none to give.
  constant('cbc:IssueTime', '00:00:00', 'any'),
  order.one('cbc:SubmissionDueDate', 'validUntil', text),
  notes,
  order.must('cbc:PricingCurrencyCode', 'currency', text),
  named('Buyer reference', 'buyerReference'),
  named('Order reference', 'orderReference'),
  named('Project reference', 'projectReference'),
  attachments,
  seller,
  buyer,
  deliveryOf(REQUESTED),
  contract,
  order.list('cac:RequestForQuotationLine', 'lines', numbered),
]

/** The table of each kind. */
export const orderTables = {
  'purchase-order': orderRows,
  'sales-order': orderResponseRows,
  quote: quotationRows,
  'purchase-request': requestRows,
} as const
