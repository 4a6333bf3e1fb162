import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { cents, decimal, same, withinOne } from '../numbers.ts'
import { has, isAllowance, isCharge, isVat, select, some, text } from '../path.ts'
import { normalize } from '../white-space.ts'
import { type Position, within } from '../position.ts'
import type { Amount } from '../exact.ts'
import { hasCode, hasRate, type Portion, type Portions, portionsOf, sumOf } from './portions.ts'
import { isRoot } from './ubl.ts'
import { type Category, computedWithinOne, type TaxNumbers, type VatBinding } from './vat.ts'

const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'

/** The categories that a tax names, each once. */
const codes = (tax: XmlElement): readonly string[] => {
  const named = tax.all('cbc:ID').map((id) => normalize(id.stringValue))
  return named.length > 1 ? [...new Set(named)] : named
}
const is = (tax: XmlElement, { code }: Category): boolean =>
  tax.children.some((child) => child.qname === 'cbc:ID' && normalize(child.stringValue) === code)

const numbers = ({ root }: CheckedDocument): TaxNumbers => ({
  seller: has(root, `${seller}/cac:PartyTaxScheme/cbc:CompanyID`),
  sellerVat: has(root, `${seller}/cac:PartyTaxScheme[VAT]/cbc:CompanyID`),
  representativeVat: has(root, 'cac:TaxRepresentativeParty/cac:PartyTaxScheme[VAT]/cbc:CompanyID'),
  buyerVat: has(root, `${buyer}/cac:PartyTaxScheme[VAT]/cbc:CompanyID`),
  buyerRegistration: has(root, `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`),
})

const valuesOf = (taxes: readonly XmlElement[], name: string, read: (text: string) => string): string[] => {
  const values: string[] = []
  for (const tax of taxes)
    for (const child of tax.children) if (child.qname === name) values.push(read(child.stringValue))
  return values
}

const portionsAt = (elements: readonly XmlElement[], taxPath: string, amountName: string): Portion[] =>
  portionsOf(elements, (element) => {
    const taxes = select(element, taxPath)
    return {
      codes: valuesOf(taxes, 'cbc:ID', normalize),
      rates: valuesOf(taxes, 'cbc:Percent', asWritten),
      amounts: element.all(amountName),
    }
  })

const portions = (document: CheckedDocument): Portions & { readonly anywhere: readonly Portion[] } => {
  const { root } = document
  const allowanceCharges = (elements: readonly XmlElement[]): Portion[] =>
    portionsAt(elements, 'cac:TaxCategory', 'cbc:Amount')
  return {
    lines: portionsAt(
      select(root, 'cac:InvoiceLine|cac:CreditNoteLine'),
      'cac:Item/cac:ClassifiedTaxCategory',
      'cbc:LineExtensionAmount',
    ),
    allowances: allowanceCharges(select(root, 'cac:AllowanceCharge[allowance]')),
    charges: allowanceCharges(select(root, 'cac:AllowanceCharge[charge]')),
    anywhere: allowanceCharges(document.named('cac:AllowanceCharge')),
  }
}

const sums = (tax: XmlElement, document: CheckedDocument, category: Category): boolean => {
  const found = document.fact(portions)
  const taxable = decimal(tax.parent === undefined ? undefined : text(tax.parent, 'cbc:TaxableAmount'))
  const ofCategory = (portion: Portion): boolean => hasCode(portion, category.code)
  if (category.breakdown === 'one') return found.lines.length > 0 && same(taxable, sumOf(found, ofCategory, unrounded))
  return tax.all('cbc:Percent').every((percent) => {
    const rate = decimal(percent.stringValue)
    const ofRate = (portion: Portion): boolean => ofCategory(portion) && hasRate(portion, rate)
    const used =
      category.rule === 'S' ? found.lines.some(ofRate) || found.anywhere.some(ofRate) : found.lines.length > 0
    const isSumOf = (portions: Portions): boolean => withinOne(taxable, sumOf(portions, ofRate, unrounded))
    if (used && isSumOf(found)) return true
    // For S the official file is content, too, where allowances and charges alone come to the amount.
    return category.rule === 'S' && found.anywhere.some(ofRate) && isSumOf({ ...found, lines: [] })
  })
}

const unrounded = (sum: Amount): Amount => sum
const asWritten = (value: string): string => value

