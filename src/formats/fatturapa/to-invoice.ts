import { ZERO, round, sum, type Decimal } from '../../values/money.ts'
import type {
  Address,
  Allowance,
  Buyer,
  Delivery,
  DocumentAllowance,
  Invoice,
  Line,
  PaymentMeans,
  PrecedingInvoice,
  Seller,
  VatCategory,
} from '../invoice.ts'
import {
  documentTypeOf,
  fundReason,
  isDirectDebit,
  listOf,
  mimeOfFormat,
  natures,
  placeOfArticle,
  reasonOf,
  typeCodeOf,
  uncl4461,
} from './codes.ts'
import type {
  Adjustment,
  Fattura,
  FatturaBody,
  FatturaLine,
  FatturaParty,
  FatturaPlace,
  PaymentTerms,
  Summary,
} from './fattura.ts'
import { NOTE } from './from-invoice.ts'
import { FOREIGN_RECIPIENT, UNKNOWN_RECIPIENT } from './route.ts'

/** One body of a FatturaPA file as an EN 16931 invoice. */
export const invoiceOf = (fattura: Fattura, body: FatturaBody): Invoice => {
  const typeCode = typeCodeOf(body.documentType, fattura.issuer)
  const [whole, lines] = [
    body.lines.filter(({ kind }) => kind !== undefined),
    body.lines.filter(({ kind }) => kind === undefined),
  ]
  const allowances = whole.filter(({ kind }) => kind === 'SC').map(wholeOf(body, -1))
  const charges = [...whole.filter(({ kind }) => kind === 'AC').map(wholeOf(body, 1)), ...body.funds.map(fundOf(body))]
  const { taxRepresentative, seller } = fattura
  const deferred = body.summaries.some(({ chargeability }) => chargeability === 'D')
  return {
    number: body.number,
    issueDate: body.date,
    typeCode,
    currency: body.currency,
    ...(deferred && { taxPointCode: '432' }),
    ...(seller.reference && { buyerAccountingReference: seller.reference }),
    ...referencesOf(body),
    notes: notesOf(body, typeCode),
    precedingInvoices: body.linkedInvoices.map(({ id, date }): PrecedingInvoice => ({
      number: id,
      ...(date && { issueDate: date }),
    })),
    seller: sellerOf(seller),
    buyer: buyerOf(fattura),
    ...(taxRepresentative && {
      taxRepresentative: { name: nameOf(taxRepresentative), ...vatNumberOf(taxRepresentative) },
    }),
    ...deliveryOf(body),
    ...paymentOf(body),
    allowances,
    charges,
    totals: totalsOf(body, lines, allowances, charges),
    vatBreakdown: body.summaries.map(({ taxable, vat, ...summary }) => ({
      taxable,
      vat,
      ...categoryOf(body, summary),
      ...exemptionOf(summary),
    })),
    attachments: body.files.map(({ name, format, description, content }) => {
      const mimeType = mimeOfFormat(format)
      return {
        reference: name,
        ...(description && { description }),
        file: { content, ...(mimeType && { mimeType }), filename: name },
      }
    }),
    lines: lines.map((line) => lineOf(body, line)),
  }
}

/** A class that the type code does not lead back to stays in sight. */
const notesOf = ({ documentType, reasons }: FatturaBody, typeCode: string): Invoice['notes'] => [
  ...(documentTypeOf(typeCode) === documentType ? [] : [{ text: documentType }]),
  ...reasons.map((text) => ({ text })),
]

const nameOf = ({ name, firstName, lastName }: FatturaParty): string =>
  name ?? [firstName, lastName].filter(Boolean).join(' ')
const vatNumberOf = ({ vat }: FatturaParty): { vatNumber?: string } =>
  vat ? { vatNumber: `${vat.country}${vat.code}` } : {}

const addressOf = ({ street, number, postalCode, city, province, country }: FatturaPlace): Address => ({
  street: [street, number].filter(Boolean).join(' '),
  city,
  ...(postalCode !== '00000' && { postalCode }),
  ...(province && { subdivision: province }),
  country: country || 'IT',
})

const partyOf = (party: FatturaParty): Buyer => ({
  name: nameOf(party),
  identifiers: [],
  ...vatNumberOf(party),
  ...(party.place && { address: addressOf(party.place) }),
  ...((party.phone || party.email) && {
    contact: { ...(party.phone && { phone: party.phone }), ...(party.email && { email: party.email }) },
  }),
})

