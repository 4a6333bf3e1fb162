/** Which of the documents that a movement of an account may name it pays, by the amount and what is open. Pure. */
import type { BankEntry } from '../formats/iso20022/bank-file.ts'
import type { Decimal } from '../values/money.ts'
import { isRecordable } from './payment.ts'

export const matchResults = ['exact', 'partial', 'over', 'ambiguous', 'already_recorded', 'unmatched'] as const
export type MatchResult = (typeof matchResults)[number]

export interface EntryMatch {
  entry: BankEntry
  result: MatchResult
  documentId: string | null
  number: string | null
  /** Whether it may be recorded without a person looking: the payer named one document, and it is still open. */
  certain: boolean
  /** Whether French statuses apply to it. */
  french: boolean
  /** Why it was taken for a payment of that document, or why for none. */
  because: string
}

/** A document with what remains to be paid of it. */
export interface OwedDocument {
  id: string
  number: string
  direction: string
  selfBilled: boolean
  currency: string | null
  remaining: Decimal
  reference: string | null
  french: boolean
}
/** Money comes for what was sold, and goes for what was bought. */
const isPaidBy = ({ direction, selfBilled }: OwedDocument, entry: BankEntry): boolean =>
  (entry.direction === 'credit') === ((direction === 'outgoing') !== selfBilled)

/** What the movements before this one in the same file leave of each document. */
export type RemainingAmounts = Map<string, Decimal>

const NOTHING = { documentId: null, number: null, certain: false, french: false } as const

const none = (entry: BankEntry, result: 'unmatched' | 'ambiguous', because: string): EntryMatch => ({
  entry,
  result,
  ...NOTHING,
  because,
})

const firstOf = <T>(preferred: readonly T[], otherwise: readonly T[]): readonly T[] =>
  preferred.length > 0 ? preferred : otherwise

/** A movement that was recorded before, with its document where the caller may see it. */
export const recordedBefore = (entry: BankEntry, documentId: string | null): EntryMatch => ({
  entry,
  result: 'already_recorded',
  ...NOTHING,
  documentId,
  because: 'The movement was recorded earlier.',
})

/** Those of the documents named whose payment the movement can be; or why it can be of none. */
const payableBy = (entry: BankEntry, named: readonly OwedDocument[]): readonly OwedDocument[] | string => {
  if (!isRecordable(entry.amount))
    return 'The amount is not a payment: it must be greater than 0 and have at most two decimals.'
  if (named.length === 0) return 'No document has the number or payment reference that the payer gave.'
  const fitting = named.filter((one) => isPaidBy(one, entry))
  if (fitting.length === 0)
    return entry.direction === 'credit'
      ? 'The money came in, but the matching document is one that the organization has to pay.'
      : 'The money went out, but the matching document is one that the organization collects.'
  const same = fitting.filter(({ currency }) => currency === entry.currency)
  if (same.length === 0)
    return `The movement is in ${entry.currency}, but the matching document is in ${fitting[0]?.currency}.`
  return same
}

/** `ordered`: it was named by a transfer that we ordered ourselves. */
export const matchEntry = (
  entry: BankEntry,
  named: readonly OwedDocument[],
  ordered: boolean,
  remaining: RemainingAmounts,
): EntryMatch => {
  const leftOf = (one: OwedDocument): Decimal => remaining.get(one.id) ?? one.remaining
  const payable = payableBy(entry, named)
  if (typeof payable === 'string') return none(entry, 'unmatched', payable)
  // A reference that comes every month means the document that is open; of several, the one of that amount.
  const open = firstOf(
    payable.filter((one) => leftOf(one).gt(0)),
    payable,
  )
  const [only, ...others] = firstOf(
    open.filter((one) => leftOf(one).eq(entry.amount)),
    open,
  )
  if (!only || others.length > 0) {
    const numbers = payable.map(({ number }) => number).slice(0, 10)
    return none(entry, 'ambiguous', `More than one document matches: ${numbers.join(', ')}.`)
  }
  const left = leftOf(only)
  if (left.gt(0)) remaining.set(only.id, left.minus(entry.amount))
  return paymentOf(entry, only, left, ordered)
}

const paymentOf = (entry: BankEntry, document: OwedDocument, left: Decimal, ordered: boolean): EntryMatch => {
  const certain = left.gt(0)
  const how = ordered ? 'the transfer that was ordered' : `the number or reference of ${document.number}`
  const result = entry.amount.eq(left) ? 'exact' : entry.amount.lt(left) ? 'partial' : 'over'
  const what = {
    exact: 'the amount equals the remaining amount',
    partial: `the remaining amount is ${left.toFixed(2)}`,
    over: certain
      ? `the remaining amount is only ${left.toFixed(2)}`
      : 'nothing remains to be paid, so a person must check it',
  }[result]
  return {
    entry,
    result,
    documentId: document.id,
    number: document.number,
    certain,
    french: document.french,
    because: `The movement names ${how}; ${what}.`,
  }
}