/** How often a place names each category, with VAT and at all. */
type Count = { vat: number; all: number }

const countIn = (taxes: readonly XmlElement[]): ReadonlyMap<string, Count> => {
  const counts = new Map<string, Count>()
  for (const tax of taxes) {
    const vat = isVat(tax) ? 1 : 0
    for (const code of codes(tax)) {
      const count = counts.get(code) ?? { vat: 0, all: 0 }
      counts.set(code, count)
      count.vat += vat
      count.all += 1
    }
  }
  return counts
}

const countsByPlace = (document: CheckedDocument) => ({
  breakdown: countIn(select(document.root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')),
  lines: countIn(document.named('cac:ClassifiedTaxCategory')),
  allowanceCharges: countIn(document.named('cac:TaxCategory', 'cac:AllowanceCharge')),
  anywhere: countIn(document.named('cac:TaxCategory')),
})

/** How often a category is named, by place; for the rates S, L and M, and for the rest. */
const balanced = (document: CheckedDocument, { code, rule, breakdown }: Category): boolean => {
  const places = document.fact(countsByPlace)
  const count = (place: keyof typeof places): number => places[place].get(code)?.[rule === 'S' ? 'all' : 'vat'] ?? 0
  if (breakdown === 'one a rate') return count('lines') + count('allowanceCharges') > 0 === count('breakdown') > 0
  return (count('lines') === 0 && count('anywhere') === 0) || count('breakdown') === 1
}

/** No tax at such a place says VAT and another category than O; none at all is another too. */
const alone =
  (taxes: (document: CheckedDocument) => readonly XmlElement[]) =>
  (document: CheckedDocument): boolean =>
    taxes(document).every((tax) => !isVat(tax) || (codes(tax).length > 0 && codes(tax).every((code) => code === 'O')))

const taxesOf =
  (counted: (allowanceCharge: XmlElement) => boolean) =>
  (document: CheckedDocument): readonly XmlElement[] =>
    document
      .named('cac:TaxCategory', 'cac:AllowanceCharge')
      .filter(({ parent }) => parent !== undefined && counted(parent))

const onAllowanceCharge = (counted: (element: XmlElement) => boolean) => (category: Category) => ({
  names: ['cac:TaxCategory'],
  at: ({ parent }: Position) => parent?.qname === 'cac:AllowanceCharge',
  where: (tax: XmlElement) => tax.parent !== undefined && counted(tax.parent) && is(tax, category) && isVat(tax),
})

const isLineTax = (tax: Position): boolean =>
  within(tax, 'cac:Item', 'cac:InvoiceLine') || within(tax, 'cac:Item', 'cac:CreditNoteLine')

const hundredth = (value: Amount): Amount => cents(value?.hundredth())

export const ublVat: VatBinding = {
  root: { names: ['inv:Invoice', 'cn:CreditNote'], at: isRoot },
  tax: {
    line: (category) => ({
      names: ['cac:ClassifiedTaxCategory'],
      at: isLineTax,
      where: (tax) => is(tax, category) && isVat(tax),
    }),
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
  used: (document) =>
    new Set([...document.fact(countsByPlace).lines.keys(), ...document.fact(countsByPlace).anywhere.keys()]),
  isItalian: ({ root }) =>
    [seller, buyer].every((party) => some(root, `${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'IT')),
  balanced,
  sums,
  computed: (tax) =>
    computedWithinOne(
      text(tax, '../cbc:TaxableAmount'),
      text(tax, 'cbc:Percent'),
      text(tax, '../cbc:TaxAmount'),
      hundredth,
    ),
  // Outside VAT only document allowances and charges count.
  numbersCount: (tax, place, category) => place === 'line' || category.rule !== 'O' || isRoot(tax.parent?.parent),
  rateNotNegative: (rate) => rate >= 0,
  intraCommunityDate: ({ root }) =>
    (text(root, 'cac:Delivery/cbc:ActualDeliveryDate') ?? '').length > 1 || has(root, 'cac:InvoicePeriod/*'),
  intraCommunityCountry: ({ root }) =>
    (text(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode') ?? '').length > 1,
  alone: {
    breakdown: alone(({ root }) => select(root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')),
    line: alone((document) => document.named('cac:ClassifiedTaxCategory')),
    allowance: alone(taxesOf(isAllowance)),
    charge: alone(taxesOf(isCharge)),
  },
}
