/** A cart as a web shop hands it back: one model for OCI and cXML. Numbers are texts, which cross between threads. */
import { z } from 'zod'

const words = (description: string) => z.string().nullable().describe(description)
const exact = (description: string) => z.string().meta({ graphql: 'Decimal' }).describe(description)

const classification = z
  .object({
    scheme: z
      .string()
      .describe('List of the code, such as `UNSPSC`.')
      .meta({ examples: ['UNSPSC'] }),
    code: z
      .string()
      .describe('Code of the kind of goods.')
      .meta({ examples: ['44121704'] }),
  })
  .meta({ id: 'CartClassification', graphql: 'CartClassification', description: 'A kind of goods.' })

const attachment = z
  .object({
    url: z.string().describe('Where the shop has the file. It is never fetched.'),
    title: words('Title of the file.'),
    purpose: words('Purpose of the file, in the words of the shop.'),
  })
  .meta({ id: 'CartAttachment', graphql: 'CartAttachment', description: 'A file that the shop refers to.' })

const extra = z
  .object({
    name: z.string().describe('Name of the field.'),
    value: z.string().describe('What the shop says in it.'),
  })
  .meta({ id: 'CartExtra', graphql: 'CartExtra', description: 'A field that has no place of its own.' })

/** One line of a cart. */
export const cartLine = z
  .object({
    number: z.number().int().meta({ graphql: 'Int' }).describe('Number of the line, from 1.'),
    description: z.string().describe('What is bought.'),
    longText: words('More about it.'),
    quantity: exact('Quantity.'),
    unit: z
      .string()
      .describe('Unit as a code of UN/ECE Recommendation 20; `ZZ` where the code of the shop is unknown.'),
    unitAsSent: words('Unit as the shop writes it.'),
    price: exact('Price without VAT of so many units as `priceQuantity` says.'),
    priceQuantity: exact('Number of units that the price is for.'),
    amount: exact('Quantity times price, rounded to cents.'),
    currency: z.string().meta({ graphql: 'CurrencyCode' }).describe('Currency of the price.'),
    supplierPartId: words('Number of the item in the shop.'),
    supplierPartAuxiliaryId: words('What the shop needs besides to know the item and its configuration.'),
    buyerPartId: words("Number of the item in the buyer's system."),
    manufacturer: words('Who makes it.'),
    manufacturerPartId: words("The maker's number of the item."),
    supplier: words('Who sells it, as the buyer numbers suppliers.'),
    materialGroup: words("Material group of the buyer's system."),
    classifications: z.array(classification).describe('Kinds of goods.'),
    leadTimeDays: z.number().int().nullable().meta({ graphql: 'Int' }).describe('Days until delivery.'),
    contract: words('Contract that the price comes from.'),
    contractItem: words('Item of the contract.'),
    quote: words('Quotation that the price comes from.'),
    quoteItem: words('Item of the quotation.'),
    productId: words('Number by which the shop shows the item again.'),
    isService: z.boolean().meta({ graphql: 'Boolean' }).describe('Whether it is a service.'),
    accountingReference: words('Cost centre or account.'),
    note: words('Note on the line.'),
    requestedDate: words('Day on which it is wanted.'),
    tax: z.string().nullable().meta({ graphql: 'Decimal' }).describe('VAT of the line, as the shop says.'),
    shipping: z.string().nullable().meta({ graphql: 'Decimal' }).describe('Shipping of the line, as the shop says.'),
    attachments: z.array(attachment).describe('Files that the shop refers to.'),
    extras: z.array(extra).describe('Other fields.'),
  })
  .meta({
    id: 'CartLine',
    graphql: 'CartLine',
    about: 'One line of a cart.',
    description: 'One line of a cart.',
  })

export type CartLine = z.output<typeof cartLine>

/** What a shop hands back. */
export interface ShopCart {
  /** What may be done with it in the shop from now on. */
  operationAllowed: 'create' | 'edit' | 'inspect'
  /** Null where nothing was bought. */
  currency: string | null
  /** What the lines come to. */
  total: string
  /** What the shop says the total is. */
  statedTotal: string | null
  supplierOrderId: string | null
  lines: CartLine[]
  /** What was understood with a doubt. */
  warnings: string[]
}

/** Texts of a line that a field of the shop may be mapped to. */
export const mappable = {
  description: 'What is bought.',
  longText: 'More about it.',
  supplierPartId: 'Number of the item in the shop.',
  supplierPartAuxiliaryId: 'What the shop needs besides to know the item.',
  buyerPartId: "Number of the item in the buyer's system.",
  manufacturer: 'Who makes it.',
  manufacturerPartId: "The maker's number of the item.",
  supplier: 'Who sells it, as the buyer numbers suppliers.',
  materialGroup: "Material group of the buyer's system.",
  contract: 'Contract that the price comes from.',
  contractItem: 'Item of the contract.',
  quote: 'Quotation that the price comes from.',
  quoteItem: 'Item of the quotation.',
  productId: 'Number by which the shop shows the item again.',
  accountingReference: 'Cost centre or account.',
  note: 'Note on the line.',
  requestedDate: 'Day on which it is wanted.',
} as const
export type Mappable = keyof typeof mappable

/** How a shop differs from the standard: its currency, its units and its fields. */
export interface ShopHabits {
  currency: string | null
  units: readonly { from: string; to: string }[]
  fields: readonly { from: string; to: string }[]
}
