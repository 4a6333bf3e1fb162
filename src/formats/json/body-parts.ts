/** The objects inside a send body: parties, allowances, lines, notes, means of payment, attachments. */
import { z } from 'zod'
import type { Decimal } from '../../values/money.ts'
import { isTaxed } from '../totals.ts'
import { text, upTo, name, code, account, amount, country, number, percent, identifier, period } from './fields.ts'

export const address = z.strictObject({
  street: name.optional(),
  streetLine2: name.optional(),
  streetLine3: name.optional(),
  city: name.optional(),
  postalCode: code.optional(),
  subdivision: name.optional(),
  country: country.optional(),
})

const roles = ['seller', 'buyer', 'payee', 'payer', 'tax-representative'] as const

export const party = z.strictObject({
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
  amount: amount.optional(),
  base: amount.optional(),
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

/**
 * Nobody can tell whether a rate beside a category without VAT was meant; to charge none silently would change the
 * total.
 */
export const hasOneVat = ({
  vatRate,
  vatCategory,
}: {
  vatRate?: Decimal | undefined
  vatCategory?: string | undefined
}): boolean => vatCategory === undefined || isTaxed(vatCategory) || !vatRate?.gt(0)
export const VAT_TWOFOLD = {
  message: 'Is greater than 0, although the VAT category charges no VAT. Remove the rate, or use the category S.',
  path: ['vatRate'],
}
const hasAmount = ({ amount, percent }: { amount?: unknown; percent?: unknown }): boolean =>
  amount !== undefined || percent !== undefined
const AMOUNT_MISSING = { message: 'Give an amount, or a percentage from which it is computed.', path: ['amount'] }
const lineAllowance = z.strictObject(allowance).refine(hasAmount, AMOUNT_MISSING)
export const documentAllowance = z
  .strictObject({ ...allowance, ...vat })
  .refine(hasAmount, AMOUNT_MISSING)
  .refine(hasOneVat, VAT_TWOFOLD)

export const lineFields = {
  id: code.optional(),
  description: name,
  longDescription: text.optional(),
  quantity: number,
  unit: upTo(3).optional(),
  unitPrice: number,
  grossPrice: number.optional(),
  priceDiscount: number.optional(),
  priceQuantity: number.refine((value) => value.gt(0), 'Must be greater than 0.').optional(),
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
export const saysItsVat = ({
  vatRate,
  vatCategory,
}: {
  vatRate?: Decimal | undefined
  vatCategory?: string | undefined
}): boolean => vatCategory !== undefined || vatRate?.gt(0) === true
export const VAT_UNSAID = {
  message:
    'Give the VAT category that says why no VAT is charged: Z zero rated, E exempt, AE ' +
    'reverse charge, K intra-Community supply, G export, O outside the scope.',
  path: ['vatCategory'],
}

export const note = z.union([
  text.transform((value) => ({ text: value })),
  z.strictObject({
    subject: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    text,
  }),
])

export const paymentMeans = z.strictObject({
  code: code.optional(),
  text: name.optional(),
  iban: account.optional(),
  accountName: name.optional(),
  bic: code.optional(),
  cardNumber: code.optional(),
  cardHolder: name.optional(),
  debitedIban: account.optional(),
})

export const attachment = z.strictObject({
  reference: code,
  description: name.optional(),
  uri: text.optional(),
  content: z.base64().optional(),
  mimeType: code.optional(),
  filename: name.optional(),
})
