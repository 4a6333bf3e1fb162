import { ZERO, sum } from '../../values/money.ts'
import type { Attachment, DocumentAllowance, VatSubtotal } from '../invoice.ts'
import type { Order, OrderLine } from '../order.ts'
import { profiles, type ProfileName } from '../profiles.ts'
import { rateOf, totalsOf, vatBreakdown } from '../totals.ts'
import type { BodyAllowance, OrderBody } from './body.ts'
import { allowanceOf, categoryOf, lineOf } from './draft-line.ts'
import { partiesOf, type KnownParty } from './draft-party.ts'
import { present } from './present.ts'
import type { OrderKind } from './types.ts'

export type OrderDraft = { type: OrderKind; document: OrderBody; seller: KnownParty; buyer: KnownParty; defaultCurrency?: string }

const profileOfKind: Readonly<Record<OrderKind, ProfileName>> = {
  'purchase-order': 'peppol-order',
  'sales-order': 'peppol-order-response',
  quote: 'ubl-quotation',
  'purchase-request': 'ubl-request-for-quotation',
}

/** A JSON body as an order, an order response, a quotation or a request for one. Pure and total. */
export const draftOrder = (input: OrderDraft): Order => {
  const { type, document } = input
  const currency = document.currency ?? input.defaultCurrency ?? 'EUR'
  const lines = document.lines.map((line, index) => orderLine(line, index, type))
  const net = sum(lines.flatMap((line) => line.net ?? []))
  const allowances = (document.allowances ?? []).map((given) => documentAllowance(given, net, { reason: 'Discount', reasonCode: '95' }))
  const charges = (document.charges ?? []).map((given) => documentAllowance(given, net, { reason: 'Charge', reasonCode: 'ZZZ' }))
  const { seller, buyer } = partiesOf(document.parties ?? [], input, false)
  const profile = profiles[profileOfKind[type]]
  // An order response answers; it does not add up (Peppol T76 has no totals).
  const adds = type === 'purchase-order' || type === 'quote'
  return present({
    kind: type,
    number: document.number,
    issueDate: document.issueDate,
    currency,
    specification: profile.specification,
    process: 'process' in profile ? profile.process : undefined,
    notes: [...(document.note === undefined ? [] : [document.note]), ...(document.notes ?? []).map(({ text }) => text)],
    validUntil: document.validUntil,
    orderReference: document.orderReference ?? (type === 'sales-order' ? 'NA' : undefined),
    buyerReference: document.buyerReference,
    contractReference: document.contractReference,
    projectReference: document.projectReference,
    buyerAccountingReference: document.buyerAccountingReference,
    responseCode: type === 'sales-order' ? (document.responseCode ?? 'AP') : undefined,
    seller,
    buyer,
    delivery: deliveryOf(document),
    paymentTerms: document.paymentTerms,
    attachments: (document.attachments ?? []).map(({ content, mimeType, filename, ...rest }): Attachment => present({ ...rest, file: content === undefined ? undefined : present({ content, mimeType, filename }) })),
    allowances,
    charges,
    totals: adds ? totalsOf({ lines: lines.map((line) => ({ net: line.net ?? ZERO })), allowances, charges, vatBreakdown: vatOf(lines, allowances, charges) }) : undefined,
    lines,
  })
}

const deliveryOf = ({ delivery, requestedDelivery }: OrderBody): Order['delivery'] =>
  delivery || requestedDelivery ? (present({ ...delivery, requested: requestedDelivery && present(requestedDelivery) }) as NonNullable<Order['delivery']>) : undefined

const orderLine = (given: OrderBody['lines'][number], index: number, type: OrderKind): OrderLine => {
  const { net, price, vat, period: _period, ...line } = lineOf(given, index)
  const priced = given.unitPrice !== undefined
  const taxed = given.vatCategory !== undefined || given.vatRate !== undefined
  const response = type === 'sales-order'
  return present({
    ...line,
    net: priced && !response ? net : undefined,
    price: priced ? price : undefined,
    vat: taxed ? vat : undefined,
    status: response ? '5' : undefined,
    orderLineReference: line.orderLineReference ?? (response ? line.id : undefined),
  })
}

const documentAllowance = (given: BodyAllowance, net: OrderLine['quantity'], standard: { reason: string; reasonCode: string }): DocumentAllowance => {
  const category = categoryOf(given)
  return { ...allowanceOf(given, net, standard), vat: present({ category, rate: rateOf(category, given.vatRate) }) }
}

const vatOf = (lines: readonly OrderLine[], allowances: DocumentAllowance[], charges: DocumentAllowance[]): VatSubtotal[] =>
  vatBreakdown({ lines: lines.flatMap((line) => (line.vat && line.net ? [{ vat: line.vat, net: line.net }] : [])), allowances, charges })
