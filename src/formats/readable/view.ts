import type { Decimal } from '../../values/money.ts'
import type { Address, Buyer, Line, Seller } from '../invoice.ts'
import type { Order, OrderLine } from '../order.ts'
import { negate } from '../totals.ts'
import { isCreditNote } from '../type-codes.ts'
import { showCountry } from './countries.ts'
import { labelsIn, languages, type Language, type Word } from './labels.ts'
import { showAmount, showDate, showNumber } from './numbers.ts'
import { paymentQrText } from './qr.ts'
import { showUnit } from './units.ts'
import { type Readable, isInvoice, type Speech, fact, dated, periodFact } from './speech.ts'
import { type Fact } from './readable-view.ts'
import { sumsOf, vatOf, paymentOf } from './sums.ts'
import type { ReadableView, ReadableLine } from './readable-view.ts'

export const readableView = (document: Readable, language: Language = 'en'): ReadableView => {
  const speech: Speech = {
    labels: labelsIn(language),
    language,
    amount: (value) => showAmount(value, document.currency, language),
    number: (value) => showNumber(value, language),
    date: (date) => showDate(date, language),
  }
  const invoice = isInvoice(document) ? document : undefined
  const qr = invoice && paymentQrText(invoice)
  return straight({
    language,
    labels: speech.labels,
    title: speech.labels[titleOf(document)],
    number: document.number,
    currency: document.currency,
    parties: partiesOf(document, speech),
    facts: factsOf(document, speech),
    lines: document.lines.map((line) => lineOf(line, speech)),
    sums: sumsOf(document, speech),
    vat: invoice ? vatOf(invoice, speech) : [],
    payment: invoice ? paymentOf(invoice, speech) : [],
    ...(qr === undefined ? {} : { paymentQr: qr }),
    notes: document.notes.map((note) => (typeof note === 'string' ? note : note.text)),
    attachments: document.attachments.map(
      ({ reference, description, file }) => description ?? file?.filename ?? reference,
    ),
  })
}

