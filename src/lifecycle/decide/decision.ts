/** What is judged of a document, and what the judgement says. */
import { AppError, type Detail } from '../../kernel/errors/app-error.ts'
import type { ErrorCode } from '../../kernel/errors/catalog.ts'
import type { Decimal } from '../../values/money.ts'
import type { RateShare, StatusAmount, PayableTotals } from '../tables/amounts.ts'
import { type LifecycleState, type Party, type DocumentStanding } from '../tables/states.ts'
import type { Correction } from '../read/update-input.ts'

/** What the judgement has to know of the document. */
export interface Subject extends DocumentStanding {
  party: Party
  /** Whether French statuses apply. */
  french: boolean
  currency: string | null
  totals: PayableTotals
  /** What is to be paid, and what this party has said is paid. */
  due: Decimal
  /** False where the document states no amount, so that it is not known what is to be paid. */
  statesAmount: boolean
  paid: Decimal
  /** VAT rates with their totals; null where the document does not tell them. */
  rates: readonly RateShare[] | null
}

export interface Payment {
  date: string
  amount: string | null
  currency: string | null
  reference: string | null
  remaining: string | null
}

export interface Decision {
  status: LifecycleState
  frenchStatus: string | null
  reasonCode: string | null
  motif: string | null
  reason: string | null
  note: string | null
  requestedAction: string | null
  payment: Payment | null
  amounts: StatusAmount[]
  corrections: Correction[]
  /** Approved or paid in part. */
  partial: boolean
  /** A payment that the party states with its amount, and what it said before: it is recorded too. */
  stated: StatedPayment | null
}

export interface StatedPayment {
  amount: Decimal
  toldBefore: Decimal
}

/** A refusal about one field, which its message names. */
export const refuse = (code: ErrorCode, field: string, message: string, more: Partial<Detail> = {}): never => {
  throw new AppError(code, { message: `${field}: ${message}`, details: [{ field, rule: code, message, ...more }] })
}
