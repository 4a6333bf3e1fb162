import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { cents, decimal, same, whole, withinOne } from '../numbers.ts'
import { has, isVat, select, some, text } from '../path.ts'
import { isDocumentElement, type Position, within } from '../position.ts'
import type { Amount } from '../exact.ts'
import { hasCode, hasRate, type Portion, type Portions, portionsOf, sumOf } from './portions.ts'
import { type Category, computedWithinOne, type TaxNumbers, type VatBinding } from './vat.ts'

const transaction = 'rsm:SupplyChainTradeTransaction'
const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`
const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`

const codes = (tax: XmlElement): string[] => tax.all('ram:CategoryCode').map((code) => code.stringValue)
const is = (tax: XmlElement, { code }: Category): boolean =>
  tax.children.some((child) => child.qname === 'ram:CategoryCode' && child.stringValue === code)

const numbers = ({ root }: CheckedDocument): TaxNumbers => ({
  seller: has(root, `${agreement}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA,FC]`),
  sellerVat: has(root, `${agreement}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`),
  representativeVat: has(
    root,
    `${agreement}/ram:SellerTaxRepresentativeTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`,
  ),
  buyerVat: has(root, `${agreement}/ram:BuyerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`),
  buyerRegistration: has(root, `${agreement}/ram:BuyerTradeParty/ram:SpecifiedLegalOrganization/ram:ID`),
})

const portionsAt = (elements: readonly XmlElement[], taxName: string, amountPath: string): Portion[] =>
  portionsOf(elements, (element) => {
    const taxes = element.all(taxName)
    return {
      codes: taxes.flatMap(codes),
      rates: taxes.flatMap((tax) => tax.all('ram:RateApplicablePercent')).map((rate) => rate.stringValue),
      amounts: select(element, amountPath),
    }
  })

const portions = ({ root }: CheckedDocument): Portions => {
  const allowanceCharges = (which: string): Portion[] =>
    portionsAt(
      select(root, `${settlement}/ram:SpecifiedTradeAllowanceCharge[${which}]`),
      'ram:CategoryTradeTax',
      'ram:ActualAmount',
    )
  return {
    lines: portionsAt(
      select(root, `${transaction}/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement`),
      'ram:ApplicableTradeTax',
      'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
    ),
    allowances: allowanceCharges('allowance'),
    charges: allowanceCharges('charge'),
  }
}

const WITHOUT_SUMS = ['AF', 'AG']

const sums = (tax: XmlElement, document: CheckedDocument, category: Category): boolean => {
  // For L and M the official file looks for the rate beside the tax, where it cannot stand: they are never wrong.
  if (WITHOUT_SUMS.includes(category.rule)) return true
  const found = document.fact(portions)
  const taxable = decimal(text(tax, 'ram:BasisAmount'))
  const ofCategory = (portion: Portion): boolean => hasCode(portion, category.code)
  if (category.rule === 'O') return same(taxable, sumOf(found, ofCategory, cents))
  if (category.breakdown === 'one') return withinOne(taxable, sumOf(found, ofCategory, cents))
  return tax.all('ram:RateApplicablePercent').every((percent) => {
    const rate = decimal(percent.stringValue)
    return same(
      taxable,
      sumOf(found, (portion) => ofCategory(portion) && hasRate(portion, rate), cents),
    )
  })
}

/** How many taxes of each category a place has. */
const countIn = (taxes: readonly XmlElement[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const tax of taxes) for (const code of new Set(codes(tax))) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

const countsByPlace = (document: CheckedDocument) => ({
  breakdown: countIn(document.named('ram:ApplicableTradeTax', 'ram:ApplicableHeaderTradeSettlement')),
  lines: countIn(document.named('ram:ApplicableTradeTax', 'ram:SpecifiedLineTradeSettlement')),
  allowanceCharges: countIn(document.named('ram:CategoryTradeTax')),
})

const balanced = (document: CheckedDocument, category: Category): boolean => {
  const places = document.fact(countsByPlace)
  const count = (place: keyof typeof places): number => places[place].get(category.code) ?? 0
  const [breakdown, lines, allowanceCharges] = [count('breakdown'), count('lines'), count('allowanceCharges')]
  // The official rule counts two of them together, wherever they stand.
  if (category.breakdown === 'one a rate')
    return (lines === 0 || lines + breakdown >= 2) && (allowanceCharges === 0 || allowanceCharges + breakdown >= 2)
  if (breakdown === 0) return category.rule === 'O' || (lines === 0 && allowanceCharges === 0)
  return breakdown === 1 && (lines > 0 || allowanceCharges > 0)
}

const onAllowanceCharge = (indicator: readonly string[]) => (category: Category) => ({
  names: ['ram:CategoryTradeTax'],
  at: ({ parent }: Position) => parent?.qname === 'ram:SpecifiedTradeAllowanceCharge',
  where: (tax: XmlElement) =>
    tax.parent !== undefined &&
    indicator.includes((text(tax.parent, 'ram:ChargeIndicator/udt:Indicator') ?? '').trim()) &&
    is(tax, category) &&
    isVat(tax),
})

const others =
  (name: string) =>
  (document: CheckedDocument): boolean =>
    !document.named(name).some((tax) => codes(tax).some((code) => code !== 'O'))

const wholeHundredth = (value: Amount): Amount => whole(value)?.hundredth()

export const ciiVat: VatBinding = {
  root: { names: ['rsm:CrossIndustryInvoice'], at: isDocumentElement },
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
  used: (document) => new Set(Object.values(document.fact(countsByPlace)).flatMap((counts) => [...counts.keys()])),
  isItalian: ({ root }) =>
    ['Seller', 'Buyer'].every((role) =>
      some(root, `${agreement}/ram:${role}TradeParty/ram:PostalTradeAddress/ram:CountryID`, 'IT'),
    ),
  balanced,
  sums,
  // For L and M the official files leave this to BR-CO-17.
  computed: (tax, { rule }) =>
    rule !== 'S' ||
    computedWithinOne(
      text(tax, 'ram:BasisAmount'),
      text(tax, 'ram:RateApplicablePercent'),
      text(tax, 'ram:CalculatedAmount'),
      wholeHundredth,
    ),
  numbersCount: () => true,
  rateNotNegative: (rate, { rule }) => (rule === 'AF' ? rate > 0 : rate >= 0),
  intraCommunityDate: ({ root }) =>
    has(
      root,
      `${transaction}/ram:ApplicableHeaderTradeDelivery/ram:ActualDeliverySupplyChainEvent/` +
        'ram:OccurrenceDateTime/udt:DateTimeString',
    ) ||
    has(root, `${settlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime`) ||
    has(root, `${settlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime`),
  intraCommunityCountry: ({ root }) =>
    has(
      root,
      `${transaction}/ram:ApplicableHeaderTradeDelivery/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`,
    ),
  alone: {
    breakdown: others('ram:ApplicableTradeTax'),
    line: others('ram:ApplicableTradeTax'),
    allowance: others('ram:CategoryTradeTax'),
    charge: others('ram:CategoryTradeTax'),
  },
}
