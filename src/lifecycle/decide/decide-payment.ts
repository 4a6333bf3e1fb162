/** A payment that a party states: its amounts, and how France tells them. */
import { Decimal, ZERO, sum } from '../../values/money.ts'
import { invariant } from '../../kernel/invariant.ts'
import { type StatusAmount, collectedAmounts, paidAmounts } from '../tables/amounts.ts'
import type { StatusUpdate } from '../read/update-input.ts'
import { type Decision, type Subject, refuse } from './decision.ts'

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

export type PaymentDecision = Pick<Decision, 'payment' | 'amounts' | 'stated'>

export const paymentOf = (subject: Subject, update: StatusUpdate): PaymentDecision => {
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
  const isKnown = given !== undefined || (remaining !== undefined && subject.statesAmount)
  if (!isKnown && !(subject.french && subject.party === 'supplier')) return refuseUnknownAmount(update, subject)
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

/** A payment whose amount follows neither from the update nor from the document. */
const refuseUnknownAmount = ({ status }: StatusUpdate, { statesAmount }: Subject): never =>
  refuse(
    'MISSING_FIELD',
    'paymentAmount',
    status === 'partially_paid' && statesAmount
      ? 'Give the paid amount, or the amount that remains as ' +
          'remainingAmount: a partial payment requires one of them.'
      : 'Give the paid amount: the document states no amount.',
  )

/** Amounts that a payment is known by. */
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
  invariant(amount !== undefined && remaining !== undefined, 'A payment has an amount.')
  return paidAmounts(amount, remaining)
}
