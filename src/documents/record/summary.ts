/** What of a document stands in columns: for lists, filters, search and the two parties. */
import type { Buyer, Identifier, Invoice } from '../../formats/invoice.ts'
import type { Order } from '../../formats/order.ts'
import { isDate, startOfDay } from '../../values/dates.ts'
import type { Decimal } from '../../values/money.ts'
import { atMost } from '../../values/text.ts'
import { limits } from '../../values/limits.ts'

export interface DocumentSummary {
  number: string
  issueDate: Date | null
  dueDate: Date | null
  currency: string | null
  grossAmount: string | null
  netAmount: string | null
  vatAmount: string | null
  prepaidAmount: string | null
  amountDue: string | null
  buyerReference: string | null
  orderReference: string | null
  billingReference: string | null
  paymentIban: string | null
  paymentReference: string | null
  taxPointCode: string | null
  searchText: string
}

export interface PartySummary {
  peppolId: string | null
  name: string | null
  vatNumber: string | null
}

/** The document keeps the whole of a longer text. */
export const inColumn = (text: string): string => atMost(limits.columnCharacters, text)

export const orNull = (text: string | undefined): string | null => (text === undefined ? null : inColumn(text))

const COLUMN_LIMIT = 9_999_999_999_999.99

const day = (text: string | undefined): Date | null => (text !== undefined && isDate(text) ? startOfDay(text) : null)
/** An amount the column cannot hold stays in the document only. */
const amount = (value: Decimal | undefined): string | null =>
  value === undefined || value.abs().gt(COLUMN_LIMIT) ? null : value.toFixed(2)

const idOf = (address: Identifier | undefined): string | null =>
  address?.scheme ? inColumn(`${address.scheme}:${address.value}`) : null

export const partySummary = (party: Buyer): PartySummary => ({
  peppolId: idOf(party.electronicAddress),
  name: orNull(party.name || undefined),
  vatNumber: orNull(party.vatNumber),
})

const searchable = (parts: readonly (string | undefined)[]): string =>
  atMost(limits.searchedCharacters, parts.filter((part) => part !== undefined && part !== '').join('\n'))

const partyWords = (party: Buyer): (string | undefined)[] => [
  party.name,
  party.tradingName,
  party.vatNumber,
  party.legalId?.value,
  party.electronicAddress?.value,
]

export const summarizeInvoice = (invoice: Invoice): DocumentSummary => ({
  number: inColumn(invoice.number),
  issueDate: day(invoice.issueDate),
  dueDate: day(invoice.dueDate),
  currency: orNull(invoice.currency || undefined),
  grossAmount: amount(invoice.totals.withVat),
  netAmount: amount(invoice.totals.withoutVat),
  vatAmount: amount(invoice.totals.vat),
  prepaidAmount: amount(invoice.totals.prepaid),
  amountDue: amount(invoice.totals.payable),
  buyerReference: orNull(invoice.buyerReference),
  orderReference: orNull(invoice.orderReference),
  billingReference: orNull(invoice.precedingInvoices[0]?.number),
  paymentIban: orNull(invoice.paymentMeans.find(({ account }) => account !== undefined)?.account),
  paymentReference: orNull(invoice.paymentReference),
  taxPointCode: orNull(invoice.taxPointCode),
  searchText: searchable([
    invoice.number,
    invoice.buyerReference,
    invoice.orderReference,
    invoice.salesOrderReference,
    invoice.contractReference,
    invoice.projectReference,
    invoice.paymentReference,
    ...invoice.precedingInvoices.map(({ number }) => number),
    ...partyWords(invoice.seller),
    ...partyWords(invoice.buyer),
    ...invoice.notes.map(({ text }) => text),
    ...invoice.lines.flatMap(({ item, note }) => [item.name, item.description, item.sellerCode, note]),
  ]),
})

export const summarizeOrder = (order: Order): DocumentSummary => ({
  number: inColumn(order.number),
  issueDate: day(order.issueDate),
  dueDate: day(order.validUntil),
  currency: orNull(order.currency || undefined),
  grossAmount: amount(order.totals?.withVat),
  netAmount: amount(order.totals?.withoutVat),
  vatAmount: amount(order.totals?.vat),
  prepaidAmount: null,
  amountDue: null,
  buyerReference: orNull(order.buyerReference),
  orderReference: orNull(order.orderReference),
  billingReference: null,
  paymentIban: null,
  paymentReference: null,
  taxPointCode: null,
  searchText: searchable([
    order.number,
    order.buyerReference,
    order.orderReference,
    order.contractReference,
    ...partyWords(order.seller),
    ...partyWords(order.buyer),
    ...order.notes,
    ...order.lines.flatMap(({ item, note }) => [item.name, item.description, item.sellerCode, note]),
  ]),
})

/** Of what is kept as it is: a file without a structure, an event. */
export const summarizeFile = (number: string): DocumentSummary => ({
  number,
  issueDate: null,
  dueDate: null,
  currency: null,
  grossAmount: null,
  netAmount: null,
  vatAmount: null,
  prepaidAmount: null,
  amountDue: null,
  buyerReference: null,
  orderReference: null,
  billingReference: null,
  paymentIban: null,
  paymentReference: null,
  taxPointCode: null,
  searchText: number,
})