/** Marks that turn the direction of text around: with them a reader sees something else than what is written. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g

const straight = <T>(value: T): T => {
  if (typeof value === 'string') return value.replace(TURNS, '') as T
  if (Array.isArray(value)) return value.map(straight) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, straight(inner)])) as T
}

const orderTitles = {
  'purchase-order': 'order',
  'sales-order': 'orderResponse',
  quote: 'quotation',
  'purchase-request': 'request',
} as const satisfies Record<Order['kind'], Word>
const invoiceTitles: Readonly<Record<string, Word>> = {
  '383': 'debitNote',
  '384': 'correctedInvoice',
  '386': 'prepaymentInvoice',
  '389': 'selfBilled',
}

const titleOf = (document: Readable): Word => {
  if (!isInvoice(document)) return orderTitles[document.kind]
  return isCreditNote(document) ? 'creditNote' : (invoiceTitles[document.typeCode] ?? 'invoice')
}

const addressLines = (address: Address | undefined, language: Language): string[] => {
  if (!address) return []
  const country = address.country && showCountry(address.country, language)
  const place = [address.postalCode, address.city].filter(Boolean).join(' ')
  return [address.street, address.streetLine2, address.streetLine3, place, address.subdivision, country].filter(
    (line): line is string => Boolean(line),
  )
}

const partyLines = (party: Buyer & Partial<Seller>, { labels, language }: Speech): string[] => [
  ...(party.tradingName && party.tradingName !== party.name ? [party.tradingName] : []),
  ...addressLines(party.address, language),
  ...labelled(labels.vatNumber, party.vatNumber),
  ...labelled(labels.taxNumber, party.taxNumber),
  ...labelled(labels.legalId, party.legalId?.value),
  ...(party.legalForm ? [party.legalForm] : []),
  ...[party.contact?.name, party.contact?.phone, party.contact?.email].filter((line): line is string => Boolean(line)),
]

const labelled = (label: string, value: string | undefined): string[] => (value ? [`${label}: ${value}`] : [])

const partiesOf = (document: Readable, speech: Speech): ReadableView['parties'] => {
  const { labels, language } = speech
  const parties = [
    { label: labels.seller, name: document.seller.name, lines: partyLines(document.seller, speech) },
    { label: labels.buyer, name: document.buyer.name, lines: partyLines(document.buyer, speech) },
  ]
  const { delivery } = document
  if (delivery?.address ?? delivery?.name)
    parties.push({
      label: labels.delivery,
      name: delivery?.name ?? '',
      lines: addressLines(delivery?.address, language),
    })
  if (!isInvoice(document)) return parties
  const { payee, taxRepresentative } = document
  if (payee)
    parties.push({ label: labels.payee, name: payee.name, lines: labelled(labels.legalId, payee.legalId?.value) })
  if (taxRepresentative)
    parties.push({
      label: labels.taxRepresentative,
      name: taxRepresentative.name,
      lines: [
        ...addressLines(taxRepresentative.address, language),
        ...labelled(labels.vatNumber, taxRepresentative.vatNumber),
      ],
    })
  return parties
}

const factsOf = (document: Readable, speech: Speech): Fact[] => {
  const { labels } = speech
  const shared = [
    ...fact(labels.contractReference, document.contractReference),
    ...fact(labels.projectReference, document.projectReference),
  ]
  const opening = [...dated(labels.issueDate, document.issueDate, speech)]
  if (!isInvoice(document))
    return [
      ...opening,
      ...dated(labels.validUntil, document.validUntil, speech),
      ...fact(labels.buyerReference, document.buyerReference),
      ...fact(labels.reference, document.orderReference),
      ...periodFact(labels.delivery, document.delivery?.requested, speech),
      ...shared,
    ]
  return [
    ...opening,
    ...dated(labels.dueDate, document.dueDate, speech),
    ...periodFact(labels.period, document.period, speech),
    ...dated(labels.delivery, document.delivery?.date, speech),
    ...fact(labels.buyerReference, document.buyerReference),
    ...fact(labels.orderReference, document.orderReference),
    ...fact(labels.salesOrderReference, document.salesOrderReference),
    ...fact(labels.despatchAdviceReference, document.despatchAdviceReference),
    ...shared,
    ...document.precedingInvoices.map(({ number, issueDate }) => ({
      label: labels.precedingInvoice,
      value: issueDate ? `${number} (${speech.date(issueDate)})` : number,
    })),
  ]
}

const lineOf = (line: Line | OrderLine, { labels, language, amount, number, date }: Speech): ReadableLine => {
  const { item, price, vat } = line
  const period = 'period' in line ? line.period : undefined
  return {
    id: line.id,
    name: item.name,
    details: [
      ...(item.description ? [item.description] : []),
      ...([item.sellerCode, item.standardId?.value].filter(Boolean).length > 0
        ? [[item.sellerCode, item.standardId?.value].filter(Boolean).join(' · ')]
        : []),
      ...item.attributes.map(({ name, value }) => `${name}: ${value}`),
      ...(period ? [[period.start, period.end].flatMap((day) => (day ? date(day) : [])).join(' – ')] : []),
      ...(line.note ? [line.note] : []),
      ...line.allowances.map((entry) => `${entry.reason ?? labels.allowance}: ${amount(negate(entry.amount))}`),
      ...line.charges.map((entry) => `${entry.reason ?? labels.charge}: ${amount(entry.amount)}`),
    ],
    quantity: [number(line.quantity), showUnit(line.unit, languages.indexOf(language))].filter(Boolean).join(' '),
    price: price
      ? amount(price.net) + (price.baseQuantity && !price.baseQuantity.eq(1) ? ` / ${number(price.baseQuantity)}` : '')
      : '',
    vat: vat ? showRate(vat.rate, number) : '',
    net: line.net ? amount(line.net) : '',
  }
}

/** The breakdown says why there is none. */
const showRate = (rate: Decimal | undefined, number: (value: Decimal) => string): string =>
  rate ? `${number(rate)} %` : '–'
