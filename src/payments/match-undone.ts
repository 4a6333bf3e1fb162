/** Which recorded payments a reversal or a return of the bank undoes: one of the same amount, by its name. */
import type { Actor } from '../auth/actor.ts'
import type { BankEntry } from '../formats/iso20022/bank-entry.ts'
import type { Payment } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { Decimal, sum } from '../values/money.ts'
import type { ChosenCompanies } from './companies-of-account.ts'
import { type KnownDocuments, documentsFor, namedBy } from './match-entries.ts'
import { type EntryMatch, recordedBefore, unmatched } from './match-entry.ts'
import { type OwedDocument, isCollected, payableBy } from './owed-document.ts'
import { recordedFor } from './payment.ts'

export interface UndoneMatch extends EntryMatch {
  undone: readonly Payment[]
}

type NamedPayment = Payment & {
  document: { number: string; type: string; direction: string; selfBilled: boolean }
}

const documentsIn = ({ byKey, byEndToEnd }: KnownDocuments): OwedDocument[] => [
  ...[...byKey.values()].flat(),
  ...byEndToEnd.values(),
]

/** As it was before it was undone. */
const original = (entry: BankEntry): BankEntry => ({
  ...entry,
  direction: entry.direction === 'credit' ? 'debit' : 'credit',
})

const amountsOf = ({ amount, currency, instructed }: BankEntry): { amount: Decimal; currency: string }[] => [
  { amount, currency },
  ...(instructed ? [{ amount: new Decimal(instructed.amount), currency: instructed.currency }] : []),
]

const isOf = (entry: BankEntry, amount: Decimal, currency: string): boolean =>
  amountsOf(entry).some((one) => one.currency === currency && one.amount.eq(amount))

const amountOf = (payment: Payment): Decimal => new Decimal(payment.amount.toFixed())

/** The payments whose movement the entry names: one of its amount, or all that were of one movement. */
const named = (entry: BankEntry, payments: readonly Payment[]): readonly Payment[] => {
  const single = payments.filter((one) => isOf(entry, amountOf(one), one.currency))
  if (single.length > 0) return single
  const [first] = payments
  const isOne = payments.every(({ bankIds }) => bankIds.join() === first?.bankIds.join())
  return first && isOne && isOf(entry, sum(payments.map(amountOf)), first.currency) ? payments : []
}

/** Payments with one of the bank's names, in the companies whose account it is. */
const byIds = (entry: BankEntry, payments: readonly NamedPayment[], { ids }: ChosenCompanies): readonly Payment[] => {
  const fitting = payments.filter(
    ({ bankIds, companyId, document }) =>
      bankIds.some((id) => entry.bankIds.includes(id)) &&
      (ids === null || ids.has(companyId)) &&
      (isCollected(document) === (document.type !== 'credit-note')) === (entry.direction === 'debit'),
  )
  return named(entry, fitting)
}

/** The last payment of that amount of the one document that the entry names. */
const byNumber = (
  entry: BankEntry,
  { known, paid }: Pick<Recorded, 'known' | 'paid'>,
  chosen: ChosenCompanies,
  isLeft: (payment: Payment) => boolean,
): readonly Payment[] => {
  const { mentions, documentsOf, ordered } = namedBy(entry, known, chosen)
  const sure = mentions.named.filter(({ strength }) => strength !== 'weak' && strength !== 'doubtful')
  const documents = ordered ? [ordered] : [...new Set(sure.flatMap(({ key }) => documentsOf(key)))]
  const payable = payableBy(original(entry), documents)
  if (typeof payable === 'string' || (!chosen.isSure && !ordered)) return []
  const fitting = payable.filter(
    ({ document, payer, lessens }) => !lessens && (ordered !== undefined || payer !== 'other' || isCollected(document)),
  )
  return fitting.flatMap(
    ({ document }) =>
      paid.get(document.id)?.find((one) => isLeft(one) && isOf(entry, amountOf(one), one.currency)) ?? [],
  )
}

