/** Which documents a movement of an account pays, and whether that is certain. Pure. */
import type { BankEntry } from '../formats/iso20022/bank-entry.ts'
import type { Mentions, Strength } from '../formats/iso20022/mentions.ts'
import { Decimal, sum } from '../values/money.ts'
import { type OwedDocument, type PayableDocument, isCollected, payableBy } from './owed-document.ts'

export const matchResults = [
  'exact',
  'partial',
  'over',
  'ambiguous',
  'already_recorded',
  'reversal',
  'unmatched',
] as const
export type MatchResult = (typeof matchResults)[number]

/** What of a movement is a payment of a document. */
export interface MatchedPart {
  documentId: string
  number: string
  amount: Decimal
  currency: string
  french: boolean
}

export interface EntryMatch {
  entry: BankEntry
  result: MatchResult
  /** The payments that the movement is; several where the payer named several documents. */
  parts: readonly MatchedPart[]
  /** The documents that it may be a payment of, where that is not known. */
  candidates: readonly { documentId: string; number: string; remaining: Decimal }[]
  /** A document that the movement was recorded for before. */
  recordedFor: string | null
  /** Whether it may be recorded without a person looking. */
  certain: boolean
  because: string
}

const MOST_CANDIDATES = 10

const nothing = (entry: BankEntry, result: MatchResult, because: string): EntryMatch => ({
  entry,
  result,
  parts: [],
  candidates: [],
  recordedFor: null,
  certain: false,
  because,
})
export const unmatched = (entry: BankEntry, because: string): EntryMatch => nothing(entry, 'unmatched', because)

/** A movement that was recorded before, with its document where the caller may see it. */
export const recordedBefore = (entry: BankEntry, documentId: string | null): EntryMatch => ({
  ...nothing(entry, 'already_recorded', 'The movement was recorded earlier.'),
  recordedFor: documentId,
})

export const ambiguous = (entry: BankEntry, documents: readonly OwedDocument[], because?: string): EntryMatch => {
  const numbers = documents.map(({ number }) => number).slice(0, MOST_CANDIDATES)
  return {
    ...nothing(entry, 'ambiguous', because ?? `More than one document matches: ${numbers.join(', ')}.`),
    candidates: documents
      .slice(0, MOST_CANDIDATES)
      .map(({ id: documentId, number, remaining }) => ({ documentId, number, remaining })),
  }
}

/** A document that the payer named, and how. */
interface Named extends PayableDocument {
  strength: Strength
  stated: Decimal | undefined
}

const partOf = ({ document, currency }: PayableDocument, amount: Decimal): MatchedPart => ({
  documentId: document.id,
  number: document.number,
  amount,
  currency,
  french: document.french,
})

/** What has to hold for each strength of naming (mentions.ts). */
const isCertain = (strength: Strength, isExact: boolean, isPayer: boolean): boolean =>
  ({
    checked: true,
    strong: isExact || isPayer,
    'exact-only': isExact,
    doubtful: isExact && isPayer,
    weak: false,
  })[strength]

/** Why a number of this strength is not taken for certain. */
const UNCONFIRMED: Readonly<Record<Strength, string>> = {
  checked: 'the reference has check digits',
  strong: 'neither the amount nor the payer confirms it',
  'exact-only': 'the text can be read otherwise, and the amount does not confirm it',
  doubtful: 'the text can be read otherwise, and amount and payer do not both confirm it',
  weak: 'the number stands where it may be a part of another one, or of something else',
}

/** Numbers that others give are not unique: money that went to somebody else pays another document of that number. */
const wentElsewhere = ({ document, payer }: PayableDocument): boolean => payer === 'other' && !isCollected(document)

/** Why an amount that fits is left to a person; undefined for none. */
const doubtOf = (one: Named, amount: Decimal, hasStrangers: boolean): string | undefined => {
  const { document, payer, strength } = one
  const left = document.remaining
  if (left.lte(0)) return 'nothing remains to be paid, so a person must check it'
  if (document.unproved.some((other) => other.eq(amount)))
    return 'a payment of that amount is recorded without a movement of the bank, so a person must check it'
  if (strength !== 'checked' && wentElsewhere(one)) return 'the money went to another party, so a person must check it'
  if (amount.gt(left)) return strength === 'checked' && !hasStrangers ? undefined : 'a person must check the rest'
  if (amount.lt(left) && hasStrangers && strength !== 'checked')
    return 'the payer also wrote other numbers, so a person must check it'
  return isCertain(strength, amount.eq(left), payer === 'same')
    ? undefined
    : `${UNCONFIRMED[strength]}, so a person must check it`
}

/** A movement that names one document. */
const paymentOf = (entry: BankEntry, one: Named, how: string, hasStrangers: boolean): EntryMatch => {
  const { document, amount } = one
  const left = document.remaining
  const result = amount.eq(left) ? 'exact' : amount.lt(left) ? 'partial' : 'over'
  const doubt = doubtOf(one, amount, hasStrangers)
  const what =
    result === 'exact'
      ? 'the amount equals the remaining amount'
      : `the remaining amount is ${result === 'over' ? 'only ' : ''}${Decimal.max(0, left).toFixed(2)}`
  return {
    ...nothing(entry, result, `The movement names ${how}; ${what}${doubt === undefined ? '' : `, but ${doubt}`}.`),
    parts: [partOf(one, amount)],
    certain: doubt === undefined,
  }
}

