/** A document that a movement may pay, and whether it can. Pure. */
import type { BankEntry } from '../formats/iso20022/bank-entry.ts'
import { Decimal } from '../values/money.ts'
import { type OtherParty, payerOf } from './other-party.ts'
import { isRecordable } from './payment.ts'

/** A document with what remains to be paid of it. */
export interface OwedDocument {
  id: string
  companyId: string
  number: string
  type: string
  direction: string
  selfBilled: boolean
  currency: string | null
  remaining: Decimal
  isBelowZero: boolean
  /** Amounts that were recorded without a movement of a bank. */
  unproved: readonly Decimal[]
  party: OtherParty
  french: boolean
}

/** A document that a movement can be a payment of, with the amount in its currency. */
export interface PayableDocument {
  document: OwedDocument
  amount: Decimal
  currency: string
  payer: 'same' | 'other' | 'unknown'
  /** It goes the other way than the movement: it lessens what is paid. */
  lessens: boolean
}

/** Whether we sell by it: the number is ours, and for an invoice money comes. */
export const isCollected = ({ direction, selfBilled }: Pick<OwedDocument, 'direction' | 'selfBilled'>): boolean =>
  (direction === 'outgoing') !== selfBilled

/** Money comes for what was sold, and goes for what was bought; a credit note, or a total below zero, turns that round. */
const natural = (document: OwedDocument): BankEntry['direction'] =>
  isCollected(document) === (document.type !== 'credit-note' && !document.isBelowZero) ? 'credit' : 'debit'

/** In the currency of the document: what was booked, or what was ordered. */
const amountIn = ({ amount, currency, instructed }: BankEntry, wanted: string | null): Decimal | undefined => {
  if (wanted === currency) return amount
  return instructed?.currency === wanted ? new Decimal(instructed.amount) : undefined
}

/** Those of the documents named whose payment the movement can be; or why it can be of none. */
export const payableBy = (entry: BankEntry, named: readonly OwedDocument[]): readonly PayableDocument[] | string => {
  if (!isRecordable(entry.amount))
    return 'The amount is not a payment: it must be greater than 0 and have at most two decimals.'
  if (entry.isBatch) return 'The movement is the sum of several payments that the file does not tell apart.'
  if (named.length === 0) return 'No document has the number or payment reference that the payer gave.'
  const fitting = named.filter((one) => natural(one) === entry.direction)
  if (fitting.length === 0)
    return entry.direction === 'credit'
      ? 'The money came in, but the matching document is one that the organization has to pay.'
      : 'The money went out, but the matching document is one that the organization collects.'
  // A credit note lessens what is paid together with it.
  const sides = new Set(fitting.map(isCollected))
  const lessening = named.filter((one) => !fitting.includes(one) && sides.has(isCollected(one)))
  const same = [...fitting, ...lessening].flatMap((document): PayableDocument[] => {
    const amount = amountIn(entry, document.currency)
    if (!amount || document.currency === null || !isRecordable(amount)) return []
    const lessens = natural(document) !== entry.direction
    return [{ document, amount, currency: document.currency, payer: payerOf(entry, document.party), lessens }]
  })
  if (!same.some(({ lessens }) => !lessens))
    return `The movement is in ${entry.currency}, but the matching document is in ${fitting[0]?.currency}.`
  return same
}
