/**
 * Peppol BIS Billing 3 in UBL: how the amounts, units and periods of a line or an allowance are computed and compared.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { Exact, type Amount } from '../exact.ts'
import { cents, day, decimal, decimalAt, minus, near, percentOf, plus, same, sumAt, times, total } from '../numbers.ts'
import { has, select, text, value } from '../path.ts'

export function percentageHolds(element: XmlElement): boolean {
  if (!has(element, 'cbc:MultiplierFactorNumeric') || !has(element, 'cbc:BaseAmount')) return true
  const amount = has(element, 'cbc:Amount') ? decimalAt(element, 'cbc:Amount') : Exact.of(0)
  return near(
    amount,
    percentOf(decimalAt(element, 'cbc:BaseAmount'), decimalAt(element, 'cbc:MultiplierFactorNumeric')),
  )
}

const orElse = (element: XmlElement, path: string, otherwise: number): Amount => {
  const said = text(element, path)
  return said === undefined ? Exact.of(otherwise) : decimal(said)
}

export const lineAmountHolds = (line: XmlElement, { root }: CheckedDocument): boolean => {
  const quantity = orElse(line, root.qname === 'inv:Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', 1)
  const base = decimalAt(line, 'cac:Price/cbc:BaseQuantity')
  const price = orElse(line, 'cac:Price/cbc:PriceAmount', 0)
  const unitPrice = base === undefined || base.isZero() ? price : price?.div(base)
  return near(orElse(line, 'cbc:LineExtensionAmount', 0), plus(times(quantity, unitPrice), allowancesAndCharges(line)))
}

/** What the charges of a line come to, less its allowances; each of the two sums is rounded. */
const allowancesAndCharges = (line: XmlElement): Amount => {
  const all = line.all('cac:AllowanceCharge')
  if (all.length === 0) return NOTHING
  const sumOf = (indicator: string): Amount =>
    cents(
      total(
        all
          .filter((charge) => value(charge, 'cbc:ChargeIndicator') === indicator)
          .map((charge) => sumAt(charge, 'cbc:Amount')),
      ),
    )
  return minus(sumOf('true'), sumOf('false'))
}

const NOTHING = Exact.of(0)

export const sameUnit = (base: XmlElement, { root }: CheckedDocument): boolean => {
  const line = base.parent?.parent
  if (line === undefined || !(has(line, 'cbc:InvoicedQuantity') || has(line, 'cbc:CreditedQuantity'))) return true
  return select(line, root.qname === 'inv:Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity').some(
    (quantity) => quantity.attribute('unitCode') === base.attribute('unitCode'),
  )
}

export const withinPeriod =
  (path: string, holds: (line: bigint, invoice: bigint) => boolean) =>
  (date: XmlElement, { root }: CheckedDocument): boolean => {
    const [own, outer] = [day(date.stringValue), day(text(root, path))]
    return own !== undefined && outer !== undefined && holds(own, outer)
  }

const documentCurrencies = ({ root }: CheckedDocument): readonly string[] =>
  root.all('cbc:DocumentCurrencyCode').map((code) => code.stringValue)
export const inDocumentCurrency = (amount: XmlElement, document: CheckedDocument): boolean =>
  document.fact(documentCurrencies).includes(amount.attribute('currencyID') ?? '\0')

export const priceHolds = (charge: XmlElement): boolean => {
  if (!has(charge, 'cbc:BaseAmount') || charge.parent === undefined) return true
  return same(
    decimalAt(charge.parent, 'cbc:PriceAmount'),
    minus(decimalAt(charge, 'cbc:BaseAmount'), decimalAt(charge, 'cbc:Amount')),
  )
}
