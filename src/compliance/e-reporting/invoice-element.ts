/** An invoice as e-reporting tells it one by one (flux 10.1): the element of the report, and of its payments. Pure. */
import type { Buyer, Invoice, VatSubtotal } from '../../formats/invoice.ts'
import { billingModes } from '../../rules/france/lists.ts'

import { countryOfVat, reportedParty } from './reported-party.ts'

const dayOf = (day: string): string => day.replaceAll('-', '')
const LONGEST_NUMBER = 35
/** Goods and services: for an invoice that does not say what is sold. */
const MIXED = 'M1'
const PROFILE = 'urn.cpro.gouv.fr:1p0:ereporting'

/** The portal takes few characters; what others it is made of does not matter for finding it. */
const reportedNumber = (number: string): string =>
  number
    .replaceAll(/[^A-Za-z0-9 +_/-]/g, '-')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, LONGEST_NUMBER)
    .trim()

export const modeOf = ({ process = '' }: Pick<Invoice, 'process'>): string =>
  billingModes['1.3'].has(process) ? process : MIXED

const partyOf = (party: Buyer): object => {
  const { scheme, id, vatNumber } = reportedParty(party)
  const country = party.address?.country ?? countryOfVat(party.vatNumber)
  return {
    ...(id !== undefined && { CompanyId: { '@schemeId': scheme, '#': id } }),
    ...(vatNumber !== undefined && { TaxRegistrationId: { '@qualifyingId': 'VAT', '#': vatNumber } }),
    ...(country !== undefined && { PostalAddress: { CountryId: country } }),
  }
}

const subtotalOf = ({ taxable, vat, category, rate, exemptionReason, exemptionCode }: VatSubtotal): object => ({
  TaxableAmount: taxable.toFixed(2),
  TaxAmount: vat.toFixed(2),
  TaxCategory: {
    Code: category,
    Percent: rate?.toFixed() ?? '0',
    ...(exemptionReason !== undefined && { TaxExemptionReason: exemptionReason }),
    ...(exemptionCode !== undefined && { TaxExemptionReasonCode: exemptionCode }),
  },
})

const spanOf = ({ period }: Invoice): object =>
  period?.start && period.end && period.end > period.start
    ? { InvoicePeriod: { StartDate: dayOf(period.start), EndDate: dayOf(period.end) } }
    : {}

const deliveryOf = ({ delivery }: Invoice): object => {
  const [date, country] = [delivery?.date, delivery?.address?.country]
  if (date === undefined && country === undefined) return {}
  return {
    Delivery: {
      ...(date !== undefined && { Date: dayOf(date) }),
      ...(country !== undefined && { Location: { CountryId: country } }),
    },
  }
}

/** `vatInEuros`: what the portal wants to know beside the amounts in the currency of the invoice. */
export const invoiceElement = (invoice: Invoice, vatInEuros: string): object => ({
  ID: reportedNumber(invoice.number),
  IssueDate: dayOf(invoice.issueDate),
  TypeCode: invoice.typeCode,
  CurrencyCode: invoice.currency,
  ...(invoice.dueDate !== undefined && { DueDate: dayOf(invoice.dueDate) }),
  ...(invoice.taxPointCode !== undefined && { TaxDueDateTypeCode: invoice.taxPointCode }),
  BusinessProcess: { ID: modeOf(invoice), TypeID: PROFILE },
  ReferencedDocument: invoice.precedingInvoices.map(({ number, issueDate }) => ({
    ID: reportedNumber(number),
    ...(issueDate !== undefined && { IssueDate: dayOf(issueDate) }),
  })),
  Seller: partyOf(invoice.seller),
  Buyer: partyOf(invoice.buyer),
  ...deliveryOf(invoice),
  ...spanOf(invoice),
  MonetaryTotal: {
    TaxExclusiveAmount: invoice.totals.withoutVat.toFixed(2),
    TaxAmount: { '@CurrencyCode': 'EUR', '#': vatInEuros },
  },
  TaxSubTotal: invoice.vatBreakdown.map(subtotalOf),
})

/** How a payment names its invoice (flux 10.2). */
export const paidInvoice = ({ number, issueDate }: Pick<Invoice, 'number' | 'issueDate'>): object => ({
  InvoiceID: reportedNumber(number),
  IssueDate: dayOf(issueDate),
})
