/** What the list of terms does not say of the send body: its groups, its short forms, and what is computed. */
import { z } from 'zod'
import { code, name, number, text } from './fields.ts'

const totals = z
  .strictObject({
    lines: number,
    allowances: number,
    charges: number,
    withoutVat: number,
    vat: number,
    withVat: number,
    payable: number,
  })
  .meta({ graphql: 'DocumentTotals' })

const subtotal = z
  .strictObject({
    taxable: number,
    vat: number,
    category: code,
    rate: number,
    exemptionReason: name,
    exemptionCode: code,
  })
  .meta({ graphql: 'VatSubtotal' })

/** What a document says and no body does, by the object that it stands in. */
export const computed: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  DocumentBody: { typeCode: code, specification: text, totals, vatBreakdown: z.array(subtotal) },
  DocumentLine: { netAmount: number },
}

const root: Readonly<Record<string, string>> = {
  note: 'BG-1: a note, where there is only one',
  notes: 'BG-1: notes',
  parties: 'BG-4, BG-7, BG-10, BG-11: parties. What is not said of seller and buyer comes from sender and recipient',
  delivery: 'BG-13: where and when the goods or services were delivered',
  attachments: 'BG-24: supporting documents',
  allowances: 'BG-20: allowances on the document',
  charges: 'BG-21: charges on the document',
  metadata: 'Free data to store with the document',
  vatExchangeRate: 'Rate by which the VAT amount in the accounting currency is computed',
  billingReference: 'BG-3: number of the preceding invoice, where there is only one',
  billingReferenceDate: 'BG-3: date of issue of the preceding invoice, where there is only one',
  precedingInvoices: 'BG-3: preceding invoices',
  period: 'BG-14: period that the document covers',
  paymentIban: 'IBAN of the account to pay to, where it is the only means of payment',
  paymentMeans: 'BG-16: means of payment',
  lines: 'BG-25: lines',
  requestedDelivery: 'Period of the delivery that is wanted or promised',
  totals: 'BG-22: totals of the document',
  vatBreakdown: 'BG-23: VAT by category and rate',
}

const prefixed = (type: string, words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([field, what]) => [`${type}.${field}`, what]))

const amounts = { amount: 'Amount', base: 'Amount that the percentage is of', percent: 'Percentage' }
const reasons = { reason: 'Reason in words', reasonCode: 'Code of the reason (UNCL5189 or UNCL7161)' }
const exemption = {
  vatExemptionReason: 'BT-120: why no VAT is charged',
  vatExemptionCode: 'BT-121: code of the reason why no VAT is charged',
}

/** By type, and by type and field. */
export const ownWords: Readonly<Record<string, string>> = {
  DocumentBody: 'A document by the names of its business terms. Totals, VAT breakdown and line amounts are computed.',
  StructuredContent: 'What a document says, under the names of the send body. What it does not say is null.',
  DocumentAddress: 'A postal address of a document.',
  DocumentAllowance: 'An allowance or a charge on a document.',
  DocumentContact: 'A contact person of a party.',
  DocumentDelivery: 'Where and when the goods or services of a document were delivered.',
  DocumentIdentifier: 'An identifier with its scheme.',
  DocumentLine: 'A line of a document.',
  DocumentParty: 'A party that a document names.',
  DocumentPeriod: 'A period from day to day.',
  DocumentRemark: 'A note in a document.',
  DocumentTotals: 'Totals of a document.',
  EmbeddedFile: 'A supporting document of a document.',
  ItemAttribute: 'A property of an item.',
  ItemClassification: 'A class of an item.',
  LineAllowance: 'An allowance or a charge on a line.',
  PaymentMeans: 'A means of payment of a document.',
  PrecedingInvoice: 'An invoice that a document corrects or follows.',
  VatSubtotal: 'The VAT of one category and rate.',
  ...prefixed('DocumentBody', root),
  ...prefixed('StructuredContent', root),
  ...prefixed('DocumentAllowance', {
    ...amounts,
    ...reasons,
    ...exemption,
    vatCategory: 'VAT category code',
    vatRate: 'VAT rate in percent',
  }),
  ...prefixed('LineAllowance', { ...amounts, ...reasons }),
  ...prefixed('DocumentIdentifier', { value: 'The identifier', scheme: 'Scheme of the identifier' }),
  ...prefixed('DocumentPeriod', { start: 'First day', end: 'Last day' }),
  ...prefixed('DocumentDelivery', { address: 'BG-15: address of the delivery' }),
  ...prefixed('DocumentParty', {
    role: 'Role of the party: `seller`, `buyer`, `payee` or `tax-representative`',
    id: 'Participant id, such as `0208:0123456749`',
    name: 'Name',
    legalId: 'Number in the company register, with its scheme',
    identifiers: 'Other identifiers',
    vatNumber: 'VAT number',
    address: 'Postal address',
    contact: 'Contact person',
    initiator: 'Whether the party sends the document: exactly one may, and it is the sender',
  }),
  ...prefixed('DocumentLine', {
    ...exemption,
    classifications: 'Classes of the item',
    attributes: 'BG-32: properties of the item',
    period: 'BG-26: period that the line covers',
    allowances: 'BG-27: allowances on the line',
    charges: 'BG-28: charges on the line',
  }),
}
