/** EN 16931-1, clause 6.4: how the totals of an invoice follow from one another. */
import { atMostOne, cents, decimal, minus, percentOf, plus, same, whole, withinOne } from '../numbers.ts'
import type { Group } from './group.ts'

type Test = (group: Group) => boolean

/** BT-109 = BT-106 - BT-107 + BT-108; without allowances and charges UBL compares the totals unrounded. */
export const totalWithoutVat: Test = (group) => {
  const [lines, allowances, charges] = [group.amount('BT-106'), group.amount('BT-107'), group.amount('BT-108')]
  const [hasAllowances, hasCharges] = [group.occurs('BT-107'), group.occurs('BT-108')]
  if (!hasAllowances && !hasCharges && group.syntax.name === 'UBL') return same(group.amount('BT-109'), lines)
  const lessAllowances = hasAllowances ? minus(lines, allowances) : lines
  return same(group.amount('BT-109'), cents(hasCharges ? plus(lessAllowances, charges) : lessAllowances))
}

/** BT-112 = BT-109 + BT-110, where BT-110 is the one VAT total in the currency of the invoice. */
export const totalWithVat: Test = (group) => {
  const [withVat, withoutVat] = [group.amount('BT-112'), group.amount('BT-109')]
  return group.all('BT-5').every((currency) => {
    const vat = group.all('BT-110').filter((amount) => amount.attribute('currencyID') === currency.stringValue)
    const holds = vat.length === 1 && same(withVat, cents(plus(withoutVat, decimal(vat[0]?.stringValue))))
    return holds || (group.syntax.name === 'CII' && same(withVat, withoutVat))
  })
}

/** BT-115 = BT-112 - BT-113 + BT-114. The bindings round at different places. */
export const amountDue: Test = (group) => {
  const [due, withVat] = [group.amount('BT-115'), group.amount('BT-112')]
  const [hasPaid, hasRounding] = [group.occurs('BT-113'), group.occurs('BT-114')]
  const [paid, rounding] = [group.amount('BT-113'), group.amount('BT-114')]
  const unpaid = hasPaid ? minus(withVat, paid) : withVat
  if (group.syntax.name === 'CII') return same(due, hasRounding ? plus(unpaid, rounding) : unpaid)
  return same(hasRounding ? cents(minus(due, rounding)) : due, hasPaid ? cents(unpaid) : unpaid)
}

/** BT-117 = BT-116 x BT-119, within less than one (CII: at most one) of the currency's units. */
export const vatAmount: Test = (group) => {
  const rate = group.amount('BT-119')
  const tax = group.amount('BT-117')
  if (!group.occurs('BT-119') || whole(rate)?.isZero()) return whole(tax)?.isZero() ?? false
  const expected = cents(percentOf(group.amount('BT-116')?.abs(), rate))
  if (expected === undefined || tax === undefined) return false
  return group.syntax.name === 'UBL' ? withinOne(tax.abs(), expected) : atMostOne(tax.abs(), expected)
}

/** In UBL a VAT total without breakdown is the one in the accounting currency. */
export const vatTotal: Test = (group) => {
  if (group.syntax.name === 'UBL' && !group.has('BG-23')) return true
  return same(group.amount('BT-110'), cents(group.sum('BT-117')))
}