const sellerOf = (party: FatturaParty): Seller => ({
  ...partyOf(party),
  ...(party.fiscalCode && { taxNumber: party.fiscalCode }),
})

const buyerOf = ({ buyer, transmission: { recipientCode, pec } }: Fattura): Buyer => {
  const known = recipientCode !== UNKNOWN_RECIPIENT && recipientCode !== FOREIGN_RECIPIENT && recipientCode !== ''
  const electronicAddress = known
    ? { value: recipientCode, scheme: recipientCode.length === 6 ? '0201' : '0205' }
    : pec
      ? { value: pec, scheme: '0202' }
      : undefined
  return {
    ...partyOf(buyer),
    ...(buyer.fiscalCode && { legalId: { value: buyer.fiscalCode, scheme: '0210' } }),
    ...(electronicAddress && { electronicAddress }),
  }
}

const referencesOf = ({ orders, contracts, receipts, waybills }: FatturaBody): Partial<Invoice> => {
  const first = <K extends 'cup' | 'cig'>(key: K): string | undefined =>
    [...contracts, ...orders].find((entry) => entry[key])?.[key]
  const [projectReference, tenderReference] = [first('cup'), first('cig')]
  const contract = contracts[0]?.id
  return {
    ...(orders[0] && { orderReference: orders[0].id }),
    // Where no contract is named, the codes of the public contract stand for it.
    ...(contract && contract !== tenderReference && contract !== projectReference && { contractReference: contract }),
    ...(receipts[0] && { receivingAdviceReference: receipts[0].id }),
    ...(waybills[0] && { despatchAdviceReference: waybills[0].number }),
    ...(projectReference && { projectReference }),
    ...(tenderReference && { tenderReference }),
  }
}

const deliveryOf = ({ transport, waybills }: FatturaBody): { delivery?: Delivery } => {
  const date = transport?.deliveredAt ?? waybills[0]?.date
  const address = transport?.place && addressOf(transport.place)
  return date || address ? { delivery: { ...(date && { date }), ...(address && { address }) } } : {}
}

type Rated = { vatRate: Decimal; nature?: string }

const categoryOf = ({ summaries }: FatturaBody, { vatRate, nature }: Rated): VatCategory => {
  if (!vatRate.isZero())
    return {
      category: summaries.some((summary) => summary.vatRate.eq(vatRate) && summary.chargeability === 'S') ? 'B' : 'S',
      rate: vatRate,
    }
  const category = natures[nature ?? '']?.category ?? 'Z'
  return category === 'O' ? { category } : { category, rate: ZERO }
}

/** A zero-rated amount gives no reason in EN 16931. */
const exemptionOf = ({ nature, law }: Pick<Summary, 'nature' | 'law'>): { exemptionReason?: string } =>
  nature === undefined || natures[nature]?.category === 'Z' ? {} : { exemptionReason: reasonOf(nature, law) }

const wholeOf =
  (body: FatturaBody, sign: 1 | -1) =>
  ({ total, description, ...line }: FatturaLine): DocumentAllowance => ({
    amount: total.times(sign).plus(ZERO),
    reason: description,
    vat: categoryOf(body, line),
  })

const fundOf =
  (body: FatturaBody) =>
  ({ kind, amount, percent, base, ...rated }: FatturaBody['funds'][number]): DocumentAllowance => ({
    amount,
    percent,
    ...(base && { base }),
    reason: fundReason(kind),
    vat: categoryOf(body, rated),
  })

const lineOf = (body: FatturaBody, line: FatturaLine): Line => {
  const quantity = line.quantity ?? ONE
  const gross = quantity.times(line.unitPrice)
  const order = body.orders.find(({ lines, item }) => item !== undefined && lines.includes(line.number))
  const notes = line.data.filter(({ type }) => type === NOTE).flatMap(({ text }) => text ?? [])
  const adjusted = (kind: string): Allowance[] =>
    line.adjustments.filter((one) => one.kind === kind).map(adjustmentOf(quantity, gross))
  const negative = line.unitPrice.isNegative() && !line.unitPrice.isZero()
  return {
    id: line.number.replace(/^0+(?=\d)/, ''),
    ...(notes.length > 0 && { note: notes.join(' ') }),
    // A price is never negative in EN 16931: the quantity is.
    quantity: negative ? ZERO.minus(quantity) : quantity,
    ...(line.unit && { unit: line.unit }),
    net: line.total,
    ...(order?.item && { orderLineReference: order.item }),
    ...(line.reference && { buyerAccountingReference: line.reference }),
    ...((line.start || line.end) && {
      period: { ...(line.start && { start: line.start }), ...(line.end && { end: line.end }) },
    }),
    allowances: adjusted('SC'),
    charges: adjusted('MG'),
    price: { net: line.unitPrice.abs() },
    vat: categoryOf(body, line),
    item: {
      name: line.description,
      ...articlesOf(line),
      attributes: line.data
        .filter(({ type }) => type !== NOTE)
        .flatMap(({ type, text }) => (text === undefined ? [] : [{ name: type, value: text }])),
    },
  }
}