/** With its sign: what is credited lessens what is paid in the same movement. */
const signed = (one: PayableDocument, amount: Decimal): Decimal => (one.lessens ? amount.negated() : amount)

/** A movement that names several documents: by the amounts that the payer gives, or all of what remains. */
const paymentsOf = (entry: BankEntry, named: readonly Named[]): EntryMatch => {
  const open = named.filter(({ document }) => document.remaining.gt(0))
  const [first] = open
  const amount = first?.amount
  const sumsUp = (amounts: readonly Decimal[]): boolean =>
    amount !== undefined && sum(amounts.map((part, index) => signed(open[index] as Named, part))).eq(amount)
  const remaining = open.map(({ document }) => document.remaining)
  const stated = open.map((one) => one.stated ?? new Decimal(0))
  const isStated = open.every((one, index) => one.stated?.gt(0) && stated[index]?.lte(one.document.remaining))
  const amounts = sumsUp(remaining)
    ? remaining
    : isStated && open.length === named.length && sumsUp(stated)
      ? stated
      : null
  const all = named.map(({ document }) => document)
  if (!amounts || open.length < 2 || open.some(({ currency }) => currency !== first?.currency))
    return ambiguous(
      entry,
      all,
      `The payer names ${all
        .map(({ number }) => number)
        .slice(0, MOST_CANDIDATES)
        .join(', ')}, and the amount is not the sum of what remains.`,
    )
  const doubts = open.flatMap((one, index) => doubtOf(one, amounts[index] as Decimal, false) ?? [])
  return {
    ...nothing(
      entry,
      'exact',
      `The movement names ${open.map(({ document }) => document.number).join(', ')}; the amount is the sum of what is ` +
        `paid of them${doubts[0] === undefined ? '' : `, but ${doubts[0]}`}.`,
    ),
    parts: open.map((one, index) => partOf(one, amounts[index] as Decimal)),
    certain: doubts.length === 0,
  }
}

/** Of documents that have one number or reference: the payer's, the open one, the one of that amount. */
const chosenOf = (same: readonly PayableDocument[], stated: Decimal | undefined): readonly PayableDocument[] => {
  const narrower: ((one: PayableDocument) => boolean)[] = [
    ({ lessens }) => !lessens,
    ({ payer }) => payer === 'same',
    ({ document }) => document.remaining.gt(0),
    ({ document, amount }) => document.remaining.eq(stated ?? amount),
  ]
  return narrower.reduce((left, fits) => (left.some(fits) ? left.filter(fits) : left), same)
}

const isSure = ({ strength }: { strength: Strength }): boolean => strength !== 'weak'

/** `ordered`: the document of a transfer that we ordered ourselves. */
export const matchEntry = (
  entry: BankEntry,
  { named, hasStrangers }: Mentions,
  documentsOf: (key: string) => readonly OwedDocument[],
  ordered: OwedDocument | undefined,
): EntryMatch => {
  const fitting = (documents: readonly OwedDocument[]): readonly PayableDocument[] | string =>
    payableBy(entry, documents)
  if (ordered) {
    const payable = fitting([ordered])
    if (typeof payable === 'string') return unmatched(entry, payable)
    const [one] = payable
    return one
      ? paymentOf(entry, { ...one, strength: 'checked', stated: undefined }, 'the transfer that was ordered', false)
      : unmatched(entry, 'The transfer that was ordered pays another document.')
  }
  const sure = named.some(isSure) ? named.filter(isSure) : named
  const payable = fitting([...new Set(sure.flatMap(({ key }) => documentsOf(key)))])
  if (typeof payable === 'string') return unmatched(entry, payable)
  const groups = sure.flatMap(({ key, strength, amount }) => {
    const stated = amount === undefined ? undefined : new Decimal(amount)
    const own = new Set(documentsOf(key))
    const same = payable.filter(({ document }) => own.has(document))
    return same.length === 0 ? [] : [chosenOf(same, stated).map((one): Named => ({ ...one, strength, stated }))]
  })
  if (groups.some((group) => group.length > 1))
    return ambiguous(entry, [...new Set(groups.flat().map(({ document }) => document))])
  const single = [...Map.groupBy(groups.flat(), ({ document }) => document).values()].flatMap((same) => same[0] ?? [])
  const [only, ...others] = single
  if (!only) return unmatched(entry, 'No document has the number or payment reference that the payer gave.')
  if (others.length > 0) return paymentsOf(entry, single)
  // Of a number that several have, only the payer tells which is meant.
  const twins =
    payable.length > 1 && only.payer !== 'same' && only.strength !== 'checked' && !isCollected(only.document)
  const match = paymentOf(entry, only, `the number or reference of ${only.document.number}`, hasStrangers)
  return twins ? { ...match, certain: false } : match
}
