import type { XmlElement } from '../../formats/xml/tree.ts'
import { Decimal } from '../../values/money.ts'
import type { Document } from '../document.ts'
import { cents, decimal, minus, plus, same, total, withinOne } from '../numbers.ts'
import { has, isAllowance, isCharge, isVat, type Named, normalize, select, text, within } from '../path.ts'
import type { Amount } from '../rule.ts'
import { isRoot } from './ubl.ts'
import { type Category, computedWithinOne, type TaxNumbers, type VatBinding } from './vat.ts'

const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'

const codes = (tax: XmlElement): string[] => tax.all('cbc:ID').map((id) => normalize(id.stringValue))
const is = (tax: XmlElement, { code }: Category): boolean => tax.children.some((child) => child.qname === 'cbc:ID' && normalize(child.stringValue) === code)

const numbers = ({ root }: Document): TaxNumbers => ({
  seller: has(root, `${seller}/cac:PartyTaxScheme/cbc:CompanyID`),
  sellerVat: has(root, `${seller}/cac:PartyTaxScheme[VAT]/cbc:CompanyID`),
  representativeVat: has(root, 'cac:TaxRepresentativeParty/cac:PartyTaxScheme[VAT]/cbc:CompanyID'),
  buyerVat: has(root, `${buyer}/cac:PartyTaxScheme[VAT]/cbc:CompanyID`),
  buyerRegistration: has(root, `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`),
})

/** A line, allowance or charge with the categories and rates it names and what it counts for. */
type Portion = { readonly codes: readonly string[]; readonly rates: readonly Amount[]; readonly amount: Amount }

const portion = (element: XmlElement, taxPath: string, amountPath: string): Portion => {
  const taxes = select(element, taxPath)
  return {
    codes: taxes.flatMap(codes),
    rates: taxes.flatMap((tax) => tax.all('cbc:Percent')).map((percent) => decimal(percent.stringValue)),
    amount: total(element.all(amountPath).map((amount) => decimal(amount.stringValue))),
  }
}

type Portions = { readonly lines: readonly Portion[]; readonly allowances: readonly Portion[]; readonly charges: readonly Portion[]; readonly anywhere: readonly Portion[] }

const portions = (document: Document): Portions => {
  const { root } = document
  const allowanceCharge = (element: XmlElement): Portion => portion(element, 'cac:TaxCategory', 'cbc:Amount')
  return {
    lines: select(root, 'cac:InvoiceLine|cac:CreditNoteLine').map((line) => portion(line, 'cac:Item/cac:ClassifiedTaxCategory', 'cbc:LineExtensionAmount')),
    allowances: select(root, 'cac:AllowanceCharge[allowance]').map(allowanceCharge),
    charges: select(root, 'cac:AllowanceCharge[charge]').map(allowanceCharge),
    anywhere: document.named('cac:AllowanceCharge').map(allowanceCharge),
  }
}

const sums = (tax: XmlElement, document: Document, category: Category): boolean => {
  const { lines, allowances, charges, anywhere } = document.fact(portions)
  const taxable = decimal(tax.parent === undefined ? undefined : text(tax.parent, 'cbc:TaxableAmount'))
  const percents = tax.all('cbc:Percent').map((percent) => decimal(percent.stringValue))
  const sumOf = (counted: (item: Portion) => boolean): Amount => {
    const amount = (items: readonly Portion[]): Amount => total(items.filter(counted).map((item) => item.amount))
    return minus(plus(amount(lines), amount(charges)), amount(allowances))
  }
  const ofCategory = (item: Portion): boolean => item.codes.includes(category.code)
  if (category.breakdown === 'one') return lines.length > 0 && same(taxable, sumOf(ofCategory))
  return percents.every((rate) => {
    const ofRate = (item: Portion): boolean => ofCategory(item) && item.rates.some((itemRate) => same(itemRate, rate))
    const used = category.rule === 'S' ? lines.some(ofRate) || anywhere.some(ofRate) : lines.length > 0
    return used && withinOne(taxable, sumOf(ofRate))
  })
}

