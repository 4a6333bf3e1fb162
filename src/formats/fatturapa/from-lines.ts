/** The lines, and the allowances and charges of the document, of an EN 16931 invoice as lines of FatturaPA. */
import { ZERO, round, type Decimal } from '../../values/money.ts'
import type { Allowance, DocumentAllowance, Invoice, Line, VatCategory } from '../invoice.ts'
import { FUND, articleTypes, natureOf, typeOfList } from './codes.ts'
import type { Adjustment, FatturaLine } from './fattura.ts'
import { wrapped } from './wrap.ts'

/** A rate and, where it is zero, why. */
export const vatOf = (
  { vatBreakdown }: Invoice,
  { category, rate }: VatCategory,
): { vatRate: Decimal; nature?: string } => {
  const vatRate = rate ?? ZERO
  if (!vatRate.isZero()) return { vatRate }
  return {
    vatRate,
    nature: natureOf(category, vatBreakdown.find((subtotal) => subtotal.category === category)?.exemptionReason),
  }
}

const MOST_LINES = 9999

/** The line's own identifier where it can be the number of a line, and is its own. */
export const numberOf = (lines: readonly Line[], index: number): string => {
  const ids = lines.map(({ id }) => id)
  const usable = ids.every((id) => /^[1-9]\d{0,3}$/.test(id)) && new Set(ids).size === ids.length
  return usable ? (ids[index] ?? '') : String(index + 1)
}
export const unusedNumber = (lines: readonly Line[]): number =>
  Math.min(MOST_LINES, Math.max(...lines.map((_line, index) => Number(numberOf(lines, index)))) + 1 - lines.length)

export const descriptionOf = ({ item }: Line): string =>
  [item.name, item.description].filter((text) => text?.trim()).join(' - ')

export const lineOf = (invoice: Invoice, line: Line, number: string): FatturaLine => {
  const { quantity, price, item, period, note } = line
  // A quantity is never negative here: the price is.
  const sign = quantity.isNegative() ? -1 : 1
  const units = quantity.isZero() ? 1 : quantity.abs()
  const adjust =
    (kind: string) =>
    ({ amount, percent }: Allowance): Adjustment => ({
      kind,
      ...(isRate(percent) && { percent }),
      amount: amount.dividedBy(units),
    })
  return {
    number,
    articles: articlesOf(item),
    description: descriptionOf(line) || '-',
    quantity: quantity.abs(),
    ...(line.unit && { unit: line.unit }),
    ...(period?.start && { start: period.start }),
    ...(period?.end && { end: period.end }),
    unitPrice: round(price.net.dividedBy(price.baseQuantity ?? 1).times(sign), 8).plus(ZERO),
    adjustments: [...line.allowances.map(adjust('SC')), ...line.charges.map(adjust('MG'))],
    total: line.net,
    ...vatOf(invoice, line.vat),
    ...(line.buyerAccountingReference && { reference: line.buyerAccountingReference }),
    data: [
      ...(note === undefined ? [] : wrapped(note, 60).map((text) => ({ type: NOTE, text }))),
      ...item.attributes.map(({ name, value }) => ({ type: name, text: value })),
    ],
  }
}

/** The kind of datum that holds a note of a line. */
export const NOTE = 'NOTA'

/** Two decimals, at most a hundred: what a percentage can be. */
const isRate = (percent: Decimal | undefined): percent is Decimal =>
  percent !== undefined && percent.decimalPlaces() <= 2 && percent.gte(0) && percent.lte(100)

const articlesOf = ({ sellerCode, buyerCode, standardId, classifications }: Line['item']): FatturaLine['articles'] => [
  ...(sellerCode ? [{ type: articleTypes.seller, value: sellerCode }] : []),
  ...(buyerCode ? [{ type: articleTypes.buyer, value: buyerCode }] : []),
  ...(standardId
    ? [
        {
          type: standardId.scheme === undefined || standardId.scheme === '0160' ? 'GTIN' : `ICD${standardId.scheme}`,
          value: standardId.value,
        },
      ]
    : []),
  ...classifications.map(({ code, list }) => ({ type: typeOfList(list), value: code })),
]

/** The kind of social security fund that a charge says it is for. */
export const fundKindOf = ({ reason, percent }: DocumentAllowance): string | undefined =>
  isRate(percent) ? FUND.exec(reason ?? '')?.[1] : undefined

/** An allowance or charge of the document has a VAT category, so that it is a line of its own. */
export const wholeOf =
  (invoice: Invoice, kind: 'SC' | 'AC') =>
  ({ amount, reason, vat }: DocumentAllowance): FatturaLine => {
    const total = kind === 'SC' ? ZERO.minus(amount).plus(ZERO) : amount
    return {
      number: '',
      kind,
      articles: [],
      description: reason ?? (kind === 'SC' ? 'Sconto' : 'Spese accessorie'),
      unitPrice: total,
      adjustments: [],
      total,
      ...vatOf(invoice, vat),
      data: [],
    }
  }
