import { z } from 'zod'
import { countries } from '../../values/codelists/countries.ts'
import { currencies } from '../../values/codelists/currencies.ts'
import { isDate } from '../../values/dates.ts'
import { isBrokenIban } from '../../values/iban.ts'
import { DECIMAL_PATTERN, Decimal } from '../../values/money.ts'
import { XML_TEXT } from '../../values/text.ts'
import { isTaxed } from '../totals.ts'

/**
 * The `document` of the send body (specification 2.3), with every other term of EN 16931 under a readable name: the names
 * and their BT numbers are in ../terms.ts. Unknown fields are refused.
 */

export const text = z
  .string()
  .trim()
  .min(1, 'Say something or leave the field out.')
  .max(20_000)
  .regex(XML_TEXT, 'Holds a character that XML cannot carry.')
  // XML reads every line end as a line feed.
  .transform((value) => value.replace(/\r\n?/g, '\n'))
const upTo = (length: number) => text.refine((value) => value.length <= length, `Is longer than ${length} characters.`)
const name = upTo(1_000)
const code = upTo(200)
export const date = z
  .string()
  .refine(isDate, { error: 'Is not a day of the calendar in the form YYYY-MM-DD.', params: { code: 'INVALID_DATE' } })
const currency = z.string().refine((value) => currencies.has(value), {
  error: 'Is not a currency code of ISO 4217, such as EUR.',
  params: { code: 'INVALID_CURRENCY' },
})
/** An IBAN, or an account where there are none. */
const account = code.refine((value) => !isBrokenIban(value), {
  error: 'Is no IBAN: the check digits or the length are wrong.',
  params: { code: 'INVALID_IBAN' },
})
const country = z.string().refine((value) => countries.has(value), 'Is not a country code of ISO 3166-1, such as FR.')

/** Of any document, whatever it is given as. */
export const MOST_LINES = 10_000
const TOO_MANY_LINES = `A document has at most ${MOST_LINES} lines.`

const MOST = new Decimal('9999999999999.99')

/** An exact decimal: a JSON number or a numeric string. What is none stays a text, which nothing may look at any more: `abort`. */
export const number = z
  .union(
    [z.number(), z.string().max(40, { abort: true }).regex(DECIMAL_PATTERN, { abort: true })],
    'Is not a decimal number, such as 12.50 or "12.50".',
  )
  .transform((value) => new Decimal(value).plus(0))
  .refine((value) => value.abs().lte(MOST), 'Is larger than 9999999999999.99.')
  .refine((value) => value.decimalPlaces() <= 10, 'Has more than ten decimals.')
const percent = number.refine((value) => value.gte(0) && value.lte(100), 'Is not a percentage from 0 to 100.')

const identifier = z.union(
  [code.transform((value) => ({ value })), z.strictObject({ value: code, scheme: code.optional() })],
  'Give a text, or {value, scheme}.',
)
const period = z.strictObject({ start: date.optional(), end: date.optional() })

export const address = z.strictObject({
  street: name.optional(),
  streetLine2: name.optional(),
  streetLine3: name.optional(),
  city: name.optional(),
  postalCode: code.optional(),
  subdivision: name.optional(),
  country: country.optional(),
})

export const roles = ['seller', 'buyer', 'payee', 'payer', 'tax-representative'] as const

const party = z.strictObject({
  role: z.enum(roles),
  id: z
    .string()
    .regex(/^\d{4}:\S{1,130}$/, 'Is not a participant identifier such as 0208:0123456789.')
    .optional(),
  name: name.optional(),
  tradingName: name.optional(),
  vatNumber: code.optional(),
  taxNumber: code.optional(),
  legalId: identifier.optional(),
  legalForm: name.optional(),
  identifiers: z.array(identifier).max(50).optional(),
  address: address.optional(),
  contact: z.strictObject({ name: name.optional(), phone: name.optional(), email: name.optional() }).optional(),
  initiator: z.boolean().optional(),
})

