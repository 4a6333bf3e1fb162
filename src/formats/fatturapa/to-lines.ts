/** The lines of a FatturaPA file as lines, or as allowances and charges of the document, of EN 16931. */
import { ZERO, round, type Decimal } from '../../values/money.ts'
import type { Allowance, DocumentAllowance, Line, VatCategory } from '../invoice.ts'
import { fundReason, listOf, natures, placeOfArticle, reasonOf } from './codes.ts'
import type { Adjustment, FatturaBody, FatturaLine, Summary } from './fattura.ts'
import { NOTE } from './from-lines.ts'

type VatRate = { vatRate: Decimal; nature?: string }

export const categoryOf = ({ summaries }: FatturaBody, { vatRate, nature }: VatRate): VatCategory => {
  if (!vatRate.isZero())
    return {
      category: summaries.some((summary) => summary.vatRate.eq(vatRate) && summary.chargeability === 'S') ? 'B' : 'S',
      rate: vatRate,
    }
  const category = natures[nature ?? '']?.category ?? 'Z'
  return category === 'O' ? { category } : { category, rate: ZERO }
}

/** A zero-rated amount gives no reason in EN 16931. */
export const exemptionOf = ({ nature, law }: Pick<Summary, 'nature' | 'law'>): { exemptionReason?: string } =>
  nature === undefined || natures[nature]?.category === 'Z' ? {} : { exemptionReason: reasonOf(nature, law) }

export const wholeOf =
  (body: FatturaBody, sign: 1 | -1) =>
  ({ total, description, ...line }: FatturaLine): DocumentAllowance => ({
    amount: total.times(sign).plus(ZERO),
    reason: description,
    vat: categoryOf(body, line),
  })

export const fundOf =
  (body: FatturaBody) =>
  ({ kind, amount, percent, base, ...rated }: FatturaBody['funds'][number]): DocumentAllowance => ({
    amount,
    percent,
    ...(base && { base }),
    reason: fundReason(kind),
    vat: categoryOf(body, rated),
  })

export const lineOf = (body: FatturaBody, line: FatturaLine): Line => {
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
