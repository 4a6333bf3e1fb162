import { ZERO, sum } from '../../values/money.ts'
import type { Buyer, DocumentAllowance, Seller, Totals } from '../invoice.ts'
import type { Order, OrderLine } from '../order.ts'
import { profiles, type ProfileName } from '../profiles.ts'
import { totalsOf, vatBreakdown } from '../totals.ts'
import type { OrderBody } from './body.ts'
import { CHARGE, DISCOUNT, documentAllowanceOf } from './draft-allowance.ts'
import { attachmentOf } from './draft-attachment.ts'
import { lineOf } from './draft-line.ts'
import { partiesOf, type KnownParty } from './draft-party.ts'
import { present } from './present.ts'
import type { OrderKind } from './types.ts'

type OrderDraft = {
  type: OrderKind
  document: OrderBody
  seller: KnownParty
  buyer: KnownParty
  defaultCurrency?: string
}

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
  const responseCode = type === 'sales-order' ? (document.responseCode ?? 'AP') : undefined
  // The other codes answer to the order as a whole.
  const given = responseCode === undefined || responseCode === 'CA' ? document.lines : []
  const lines = given.map((line, index) => (responseCode ? answeredLine : orderLine)(line, index))
  const net = sum(lines.flatMap((line) => line.net ?? []))
  const allowances = (document.allowances ?? []).map((given) => documentAllowanceOf(given, net, DISCOUNT))
  const charges = (document.charges ?? []).map((given) => documentAllowanceOf(given, net, CHARGE))
  const { seller, buyer } = partiesFor(type, partiesOf(document.parties ?? [], input, false))
  const profile = profiles[profileOfKind[type]]
  const order: Order = present({
    kind: type,
    number: document.number,
    issueDate: document.issueDate,
    currency,
    specification: profile.specification,
    process: 'process' in profile ? profile.process : undefined,
    notes: [...(document.note === undefined ? [] : [document.note]), ...(document.notes ?? []).map(({ text }) => text)],
    validUntil: document.validUntil,
    orderReference: document.orderReference,
    buyerReference: document.buyerReference,
    contractReference: document.contractReference,
    projectReference: document.projectReference,
    buyerAccountingReference: document.buyerAccountingReference,
    responseCode,
    seller,
    buyer,
    delivery: deliveryOf(document),
    paymentTerms: document.paymentTerms,
    attachments: (document.attachments ?? []).map(attachmentOf),
    allowances,
    charges,
    totals: ADDING.has(type) ? orderTotals(lines, allowances, charges) : undefined,
    lines,
  })
  return type === 'sales-order' ? asAnswer(order) : order
}

/** What an answer has no place for (T76); json/unsaid.ts tells the caller. */
const asAnswer = ({ delivery, ...order }: Order): Order => {
  const answer: Order = { ...order, attachments: [], allowances: [], charges: [] }
  for (const field of notInAnswers) delete answer[field]
  return delivery?.requested ? { ...answer, delivery: { requested: delivery.requested } } : answer
}
const notInAnswers = [
  'validUntil',
  'contractReference',
  'projectReference',
  'buyerAccountingReference',
  'paymentTerms',
] as const

/** An answer does not add up (Peppol T76 has no totals), and a request has no prices to add. */
const ADDING: ReadonlySet<OrderKind> = new Set(['purchase-order', 'quote'])

type Trading = { seller: Seller; buyer: Buyer }

/**
 * Peppol's orders name the seller without tax numbers (T01), and the answers to them both sides by little more than an
 * address (T76).
 */
const partiesFor = (type: OrderKind, { seller, buyer }: Trading): Trading => {
  if (type === 'purchase-order') return { seller: withoutTax(seller), buyer }
  if (type === 'sales-order') return { seller: addressed(seller), buyer: addressed(buyer) }
  return { seller, buyer }
}

const withoutTax = ({ vatNumber, taxNumber: _taxNumber, legalForm: _legalForm, ...seller }: Seller): Seller =>
  seller.legalId === undefined && vatNumber !== undefined ? { ...seller, legalId: { value: vatNumber } } : seller

const addressed = ({ name, identifiers, electronicAddress }: Buyer): Buyer =>
  present({ name, identifiers, electronicAddress })

const deliveryOf = ({ delivery, requestedDelivery }: OrderBody): Order['delivery'] =>
  delivery || requestedDelivery
    ? (present({ ...delivery, requested: requestedDelivery && present(requestedDelivery) }) as NonNullable<
        Order['delivery']
      >)
    : undefined

type GivenLine = OrderBody['lines'][number]

const orderLine = (given: GivenLine, index: number): OrderLine => {
  const { net, price, vat, ...line } = lineOf(given, index)
  const priced = given.unitPrice !== undefined
  const taxed = given.vatCategory !== undefined || given.vatRate !== undefined
  return present({
    ...line,
    net: priced ? net : undefined,
    price: priced ? price : undefined,
    vat: taxed ? vat : undefined,
  })
}

/** Of each line its status, and what of it is changed: quantity, price, day. */
const answeredLine = (given: GivenLine, index: number): OrderLine => {
  const { id, note, quantity, unit, period, price, item, orderLineReference } = lineOf(given, index)
  const { name, sellerCode, buyerCode, standardId } = item
  return present({
    id,
    note,
    quantity,
    unit,
    period,
    status: given.lineStatus ?? ACCEPTED,
    backorderQuantity: given.backorderQuantity,
    orderLineReference: orderLineReference ?? id,
    price:
      given.unitPrice === undefined
        ? undefined
        : present({ net: price.net, baseQuantity: price.baseQuantity, baseUnit: price.baseUnit }),
    allowances: [],
    charges: [],
    item: present({ name, sellerCode, buyerCode, standardId, classifications: [], attributes: [] }),
  })
}
const ACCEPTED = '5'

const orderTotals = (
  lines: readonly OrderLine[],
  allowances: DocumentAllowance[],
  charges: DocumentAllowance[],
): Totals => {
  const taxed = lines.flatMap(({ vat, net }) => (vat && net ? [{ vat, net }] : []))
  const breakdown = vatBreakdown({ lines: taxed, allowances, charges })
  return totalsOf({
    lines: lines.map(({ net }) => ({ net: net ?? ZERO })),
    allowances,
    charges,
    vatBreakdown: breakdown,
  })
}
