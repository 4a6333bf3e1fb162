/** From what a party asks for to the status that is recorded: pure, and the only place where it is judged. */
import { AppError, type Detail } from '../kernel/errors/app-error.ts'
import type { ErrorCode } from '../kernel/errors/catalog.ts'
import { Decimal, ZERO, sum } from '../values/money.ts'
import {
  type RateShare,
  type StatusAmount,
  type PayableTotals,
  approvedAmounts,
  collectedAmounts,
  paidAmounts,
} from './tables/amounts.ts'
import { frenchStatusOf, statusesWithReason } from './tables/french-statuses.ts'
import { OTHER, SUSPENDED, isPeppolReason, motifFor, peppolReasons, reasonCodesFor } from './tables/reasons.ts'
import { type LifecycleState, type Party, type DocumentStanding, allowedTargets } from './tables/states.ts'
import type { Correction, StatusUpdate } from './update-input.ts'

/** What the judgement has to know of the document. */
export interface Subject extends DocumentStanding {
  party: Party
  /** Whether French statuses apply. */
  french: boolean
  currency: string | null
  totals: PayableTotals
  /** What is to be paid, and what this party has said is paid. */
  due: Decimal
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

const refuse = (code: ErrorCode, field: string, message: string, more: Partial<Detail> = {}): never => {
  throw new AppError(code, { message: `${field}: ${message}`, details: [{ field, rule: code, message, ...more }] })
}

const requireTransition = (subject: Subject, target: StatusUpdate['status']): void => {
  const allowed = allowedTargets(subject, subject.party)
  if (allowed.includes(target)) return
  const hint = allowed.length > 0 ? `Allowed next states: ${allowed.join(', ')}.` : 'No further state is allowed.'
  throw new AppError('INVALID_TRANSITION', {
    message: `The ${subject.party} cannot move a document from ${subject.state} to ${target}. ${hint}`,
    details: [
      {
        field: 'status',
        rule: 'INVALID_TRANSITION',
        message: hint,
        from: subject.state,
        to: target,
        allowed: [...allowed],
      },
    ],
  })
}

/** The code under which a reason travels in France; refused with the codes that the status does take. */
const motifOf = (frenchStatus: string, { reasonCode, suspensionReasonCode, reason }: StatusUpdate): string | null => {
  const [field, code] =
    reasonCode === SUSPENDED && suspensionReasonCode !== undefined
      ? (['suspensionReasonCode', suspensionReasonCode] as const)
      : (['reasonCode', reasonCode] as const)
  if (!statusesWithReason.includes(frenchStatus) && code === undefined) return null
  const motif = motifFor(frenchStatus, code)
  if (motif !== undefined) return motif
  const allowed = reasonCodesFor(frenchStatus)
  if (code === undefined && reason !== undefined && allowed.includes(OTHER.motif)) return OTHER.motif
  if (allowed.length === 0)
    return refuse('INVALID_REQUEST', field, `The status ${frenchStatus} allows no reason code. Remove the field.`)
  return refuse(
    code === undefined ? 'MISSING_FIELD' : 'INVALID_ENUM',
    field,
    `The status ${frenchStatus} requires one of the reason codes: ${allowed.join(', ')}.`,
    { allowed: [...allowed] },
  )
}

const requirePeppolReason = ({ reasonCode, suspensionReasonCode }: StatusUpdate): void => {
  for (const [field, code] of Object.entries({ reasonCode, suspensionReasonCode })) {
    if (code === undefined || code === SUSPENDED || isPeppolReason(code)) continue
    const allowed = Object.keys(peppolReasons)
    refuse(
      'INVALID_ENUM',
      field,
      `For a document outside France, the reason code must be one of: ${allowed.join(', ')}.`,
      { allowed },
    )
  }
}

/** 212 of a party that collected: by VAT rate, as given or in proportion. */
const collected = ({ rates, currency }: Subject, amount: Decimal, { paymentByRate }: StatusUpdate): StatusAmount[] => {
  if (!rates || rates.length === 0)
    return refuse(
      'INVALID_REQUEST',
      'paymentAmount',
      'The document has no VAT rates, so the collected amount cannot be reported by rate.',
    )
  if (!paymentByRate) return collectedAmounts(amount, rates)
  const known = rates.map(({ rate }) => rate)
  const stranger = paymentByRate.findIndex(({ rate }) => !known.some((one) => one.eq(rate)))
  if (stranger >= 0)
    return refuse(
      'INVALID_REQUEST',
      `paymentByRate[${stranger}].rate`,
      `The document does not have this VAT rate. Its rates are: ${known.map((rate) => rate.toFixed()).join(', ')}.`,
    )
  const repeated = paymentByRate.findIndex(({ rate }, index) =>
    paymentByRate.slice(0, index).some((earlier) => earlier.rate.eq(rate)),
  )
  if (repeated >= 0)
    return refuse(
      'INVALID_REQUEST',
      `paymentByRate[${repeated}].rate`,
      'Each VAT rate may occur once. Add up the amounts of the same rate.',
    )
  if (!sum(paymentByRate.map((share) => share.amount)).eq(amount))
    return refuse(
      'INVALID_REQUEST',
      'paymentByRate',
      `The amounts do not add up to ${amount.toFixed(2)}${currency === null ? '' : ` ${currency}`}.`,
    )
  return paymentByRate.map(({ rate, amount: part }) => ({
    kind: 'MEN' as const,
    amount: part,
    percent: new Decimal(rate),
  }))
}

type PaymentDecision = Pick<Decision, 'payment' | 'amounts' | 'stated'>

const paymentOf = (subject: Subject, update: StatusUpdate): PaymentDecision => {
  const { paymentCurrency, paymentByRate, paymentDate = '', paymentReference = null } = update
  if (paymentCurrency !== undefined && subject.currency !== null && paymentCurrency !== subject.currency)
    refuse(
      'CURRENCY_MISMATCH',
      'paymentCurrency',
      `The currency must be that of the document, which is ${subject.currency}.`,
    )
  const open = Decimal.max(ZERO, subject.due.minus(subject.paid))
  const given = update.paymentAmount ?? (paymentByRate && sum(paymentByRate.map(({ amount }) => amount)))
  const remaining =
    update.remainingAmount ?? (update.status === 'paid' ? ZERO : given && Decimal.max(ZERO, open.minus(given)))
  if (given === undefined && update.status === 'partially_paid' && subject.due.gt(0) && remaining?.gte(open))
    return refuse(
      'INVALID_REQUEST',
      'remainingAmount',
      `The remaining amount must be less than the open amount of ${open.toFixed(2)}, because a part is paid.`,
    )
  const amount = given ?? (remaining && Decimal.max(ZERO, open.minus(remaining)))
  const payment = {
    date: paymentDate,
    amount: amount?.toFixed(2) ?? null,
    currency: paymentCurrency ?? subject.currency,
    reference: paymentReference,
    remaining: remaining?.toFixed(2) ?? null,
  }
  return {
    payment,
    amounts: subject.french ? frenchAmounts(subject, update, { given, amount, remaining }) : [],
    stated: given === undefined ? null : { amount: given, toldBefore: subject.paid },
  }
}

/** Amounts that a payment is known by; each may be unknown. */
interface PaidAmounts {
  given: Decimal | undefined
  amount: Decimal | undefined
  remaining: Decimal | undefined
}

const frenchAmounts = (
  subject: Subject,
  update: StatusUpdate,
  { given, amount, remaining }: PaidAmounts,
): StatusAmount[] => {
  if (subject.party === 'supplier') {
    if (given === undefined)
      return refuse(
        'MISSING_FIELD',
        'paymentAmount',
        'Give the collected amount: a supplier who reports a payment must state it (BR-FR-CDV-14).',
      )
    return collected(subject, given, update)
  }
  if (amount === undefined || remaining === undefined)
    return refuse(
      'MISSING_FIELD',
      'paymentAmount',
      'Give the paid amount, or the amount that remains as ' +
        'remainingAmount: a partial payment requires one of them.',
    )
  return paidAmounts(amount, remaining)
}

const approvalOf = (subject: Subject, remaining: Decimal): StatusAmount[] => {
  const { gross } = subject.totals
  if (remaining.gte(gross.abs()))
    return refuse(
      'INVALID_REQUEST',
      'remainingAmount',
      `The remaining amount must be less than the total of ${gross.toFixed(2)}, because a part is approved.`,
    )
  return approvedAmounts(remaining, subject.totals)
}

const conclude = (subject: Subject, update: StatusUpdate): Decision => {
  const {
    status,
    reasonCode = null,
    reason = null,
    note = null,
    requestedAction = null,
    remainingAmount,
    corrections = [],
  } = update
  const partial = status === 'partially_paid' || (status === 'approved' && remainingAmount !== undefined)
  const frenchStatus = subject.french
    ? frenchStatusOf({ target: status, party: subject.party, partial, suspended: reasonCode === SUSPENDED })
    : null
  if (frenchStatus === null) requirePeppolReason(update)
  const motif = frenchStatus === null ? null : motifOf(frenchStatus, update)
  const paying = status === 'paid' || status === 'partially_paid'
  const { payment, amounts, stated }: PaymentDecision = paying
    ? paymentOf(subject, update)
    : {
        payment: null,
        amounts: status === 'approved' && remainingAmount ? approvalOf(subject, remainingAmount) : [],
        stated: null,
      }
  return {
    status,
    frenchStatus,
    reasonCode: reasonCode ?? (motif === OTHER.motif ? OTHER.reasonCode : null),
    motif,
    reason,
    note,
    requestedAction,
    payment,
    amounts,
    corrections,
    partial,
    stated,
  }
}

/** Judges an update: refuses what is not legal, and says what is recorded of what is. */
export const decide = (subject: Subject, update: StatusUpdate): Decision => {
  requireTransition(subject, update.status)
  return conclude(subject, update)
}

/** The same for a payment that is recorded already: whether it may move the document, its own table says. */
export const decidePayment = (
  subject: Subject,
  payment: StatusUpdate & { status: 'paid' | 'partially_paid' },
): Decision => conclude(subject, payment)