/** How often a category is named, by place; for the rates S, L and M, and for the rest. */
const balanced = (document: Document, category: Category): boolean => {
  const counts = (tax: XmlElement): boolean => is(tax, category) && (category.rule === 'S' || isVat(tax))
  const breakdown = select(document.root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory').filter(counts).length
  const onLines = document.named('cac:ClassifiedTaxCategory').filter(counts).length
  if (category.breakdown === 'one a rate') {
    const used = onLines + document.named('cac:TaxCategory').filter((tax) => tax.parent?.qname === 'cac:AllowanceCharge' && counts(tax)).length
    return used > 0 === breakdown > 0
  }
  const used = onLines > 0 || document.named('cac:TaxCategory').some(counts)
  return !used || breakdown === 1
}

/** No tax at such a place says VAT and another category than O. */
const alone =
  (taxes: (document: Document) => readonly XmlElement[]) =>
  (document: Document): boolean =>
    !taxes(document).some((tax) => isVat(tax) && codes(tax).some((code) => code !== 'O'))

const taxesOf =
  (counted: (allowanceCharge: XmlElement) => boolean) =>
  (document: Document): readonly XmlElement[] =>
    document.named('cac:TaxCategory').filter(({ parent }) => parent?.qname === 'cac:AllowanceCharge' && counted(parent))

const onAllowanceCharge = (counted: (element: XmlElement) => boolean) => (category: Category) => ({
  names: ['cac:TaxCategory'],
  at: ({ parent }: Named) => parent?.qname === 'cac:AllowanceCharge',
  where: (tax: XmlElement) => tax.parent !== undefined && counted(tax.parent) && is(tax, category) && isVat(tax),
})

const isLineTax = (tax: Named): boolean => within(tax, 'cac:Item', 'cac:InvoiceLine') || within(tax, 'cac:Item', 'cac:CreditNoteLine')

const hundredth = (value: Amount): Amount => cents(value?.div(new Decimal(100)))

export const ublVat: VatBinding = {
  root: { names: ['inv:Invoice', 'cn:CreditNote'], at: isRoot },
  tax: {
    line: (category) => ({ names: ['cac:ClassifiedTaxCategory'], at: isLineTax, where: (tax) => is(tax, category) && isVat(tax) }),
    allowance: onAllowanceCharge(isAllowance),
    charge: onAllowanceCharge(isCharge),
    breakdown: (category) => ({
      names: ['cac:TaxCategory'],
      at: (path) => within(path, 'cac:TaxSubtotal', 'cac:TaxTotal') && isRoot(path.parent?.parent?.parent),
      where: (tax) => is(tax, category) && isVat(tax),
    }),
  },
  numbers,
  rate: (tax) => text(tax, 'cbc:Percent'),
  taxable: (tax) => text(tax, '../cbc:TaxableAmount'),
  amount: (tax) => text(tax, '../cbc:TaxAmount'),
  hasReason: (tax) => has(tax, 'cbc:TaxExemptionReason') || has(tax, 'cbc:TaxExemptionReasonCode'),
  balanced,
  sums,
  computed: (tax) => computedWithinOne(text(tax, '../cbc:TaxableAmount'), text(tax, 'cbc:Percent'), text(tax, '../cbc:TaxAmount'), hundredth),
  // Outside VAT only document allowances and charges count.
  numbersCount: (tax, place, category) => place === 'line' || category.rule !== 'O' || isRoot(tax.parent?.parent),
  rateNotNegative: (rate) => rate >= 0,
  intraCommunityDate: ({ root }) => (text(root, 'cac:Delivery/cbc:ActualDeliveryDate') ?? '').length > 1 || has(root, 'cac:InvoicePeriod/*'),
  intraCommunityCountry: ({ root }) => (text(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode') ?? '').length > 1,
  alone: {
    breakdown: alone(({ root }) => select(root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')),
    line: alone((document) => document.named('cac:ClassifiedTaxCategory')),
    allowance: alone(taxesOf(isAllowance)),
    charge: alone(taxesOf(isCharge)),
  },
}
