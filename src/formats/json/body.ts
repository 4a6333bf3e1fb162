/**
 * The `document` of the send body (specification 2.3), with every other term of EN 16931 under a readable name: the
 * names and their BT numbers are in ../terms.ts. Unknown fields are refused.
 */
import { z } from 'zod'
import { text, name, code, date, currency, account, amount, number, identifier, period } from './fields.ts'
import {
  address,
  party,
  hasOneVat,
  VAT_TWOFOLD,
  documentAllowance,
  lineFields,
  saysItsVat,
  VAT_UNSAID,
  note,
  paymentMeans,
  attachment,
  codes,
} from './body-parts.ts'
import type { OrderKind } from './types.ts'
import { FREE_OBJECT_FAULT, isFreeObject } from '../../values/free-object.ts'
import { limits, shownLimit } from '../../values/limits.ts'

const TOO_MANY_LINES = `A document can have at most ${shownLimit('documentLines')} lines.`

const metadata = z
  .record(z.string(), z.unknown())
  .refine(isFreeObject, `${FREE_OBJECT_FAULT}.`)
  .meta({ graphql: 'JSON' })

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
    .meta({ graphql: 'DocumentDelivery' })
    .optional(),
  attachments: z.array(attachment).max(100).optional(),
  allowances: z.array(documentAllowance).max(100).optional(),
  charges: z.array(documentAllowance).max(100).optional(),
  metadata: metadata.optional(),
}

const oncePerRole = (parties: readonly { role: string }[] | undefined): boolean =>
  new Set(parties?.map(({ role }) => role)).size === (parties?.length ?? 0)
const ROLE_TWICE = { message: 'Two parties have the same role. Give each role once.', path: ['parties'] }

/** What says something of another field, and would not be in the document without it. */
const needs =
  <Field extends string, Other extends string>(field: Field, other: Other) =>
  (body: Partial<Record<Field | Other, unknown>>): boolean =>
    body[field] === undefined || body[other] !== undefined
const missingBeside = (field: string, other: string) => ({
  error: `This field is required beside ${field}.`,
  path: [other],
  params: { code: 'MISSING_FIELD' },
})

/** The body of an invoice, a credit note or a debit note. */
export const invoiceBody = z
  .strictObject({
    ...commonFields,
    dueDate: date.optional(),
    vatCurrency: currency.optional(),
    vatExchangeRate: number.optional(),
    vatAmountInVatCurrency: amount.optional(),
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
      .array(z.strictObject({ number: code, issueDate: date.optional() }).meta({ graphql: 'PrecedingInvoice' }))
      .max(500)
      .optional(),
    period: period.optional(),
    paymentIban: account.optional(),
    paymentMeans: z.array(paymentMeans).max(50).optional(),
    paymentReference: code.optional(),
    mandateReference: code.optional(),
    creditorIdentifier: code.optional(),
    prepaidAmount: amount.optional(),
    roundingAmount: amount.optional(),
    lines: z
      .array(z.strictObject(lineFields).refine(saysItsVat, VAT_UNSAID).refine(hasOneVat, VAT_TWOFOLD))
      .min(1, 'An invoice must have at least one line.')
      .max(limits.documentLines, TOO_MANY_LINES),
  })
  .refine(({ parties }) => oncePerRole(parties), ROLE_TWICE)
  .refine(needs('billingReferenceDate', 'billingReference'), missingBeside('billingReferenceDate', 'billingReference'))
  .refine(needs('vatAmountInVatCurrency', 'vatCurrency'), missingBeside('vatAmountInVatCurrency', 'vatCurrency'))
  .refine(needs('vatExchangeRate', 'vatCurrency'), missingBeside('vatExchangeRate', 'vatCurrency'))

const orderLine = z
  .strictObject({
    ...lineFields,
    unitPrice: number.optional(),
    /** UNCL1229: added, changed, accepted, not accepted, delivered already. */
    lineStatus: z.enum(['1', '3', '5', '7', '42']).optional(),
    backorderQuantity: number.refine((value) => value.gte(0), 'Must be 0 or more.').optional(),
  })
  .refine(hasOneVat, VAT_TWOFOLD)
const orderLines = z.array(orderLine.meta({ graphql: 'DocumentLine' })).max(limits.documentLines, TOO_MANY_LINES)
const responseCodes = {
  AB: 'The order was received.',
  AP: 'The order is accepted.',
  RE: 'The order is rejected.',
  CA: 'The order is accepted with changes.',
} as const
const orderFields = {
  ...commonFields,
  validUntil: date.optional(),
  requestedDelivery: period.optional(),
  responseCode: codes('OrderResponseCode', responseCodes).optional(),
}

/** The body of an order, a quotation or a request for one: VAT need not be said. */
export const orderBody = z
  .strictObject({ ...orderFields, lines: orderLines.min(1, 'Give at least one line.') })
  .refine(({ parties }) => oncePerRole(parties), ROLE_TWICE)

/** The body of an answer to an order: only one that changes the order has lines. */
const orderResponseBody = z
  .strictObject({ ...orderFields, lines: orderLines.default([]) })
  .refine(({ parties }) => oncePerRole(parties), ROLE_TWICE)

export const orderBodyOf = (type: OrderKind): typeof orderBody | typeof orderResponseBody =>
  type === 'sales-order' ? orderResponseBody : orderBody

/** The body of an event: a number and metadata, nothing else. */
export const eventBody = z.strictObject({ number: code, metadata: metadata.optional() })

export type InvoiceBody = z.output<typeof invoiceBody>
export type OrderBody = z.output<typeof orderBody>
export type BodyParty = z.output<typeof party>
export type BodyLine = InvoiceBody['lines'][number]
export type BodyAllowance = z.output<typeof documentAllowance>