const undoneBy = (
  entry: BankEntry,
  payments: readonly Payment[],
  numbers: ReadonlyMap<string, string>,
): UndoneMatch => {
  const parts = payments.map(({ documentId, amount, currency }) => ({
    documentId,
    number: numbers.get(documentId) ?? '',
    amount: new Decimal(amount.toFixed()),
    currency,
    french: false,
  }))
  const isWhole = parts.length > 0 && isOf(entry, sum(parts.map(({ amount }) => amount)), parts[0]?.currency ?? '')
  if (parts.length === 0)
    return { ...unmatched(entry, 'The movement undoes an earlier one, of which no payment is recorded.'), undone: [] }
  if (!isWhole)
    return {
      ...unmatched(entry, `The movement may undo the payment of: ${parts.map(({ number }) => number).join(', ')}.`),
      result: 'ambiguous',
      candidates: parts.map(({ documentId, number, amount: remaining }) => ({ documentId, number, remaining })),
      undone: [],
    }
  return {
    ...unmatched(entry, `The movement undoes the payment of ${parts.map(({ number }) => number).join(', ')}.`),
    result: 'reversal',
    parts,
    certain: true,
    undone: payments,
  }
}

/** What is recorded that the entries may undo. */
interface Recorded {
  known: KnownDocuments
  /** The document of an entry that an earlier file had. */
  before: Awaited<ReturnType<typeof recordedFor>>
  /** Payments with one of the bank's names of the entries. */
  named: readonly NamedPayment[]
  /** Payments of the known documents, the last ones first. */
  paid: ReadonlyMap<string, readonly Payment[]>
}

const findRecorded = async (db: Db, actor: Actor, entries: readonly BankEntry[]): Promise<Recorded> => {
  const { organizationId, companyId } = actor
  const known = await documentsFor(db, actor, entries.map(original), new Map())
  const before = await recordedFor(
    db,
    actor,
    entries.flatMap(({ sameAs }) => sameAs),
  )
  const named = await db.payment.findMany({
    where: {
      organizationId,
      ...(companyId !== null && { companyId }),
      bankIds: { hasSome: entries.flatMap(({ bankIds }) => bankIds) },
      reversedAt: null,
    },
    include: { document: { select: { number: true, type: true, direction: true, selfBilled: true } } },
  })
  const documentIds = [...new Set(documentsIn(known).map(({ id }) => id))]
  const paid = await db.payment.findMany({
    where: { organizationId, documentId: { in: documentIds }, reversedAt: null },
    orderBy: { id: 'desc' },
  })
  return { known, before, named, paid: Map.groupBy(paid, ({ documentId }) => documentId) }
}

const numbersIn = ({ known, named }: Recorded): Map<string, string> =>
  new Map([
    ...named.map(({ documentId, document }) => [documentId, document.number] as const),
    ...documentsIn(known).map(({ id, number }) => [id, number] as const),
  ])

export const matchUndone = async (
  db: Db,
  actor: Actor,
  entries: readonly BankEntry[],
  chosenFor: (account: string) => Promise<ChosenCompanies>,
): Promise<UndoneMatch[]> => {
  if (entries.length === 0) return []
  const recorded = await findRecorded(db, actor, entries)
  const numbers = numbersIn(recorded)
  const undone = new Set<string>()
  const isLeft = ({ id }: Payment): boolean => !undone.has(id)
  const matches: UndoneMatch[] = []
  for (const entry of entries) {
    const earlier = entry.sameAs.flatMap((key) => recorded.before.get(key) ?? [])[0]
    if (earlier) {
      matches.push({ ...recordedBefore(entry, earlier.documentId), undone: [] })
      continue
    }
    const chosen = await chosenFor(entry.account)
    const ids = byIds(entry, recorded.named.filter(isLeft), chosen)
    const found = ids.length > 0 ? ids : byNumber(entry, recorded, chosen, isLeft)
    const match = undoneBy(entry, found, numbers)
    for (const { id } of match.undone) undone.add(id)
    matches.push(match)
  }
  return matches
}
