import { ZERO, type Decimal } from '../../values/money.ts'
import type { Allowance, DocumentAllowance } from '../invoice.ts'
import { rateOf, toHundredths } from '../totals.ts'
import type { BodyAllowance } from './body.ts'
import { present } from './present.ts'

type Explanation = { reason: string; reasonCode: string }

/** EN 16931 wants a reason or its code for each (BR-33, BR-38, BR-41, BR-43): what is said when the body says none. */
export const DISCOUNT: Explanation = { reason: 'Discount', reasonCode: '95' }
export const CHARGE: Explanation = { reason: 'Charge', reasonCode: 'ZZZ' }

/** A rate above zero is the standard category; the schema refuses a body that says neither. */
export const categoryOf = ({ vatCategory }: { vatCategory?: string | undefined }): string => vatCategory ?? 'S'

/** An allowance or charge: its amount as given, or its percentage of the base. */
export const allowanceOf = (
  given: Omit<BodyAllowance, 'vatRate' | 'vatCategory'>,
  over: Decimal,
  standard: Explanation,
): Allowance => {
  const unexplained = given.reason === undefined && given.reasonCode === undefined
  const base = given.base ?? (given.percent ? over : undefined)
  return present({
    amount: given.amount ?? toHundredths((base ?? over).times(given.percent ?? ZERO).dividedBy(100)),
    // A base without a percentage says nothing that can be checked (PEPPOL-EN16931-R042).
    base: given.percent ? base : undefined,
    percent: given.percent,
    reason: unexplained ? standard.reason : given.reason,
    reasonCode: unexplained ? standard.reasonCode : given.reasonCode,
  })
}

/** The same for the document as a whole, which says its VAT as a line does. */
export const documentAllowanceOf = (given: BodyAllowance, over: Decimal, standard: Explanation): DocumentAllowance => {
  const category = categoryOf(given)
  return { ...allowanceOf(given, over, standard), vat: present({ category, rate: rateOf(category, given.vatRate) }) }
}
