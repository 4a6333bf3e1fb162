/** Peppol BIS Billing 3 in CII: how amounts, units and periods are computed and compared. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { Exact, type Amount } from '../exact.ts'
import { cents, decimalAt, double, minus, near, percentOf, plus, sumAt, times, total } from '../numbers.ts'
import { has, select } from '../path.ts'
import { settlement } from './cii-invoice.ts'
import { indicator } from './billing-cii-codes.ts'

export const currencies = ({ root }: CheckedDocument): string[] =>
  select(root, `${settlement}/ram:InvoiceCurrencyCode`).map((code) => code.stringValue)
const accountingCurrencies = ({ root }: CheckedDocument): string[] =>
  select(root, `${settlement}/ram:TaxCurrencyCode`).map((code) => code.stringValue)

export const vatTotals = (header: XmlElement): readonly XmlElement[] =>
  select(header, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount')
export const totalsIn = (header: XmlElement, codes: readonly string[]): XmlElement[] =>
  vatTotals(header).filter((vat) => codes.includes(vat.attribute('currencyID') ?? '\0'))

export const sameSign = (header: XmlElement, document: CheckedDocument): boolean => {
  const accounting = document.fact(accountingCurrencies)
  if (accounting.length === 0) return true
  const [one, other] = [totalsIn(header, accounting), totalsIn(header, document.fact(currencies))].map((totals) =>
    totals.map((vat) => double(vat.stringValue)),
  )
  const both = (holds: (amount: number) => boolean): boolean =>
    (one?.some(holds) ?? false) && (other?.some(holds) ?? false)
  return both((amount) => amount < 0) || both((amount) => amount >= 0)
}

export const differs = (vat: XmlElement, codes: readonly string[]): boolean =>
  vat.attribute('currencyID') !== undefined && codes.some((code) => code !== vat.attribute('currencyID'))

export const percentageHolds = (charge: XmlElement): boolean => {
  if (!has(charge, 'ram:CalculationPercent') || !has(charge, 'ram:BasisAmount')) return true
  const amount = has(charge, 'ram:ActualAmount') ? decimalAt(charge, 'ram:ActualAmount') : Exact.of(0)
  return near(amount, percentOf(decimalAt(charge, 'ram:BasisAmount'), decimalAt(charge, 'ram:CalculationPercent')))
}

const orElse = (element: XmlElement, path: string, otherwise: number): Amount =>
  has(element, path) ? decimalAt(element, path) : Exact.of(otherwise)
const NET = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice'
export const LINE = 'ram:SpecifiedLineTradeSettlement'

export const lineAmountHolds = (line: XmlElement): boolean => {
  const base = decimalAt(line, `${NET}/ram:BasisQuantity`)
  const price = orElse(line, `${NET}/ram:ChargeAmount`, 0)
  const unitPrice = base === undefined || base.isZero() ? price : price?.div(base)
  const sumOf = (which: string): Amount =>
    cents(
      total(
        select(line, `${LINE}/ram:SpecifiedTradeAllowanceCharge`)
          .filter((charge) => indicator(charge) === which)
          .map((charge) => sumAt(charge, 'ram:ActualAmount')),
      ),
    )
  const quantity = orElse(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity', 1)
  const net = orElse(line, `${LINE}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`, 0)
  return near(net, minus(plus(times(quantity, unitPrice), sumOf('true')), sumOf('false')))
}

export const withinPeriod =
  (part: string, holds: (line: string, invoice: string) => boolean) =>
  (date: XmlElement, { root }: CheckedDocument): boolean =>
    date
      .all('udt:DateTimeString')
      .some((own) =>
        select(root, `${settlement}/ram:BillingSpecifiedPeriod/${part}/udt:DateTimeString`).some((outer) =>
          holds(own.stringValue, outer.stringValue),
        ),
      )

export const sameUnit = (base: XmlElement): boolean =>
  select(base, '../../../ram:SpecifiedLineTradeDelivery/ram:BilledQuantity').some(
    (quantity) => quantity.attribute('unitCode') === base.attribute('unitCode'),
  )
