/** Which documents can be paid by a transfer, and why others cannot: a table. */
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { Decimal } from '../values/money.ts'

/** What the judgement has to know of a document. */
export interface Candidate {
  id: string
  companyId: string
  type: string
  direction: 'incoming' | 'outgoing'
  selfBilled: boolean
  number: string
  currency: string | null
  lifecycleStatus: string
  paymentIban: string | null
  paymentReference: string | null
  creditorName: string | null
  due: Decimal
  paid: Decimal
  /** What the organization has told the supplier to be paid, other than by recording it. */
  said: Decimal
  /** How often it was ordered and not rejected by the bank, and how often in all. */
  ordered: number
  orders: number
}

export const ibanOf = ({ paymentIban }: Pick<Candidate, 'paymentIban'>): string =>
  electronicFormatIBAN(paymentIban ?? '') ?? ''
export const remainingOf = ({ due, paid }: Candidate): Decimal => due.minus(paid)

/** What a transfer of the Single Euro Payments Area can carry. */
const MOST = new Decimal('999999999.99')
const APPROVED = new Set(['approved', 'partially_paid'])

interface ObjectionRule {
  rule: string
  holds(candidate: Candidate): boolean
  message(candidate: Candidate): string
}

/** In the order in which they are told; a document is told all that hold. */
const reasons: readonly ObjectionRule[] = [
  {
    rule: 'NOT_A_DEBT',
    holds: ({ type, direction, selfBilled }) =>
      (direction === 'incoming') === selfBilled || (type !== 'invoice' && type !== 'debit-note'),
    message: ({ type }) => `The document (${type}) is not one that the organization has to pay.`,
  },
  {
    rule: 'MISSING_IBAN',
    holds: ({ paymentIban }) => !paymentIban,
    message: () => 'The document states no account to pay to.',
  },
  {
    rule: 'INVALID_IBAN',
    holds: (candidate) => Boolean(candidate.paymentIban) && !isValidIBAN(ibanOf(candidate)),
    message: ({ paymentIban }) => `The IBAN ${paymentIban} is not valid: its check digits or its length are wrong.`,
  },
  {
    rule: 'NOT_SEPA',
    holds: (candidate) => isValidIBAN(ibanOf(candidate)) && !isSEPACountry(ibanOf(candidate).slice(0, 2)),
    message: (candidate) =>
      `The account is in ${ibanOf(candidate).slice(0, 2)}, outside the Single Euro Payments Area.`,
  },
  {
    rule: 'OTHER_CURRENCY',
    holds: ({ currency }) => currency !== 'EUR',
    message: ({ currency }) => `The document is in ${currency ?? 'no currency'}, not in EUR.`,
  },
  {
    rule: 'ALREADY_PAID',
    holds: (candidate) => remainingOf(candidate).lte(0),
    message: () => 'Nothing remains to be paid.',
  },
  {
    rule: 'AMOUNT_TOO_LARGE',
    holds: (candidate) => remainingOf(candidate).gt(MOST),
    message: () => `The amount is too large: a transfer can have at most ${MOST.toFixed(2)}.`,
  },
  {
    rule: 'NOT_APPROVED',
    holds: ({ lifecycleStatus }) => !APPROVED.has(lifecycleStatus),
    message: ({ lifecycleStatus }) => `The business status of the document is ${lifecycleStatus}, not approved.`,
  },
]

/** What `force` does away with. */
const doubts: readonly ObjectionRule[] = [
  {
    rule: 'ALREADY_EXPORTED',
    holds: ({ ordered }) => ordered > 0,
    message: () => 'The payment was ordered before. Set `force` to order it again.',
  },
  {
    rule: 'PAID_OTHERWISE',
    holds: ({ said, paid }) => said.gt(paid),
    message: ({ said, paid }) =>
      `Payments of ${said.toFixed(2)} were reported to the supplier, but only ${paid.toFixed(2)} ` +
      `is recorded. Record the payment first, or set \`force\` to order the amount that remains ` +
      `according to the records.`,
  },
]

interface Objection {
  documentId: string
  rule: string
  message: string
}

/** Why a document cannot be paid by a transfer; nothing when it can. */
export const objectionsTo = (candidate: Candidate, force: boolean): Objection[] =>
  [...reasons, ...(force ? [] : doubts)]
    .filter(({ holds }) => holds(candidate))
    .map(({ rule, message }) => ({ documentId: candidate.id, rule, message: message(candidate) }))
