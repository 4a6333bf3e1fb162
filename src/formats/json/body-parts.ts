/** The objects inside a send body: parties, allowances, lines, notes, means of payment, attachments. */
import { z } from 'zod'
import type { Decimal } from '../../values/money.ts'
import { isTaxed } from '../totals.ts'
import { text, name, code, account, amount, country, number, percent, identifier, period, unit } from './fields.ts'

export const address = z
  .strictObject({
    street: name.optional(),
    streetLine2: name.optional(),
    streetLine3: name.optional(),
    city: name.optional(),
    postalCode: code.optional(),
    subdivision: name.optional(),
    country: country.optional(),
  })
  .meta({ graphql: 'DocumentAddress' })

const roles = {
  seller: 'The seller.',
  buyer: 'The buyer.',
  payee: 'Who is paid, where that is not the seller.',
  payer: 'Who pays in the place of the buyer.',
  'tax-representative': 'Who represents the seller in matters of VAT.',
} as const
const vatCategories = {
  S: 'Taxed at the rate.',
  Z: 'Zero rated.',
  E: 'Exempt.',
  AE: 'Reverse charge.',
  K: 'Intra-Community supply.',
  G: 'Export outside the EU.',
  O: 'Outside the scope of VAT.',
  L: 'Canary Islands general indirect tax (IGIC).',
  M: 'Tax of Ceuta and Melilla (IPSI).',
} as const

/** A closed list of codes, each with its meaning. */
export const codes = <const C extends Readonly<Record<string, string>>>(graphql: string, meanings: C) =>
  z
    .enum(Object.keys(meanings) as [Extract<keyof C, string>, ...Extract<keyof C, string>[]])
    .meta({ graphql, 'x-enumDescriptions': meanings })

export const party = z
  .strictObject({
    role: codes('DocumentPartyRole', roles),
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
    contact: z
      .strictObject({ name: name.optional(), phone: name.optional(), email: name.optional() })
      .meta({ graphql: 'DocumentContact' })
      .optional(),
    initiator: z.boolean().optional(),
  })
  .meta({ graphql: 'DocumentParty' })

const allowance = {
  amount: amount.optional(),
  base: amount.optional(),
  percent: percent.optional(),
  reason: name.optional(),
  reasonCode: code.optional(),
}
const vat = {
  vatRate: percent.optional(),
  vatCategory: codes('VatCategory', vatCategories).optional(),
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
const lineAllowance = z.strictObject(allowance).refine(hasAmount, AMOUNT_MISSING).meta({ graphql: 'LineAllowance' })
export const documentAllowance = z
  .strictObject({ ...allowance, ...vat })
  .refine(hasAmount, AMOUNT_MISSING)
  .refine(hasOneVat, VAT_TWOFOLD)
  .meta({ graphql: 'DocumentAllowance' })

export const lineFields = {
  id: code.optional(),
  description: name,
  longDescription: text.optional(),
  quantity: number,
  unit: unit.optional(),
  unitPrice: number,
  grossPrice: number.optional(),
  priceDiscount: number.optional(),
  priceQuantity: number.refine((value) => value.gt(0), 'Must be greater than 0.').optional(),
  priceUnit: unit.optional(),
  ...vat,
  itemCode: code.optional(),
  buyerItemCode: code.optional(),
  standardItemId: identifier.optional(),
  classifications: z
    .array(
      z.strictObject({ code, list: code.optional(), version: code.optional() }).meta({ graphql: 'ItemClassification' }),
    )
    .max(100)
    .optional(),
  originCountry: country.optional(),
  attributes: z
    .array(z.strictObject({ name, value: name }).meta({ graphql: 'ItemAttribute' }))
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
  z
    .strictObject({
      subject: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
      text,
    })
    .meta({ graphql: 'DocumentRemark' }),
])

/** A card is named by its number (BG-18): UBL has no place for a holder alone. */
const CARD_UNKNOWN = {
  message: 'Give the number of the card, or its last digits, beside its holder.',
  path: ['cardNumber'],
}
export const paymentMeans = z
  .strictObject({
    code: code.optional(),
    text: name.optional(),
    iban: account.optional(),
    accountName: name.optional(),
    bic: code.optional(),
    cardNumber: code.optional(),
    cardHolder: name.optional(),
    debitedIban: account.optional(),
  })
  .refine(({ cardHolder, cardNumber }) => cardHolder === undefined || cardNumber !== undefined, CARD_UNKNOWN)
  .meta({ graphql: 'PaymentMeans' })

export const attachment = z
  .strictObject({
    reference: code,
    description: name.optional(),
    uri: text.optional(),
    content: z.base64().optional(),
    mimeType: code.optional(),
    filename: name.optional(),
  })
  .meta({ graphql: 'EmbeddedFile' })