const allowance = {
  amount: number.optional(),
  base: number.optional(),
  percent: percent.optional(),
  reason: name.optional(),
  reasonCode: code.optional(),
}
const vat = {
  vatRate: percent.optional(),
  vatCategory: z.enum(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M']).optional(),
  vatExemptionReason: name.optional(),
  vatExemptionCode: code.optional(),
}
/** Nobody can tell whether a rate beside a category without VAT was meant; to charge none silently would change the total. */
const hasOneVat = ({
  vatRate,
  vatCategory,
}: {
  vatRate?: Decimal | undefined
  vatCategory?: string | undefined
}): boolean => vatCategory === undefined || isTaxed(vatCategory) || !vatRate?.gt(0)
const VAT_TWOFOLD = {
  message: 'Is above 0 although no VAT is charged in the category given: leave it out, or choose the category S.',
  path: ['vatRate'],
}
const hasAmount = ({ amount, percent }: { amount?: unknown; percent?: unknown }): boolean =>
  amount !== undefined || percent !== undefined
const AMOUNT_MISSING = { message: 'Give an amount, or a percentage to compute it from.', path: ['amount'] }
const lineAllowance = z.strictObject(allowance).refine(hasAmount, AMOUNT_MISSING)
const documentAllowance = z
  .strictObject({ ...allowance, ...vat })
  .refine(hasAmount, AMOUNT_MISSING)
  .refine(hasOneVat, VAT_TWOFOLD)

const lineFields = {
  id: code.optional(),
  description: name,
  longDescription: text.optional(),
  quantity: number,
  unit: upTo(3).optional(),
  unitPrice: number,
  grossPrice: number.optional(),
  priceDiscount: number.optional(),
  priceQuantity: number.refine((value) => value.gt(0), 'Is not more than 0.').optional(),
  priceUnit: upTo(3).optional(),
  ...vat,
  itemCode: code.optional(),
  buyerItemCode: code.optional(),
  standardItemId: identifier.optional(),
  classifications: z
    .array(z.strictObject({ code, list: code.optional(), version: code.optional() }))
    .max(100)
    .optional(),
  originCountry: country.optional(),
  attributes: z
    .array(z.strictObject({ name, value: name }))
    .max(100)
    .optional(),
  note: text.optional(),
  object: identifier.optional(),
  orderLineReference: code.optional(),
  buyerAccountingReference: code.optional(),
  period: period.optional(),
  allowances: z.array(lineAllowance).max(100).optional(),
  charges: z.array(lineAllowance).max(100).optional(),
}

/** A rate above zero says the category S by itself; no VAT has several reasons, and one must be said. */
const saysItsVat = ({
  vatRate,
  vatCategory,
}: {
  vatRate?: Decimal | undefined
  vatCategory?: string | undefined
}): boolean => vatCategory !== undefined || vatRate?.gt(0) === true
const VAT_UNSAID = {
  message:
    'Say why no VAT is charged: Z zero rated, E exempt, AE reverse charge, K intra-Community supply, G export, O outside the scope.',
  path: ['vatCategory'],
}

const note = z.union([
  text.transform((value) => ({ text: value })),
  z.strictObject({
    subject: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    text,
  }),
])

const paymentMeans = z.strictObject({
  code: code.optional(),
  text: name.optional(),
  iban: account.optional(),
  accountName: name.optional(),
  bic: code.optional(),
  cardNumber: code.optional(),
  cardHolder: name.optional(),
  debitedIban: account.optional(),
})

const attachment = z.strictObject({
  reference: code,
  description: name.optional(),
  uri: text.optional(),
  content: z.base64().optional(),
  mimeType: code.optional(),
  filename: name.optional(),
})

const commonFields = {
  number: code,
  issueDate: date,
  currency: currency.optional(),
  note: text.optional(),
  notes: z.array(note).max(100).optional(),
  orderReference: code.optional(),
  buyerReference: code.optional(),
  contractReference: code.optional(),
  projectReference: code.optional(),
  buyerAccountingReference: code.optional(),
  paymentTerms: text.optional(),
  parties: z.array(party).max(20).optional(),
  delivery: z
    .strictObject({
      name: name.optional(),
      location: identifier.optional(),
      date: date.optional(),
      address: address.optional(),
    })
    .optional(),
  attachments: z.array(attachment).max(100).optional(),
  allowances: z.array(documentAllowance).max(100).optional(),
  charges: z.array(documentAllowance).max(100).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
}

const oncePerRole = (parties: readonly { role: string }[] | undefined): boolean =>
  new Set(parties?.map(({ role }) => role)).size === (parties?.length ?? 0)
const ROLE_TWICE = { message: 'Gives one role twice.', path: ['parties'] }

/** The body of an invoice, a credit note or a debit note. */
export const invoiceBody = z
  .strictObject({
    ...commonFields,
    dueDate: date.optional(),
    vatCurrency: currency.optional(),
    vatExchangeRate: number.optional(),
    vatAmountInVatCurrency: number.optional(),
    taxPointDate: date.optional(),
    taxPointCode: code.optional(),
    salesOrderReference: code.optional(),
    receivingAdviceReference: code.optional(),
    despatchAdviceReference: code.optional(),
    tenderReference: code.optional(),
    invoicedObject: identifier.optional(),
    businessProcess: code.optional(),
    billingReference: code.optional(),
    billingReferenceDate: date.optional(),
    precedingInvoices: z
      .array(z.strictObject({ number: code, issueDate: date.optional() }))
      .max(500)
      .optional(),
    period: period.optional(),
    paymentIban: account.optional(),
    paymentMeans: z.array(paymentMeans).max(50).optional(),
    paymentReference: code.optional(),
    mandateReference: code.optional(),
    creditorIdentifier: code.optional(),
    prepaidAmount: number.optional(),
    roundingAmount: number.optional(),
    lines: z
      .array(z.strictObject(lineFields).refine(saysItsVat, VAT_UNSAID).refine(hasOneVat, VAT_TWOFOLD))
      .min(1, 'An invoice has at least one line.')
      .max(MOST_LINES, TOO_MANY_LINES),
  })
  .refine(({ parties }) => oncePerRole(parties), ROLE_TWICE)

/** The body of an order, an order response, a quotation or a request for one: VAT need not be said. */
export const orderBody = z
  .strictObject({
    ...commonFields,
    validUntil: date.optional(),
    requestedDelivery: period.optional(),
    responseCode: z.enum(['AB', 'AP', 'RE', 'CA']).optional(),
    lines: z
      .array(z.strictObject({ ...lineFields, unitPrice: number.optional() }).refine(hasOneVat, VAT_TWOFOLD))
      .min(1, 'Give at least one line.')
      .max(MOST_LINES, TOO_MANY_LINES),
  })
  .refine(({ parties }) => oncePerRole(parties), ROLE_TWICE)

/** The body of an event: a number and metadata, nothing else. */
export const eventBody = z.strictObject({ number: code, metadata: z.record(z.string(), z.unknown()).optional() })

export type InvoiceBody = z.output<typeof invoiceBody>
export type OrderBody = z.output<typeof orderBody>
export type BodyParty = z.output<typeof party>
export type BodyLine = InvoiceBody['lines'][number]
export type BodyAllowance = z.output<typeof documentAllowance>
