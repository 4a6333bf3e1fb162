/** From what a party asks for to the status that is recorded: pure, and the only place where it is judged. */
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Decimal } from '../../values/money.ts'
import { type StatusAmount, approvedAmounts } from '../tables/amounts.ts'
import { frenchStatusOf, statusesWithReason } from '../tables/french-statuses.ts'
import { OTHER, SUSPENDED, isPeppolReason, motifFor, peppolReasons, reasonCodesFor } from '../tables/reasons.ts'
import { allowedTargets } from '../tables/states.ts'
import type { StatusUpdate } from '../read/update-input.ts'
import { type PaymentDecision, paymentOf } from './decide-payment.ts'
import { type Decision, type Subject, refuse } from './decision.ts'

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