const ONE = ZERO.plus(1)

/** An adjustment is said for one unit, by its amount or else by its percentage. */
const adjustmentOf =
  (quantity: Decimal, gross: Decimal) =>
  ({ amount, percent }: Adjustment): Allowance => {
    const units = quantity.isZero() ? ONE : quantity
    return {
      amount: amount ? round(amount.times(units)) : round(gross.times(percent ?? ZERO).dividedBy(100)),
      ...(percent && { percent }),
    }
  }

const articlesOf = ({
  articles,
}: FatturaLine): Pick<Line['item'], 'sellerCode' | 'buyerCode' | 'standardId' | 'classifications'> => {
  const found: Pick<Line['item'], 'sellerCode' | 'buyerCode' | 'standardId' | 'classifications'> = {
    classifications: [],
  }
  for (const { type, value } of articles) {
    const place = placeOfArticle(type)
    const scheme = /^ICD(\d{4})$/.exec(type)?.[1]
    if (place === 'seller' && !found.sellerCode) found.sellerCode = value
    else if (place === 'buyer' && !found.buyerCode) found.buyerCode = value
    else if ((place === 'gtin' || scheme) && !found.standardId) found.standardId = { value, scheme: scheme ?? '0160' }
    else found.classifications.push({ code: value, list: listOf(type) })
  }
  return found
}

const paymentOf = ({ payments }: FatturaBody): Pick<Invoice, 'paymentMeans' | 'dueDate' | 'paymentReference'> => {
  const details = payments.flatMap((terms) => terms.details)
  const dueDate = details.flatMap((detail) => detail.dueDate ?? []).toSorted()[0]
  const paymentReference = details.find(({ code }) => code)?.code
  return {
    ...(dueDate && { dueDate }),
    ...(paymentReference && { paymentReference }),
    paymentMeans: distinct(details.map(meansOf)),
  }
}

const meansOf = ({ means, iban, bic, payee }: PaymentTerms['details'][number]): PaymentMeans => ({
  code: uncl4461(means),
  ...(iban && (isDirectDebit(means) ? { debitedAccount: iban } : { account: iban })),
  ...(payee && { accountName: payee }),
  ...(bic && { bic }),
})

const distinct = (means: readonly PaymentMeans[]): PaymentMeans[] => [
  ...new Map(means.map((one) => [JSON.stringify(one), one])).values(),
]

/** Each complete payment (TP02) is the whole of it; instalments and advances are parts. */
const toBePaid = ({ payments }: FatturaBody): Decimal | undefined => {
  const amountOf = ({ details }: PaymentTerms): Decimal => sum(details.map(({ amount }) => amount))
  const complete = payments.find(({ terms }) => terms === 'TP02')
  return complete ? amountOf(complete) : payments.length > 0 ? sum(payments.map(amountOf)) : undefined
}

const totalsOf = (
  body: FatturaBody,
  lines: readonly FatturaLine[],
  allowances: readonly DocumentAllowance[],
  charges: readonly DocumentAllowance[],
): Invoice['totals'] => {
  const withoutVat = sum(body.summaries.map(({ taxable }) => taxable))
  const vat = sum(body.summaries.map(({ vat: amount }) => amount))
  const withVat = body.total ?? withoutVat.plus(vat)
  const due = withVat.plus(body.rounding ?? ZERO)
  const payable = toBePaid(body) ?? due
  // What is to be paid beyond the total is no payment in advance: the total stands.
  const prepaid = due.minus(payable)
  return {
    lines: sum(lines.map(({ total }) => total)),
    ...(allowances.length > 0 && { allowances: sum(allowances.map(({ amount }) => amount)) }),
    ...(charges.length > 0 && { charges: sum(charges.map(({ amount }) => amount)) }),
    withoutVat,
    vat,
    withVat,
    ...(prepaid.gt(0) && { prepaid }),
    ...(body.rounding && !body.rounding.isZero() && { rounding: body.rounding }),
    payable: prepaid.gt(0) ? payable : due,
  }
}
