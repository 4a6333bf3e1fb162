/** Statuses as Peppol's Invoice Response says them (UNCL4343), and back. The buyer says them; the supplier listens. */
import type { LifecycleState } from './states.ts'

interface ResponseMeaning {
  code: string
  /** Where it moves the business of the document it answers; null: it was received, and nothing else. */
  state: LifecycleState | null
  /** Something remains: approved on conditions, paid in part. */
  partial: boolean
}

export const responses: readonly ResponseMeaning[] = [
  { code: 'AB', state: null, partial: false },
  { code: 'IP', state: 'under_review', partial: false },
  { code: 'AP', state: 'approved', partial: false },
  { code: 'CA', state: 'approved', partial: true },
  { code: 'UQ', state: 'disputed', partial: false },
  { code: 'RE', state: 'rejected', partial: false },
  { code: 'PD', state: 'paid', partial: false },
  { code: 'PD', state: 'partially_paid', partial: true },
]

/** The reason that turns "paid" into "paid in part". */
export const PARTIALLY_PAID = 'PPD'

export const responseFor = (state: LifecycleState, partial: boolean): string | undefined =>
  (
    responses.find((one) => one.state === state && one.partial === partial) ??
    responses.find((one) => one.state === state)
  )?.code

export const meaningOf = (code: string, reasons: readonly string[]): ResponseMeaning | undefined => {
  const partial = reasons.includes(PARTIALLY_PAID)
  const said = responses.filter((one) => one.code === code)
  return said.find((one) => one.partial === partial) ?? said[0]
}
