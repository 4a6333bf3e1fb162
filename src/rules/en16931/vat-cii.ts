import type { XmlElement } from '../../formats/xml/tree.ts'
import { Decimal } from '../../values/money.ts'
import type { Document } from '../document.ts'
import { cents, decimal, minus, plus, same, total, whole, withinOne } from '../numbers.ts'
import { has, isDocument, isVat, type Named, select, text, within } from '../path.ts'
import type { Amount } from '../rule.ts'
import { type Category, computedWithinOne, type TaxNumbers, type VatBinding } from './vat.ts'

const transaction = 'rsm:SupplyChainTradeTransaction'
const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`
const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`

const codes = (tax: XmlElement): string[] => tax.all('ram:CategoryCode').map((code) => code.stringValue)
const is = (tax: XmlElement, { code }: Category): boolean => tax.children.some((child) => child.qname === 'ram:CategoryCode' && child.stringValue === code)

const numbers = ({ root }: Document): TaxNumbers => ({
  seller: has(root, `${agreement}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA,FC]`),
  sellerVat: has(root, `${agreement}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`),
  representativeVat: has(root, `${agreement}/ram:SellerTaxRepresentativeTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`),
  buyerVat: has(root, `${agreement}/ram:BuyerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`),
  buyerRegistration: has(root, `${agreement}/ram:BuyerTradeParty/ram:SpecifiedLegalOrganization/ram:ID`),
})

type Portion = { readonly codes: readonly string[]; readonly rates: readonly Amount[]; readonly amount: Amount }

const portion = (element: XmlElement, taxPath: string, amountPath: string): Portion => {
  const taxes = element.all(taxPath)
  return {
    codes: taxes.flatMap(codes),
    rates: taxes.flatMap((tax) => tax.all('ram:RateApplicablePercent')).map((rate) => decimal(rate.stringValue)),
    amount: total(select(element, amountPath).map((amount) => decimal(amount.stringValue))),
  }
}

type Portions = { readonly lines: readonly Portion[]; readonly allowances: readonly Portion[]; readonly charges: readonly Portion[] }

const portions = ({ root }: Document): Portions => {
  const allowanceCharge = (element: XmlElement): Portion => portion(element, 'ram:CategoryTradeTax', 'ram:ActualAmount')
  return {
    lines: select(root, `${transaction}/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement`).map((line) =>
      portion(line, 'ram:ApplicableTradeTax', 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'),
    ),
    allowances: select(root, `${settlement}/ram:SpecifiedTradeAllowanceCharge[allowance]`).map(allowanceCharge),
    charges: select(root, `${settlement}/ram:SpecifiedTradeAllowanceCharge[charge]`).map(allowanceCharge),
  }
}

const sums = (tax: XmlElement, document: Document, category: Category): boolean => {
  const { lines, allowances, charges } = document.fact(portions)
  const taxable = decimal(text(tax, 'ram:BasisAmount'))
  const sumOf = (counted: (item: Portion) => boolean): Amount => {
    const amount = (items: readonly Portion[]): Amount => cents(total(items.filter(counted).map((item) => item.amount)))
    return minus(plus(amount(lines), amount(charges)), amount(allowances))
  }
  const ofCategory = (item: Portion): boolean => item.codes.includes(category.code)
  if (category.rule === 'O') return same(taxable, sumOf(ofCategory))
  if (category.breakdown === 'one') return withinOne(taxable, sumOf(ofCategory))
  return tax.all('ram:RateApplicablePercent').every((percent) => {
    const rate = decimal(percent.stringValue)
    return same(taxable, sumOf((item) => ofCategory(item) && item.rates.some((itemRate) => same(itemRate, rate))))
  })
}

const count = (document: Document, name: string, category: Category, parent?: string): number =>
  document.named(name).filter((tax) => is(tax, category) && (parent === undefined || tax.parent?.qname === parent)).length

const balanced = (document: Document, category: Category): boolean => {
  const breakdown = count(document, 'ram:ApplicableTradeTax', category, 'ram:ApplicableHeaderTradeSettlement')
  const lines = count(document, 'ram:ApplicableTradeTax', category, 'ram:SpecifiedLineTradeSettlement')
  const allowancesCharges = count(document, 'ram:CategoryTradeTax', category)
  // The official rule counts two of them together, wherever they stand.
  if (category.breakdown === 'one a rate') return (lines === 0 || lines + breakdown >= 2) && (allowancesCharges === 0 || allowancesCharges + breakdown >= 2)
  if (breakdown === 0) return category.rule === 'O' || (lines === 0 && allowancesCharges === 0)
  return breakdown === 1 && (lines > 0 || allowancesCharges > 0)
}

const onAllowanceCharge = (indicator: readonly string[]) => (category: Category) => ({
  names: ['ram:CategoryTradeTax'],
  at: ({ parent }: Named) => parent?.qname === 'ram:SpecifiedTradeAllowanceCharge',
  where: (tax: XmlElement) =>
    tax.parent !== undefined &&
    indicator.includes((text(tax.parent, 'ram:ChargeIndicator/udt:Indicator') ?? '').trim()) &&
    is(tax, category) &&
    isVat(tax),
})

const others = (name: string) => (document: Document): boolean => !document.named(name).some((tax) => codes(tax).some((code) => code !== 'O'))

const wholeHundredth = (value: Amount): Amount => whole(value)?.div(new Decimal(100))

export const ciiVat: VatBinding = {
  root: { names: ['rsm:CrossIndustryInvoice'], at: isDocument },
  tax: {
    line: (category) => ({
      names: ['ram:ApplicableTradeTax'],
      at: (path) => within(path, 'ram:SpecifiedLineTradeSettlement', 'ram:IncludedSupplyChainTradeLineItem'),
      where: (tax) => is(tax, category) && isVat(tax),
    }),
    allowance: onAllowanceCharge(['false', '0']),
    charge: onAllowanceCharge(['true', '1']),
    breakdown: (category) => ({
      names: ['ram:ApplicableTradeTax'],
      at: (path) => within(path, 'ram:ApplicableHeaderTradeSettlement'),
      where: (tax) => is(tax, category) && (['S', 'Z'].includes(category.rule) || isVat(tax)),
    }),
  },
  numbers,
  rate: (tax) => text(tax, 'ram:RateApplicablePercent'),
  taxable: (tax) => text(tax, 'ram:BasisAmount'),
  amount: (tax) => text(tax, 'ram:CalculatedAmount'),
  hasReason: (tax) => has(tax, 'ram:ExemptionReason') || has(tax, 'ram:ExemptionReasonCode'),
  balanced,
  sums,
  // For L and M the official files leave this to BR-CO-17.
  computed: (tax, { rule }) =>
    rule !== 'S' || computedWithinOne(text(tax, 'ram:BasisAmount'), text(tax, 'ram:RateApplicablePercent'), text(tax, 'ram:CalculatedAmount'), wholeHundredth),
  numbersCount: () => true,
  rateNotNegative: (rate, { rule }) => (rule === 'AF' ? rate > 0 : rate >= 0),
  intraCommunityDate: ({ root }) =>
    has(root, `${transaction}/ram:ApplicableHeaderTradeDelivery/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`) ||
    has(root, `${settlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime`) ||
    has(root, `${settlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime`),
  intraCommunityCountry: ({ root }) => has(root, `${transaction}/ram:ApplicableHeaderTradeDelivery/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`),
  alone: {
    breakdown: others('ram:ApplicableTradeTax'),
    line: others('ram:ApplicableTradeTax'),
    allowance: others('ram:CategoryTradeTax'),
    charge: others('ram:CategoryTradeTax'),
  },
}
