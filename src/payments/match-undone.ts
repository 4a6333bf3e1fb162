/** Which recorded payments a reversal or a return of the bank undoes: one of the same amount, by its name. */
import type { Actor } from '../auth/actor.ts'
import type { BankEntry } from '../formats/iso20022/bank-entry.ts'
import type { Payment } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { Decimal, sum } from '../values/money.ts'
import type { ChosenCompanies } from './companies-of-account.ts'
import { type KnownDocuments, documentsFor, namedBy } from './match-entries.ts'
import { type EntryMatch, recordedBefore, unmatched } from './match-entry.ts'
import { isCollected, payableBy } from './owed-document.ts'
import { recordedFor } from './payment.ts'

export interface UndoneMatch extends EntryMatch {
  undone: readonly Payment[]
}

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
const byIds = (
  entry: BankEntry,
  payments: readonly (Payment & { document: { type: string; direction: string; selfBilled: boolean } })[],
  { ids }: ChosenCompanies,
): readonly Payment[] => {
  const fitting = payments.filter(
    ({ bankIds, companyId, document }) =>
      bankIds.some((id) => entry.bankIds.includes(id)) &&
      (ids === null || ids.has(companyId)) &&
      (isCollected(document) === (document.type !== 'credit-note')) === (entry.direction === 'debit'),
  )
  return named(entry, fitting)
}

/** The last payment of that amount of the one document that the entry names. */
const byNumber = async (
  db: Db,
  { organizationId }: Actor,
  entry: BankEntry,
  known: KnownDocuments,
  chosen: ChosenCompanies,
): Promise<readonly Payment[]> => {
  const { mentions, documentsOf, ordered } = namedBy(entry, known, chosen)
  const sure = mentions.named.filter(({ strength }) => strength !== 'weak' && strength !== 'doubtful')
  const documents = ordered ? [ordered] : [...new Set(sure.flatMap(({ key }) => documentsOf(key)))]
  const payable = payableBy(original(entry), documents)
  if (typeof payable === 'string' || (!chosen.isSure && !ordered)) return []
  const fitting = payable.filter(
    ({ document, payer, lessens }) => !lessens && (ordered !== undefined || payer !== 'other' || isCollected(document)),
  )
  const payments = await db.payment.findMany({
    where: { organizationId, documentId: { in: fitting.map(({ document }) => document.id) }, reversedAt: null },
    orderBy: { id: 'desc' },
  })
  const same = payments.filter((one) => isOf(entry, amountOf(one), one.currency))
  return [...Map.groupBy(same, ({ documentId }) => documentId).values()].flatMap(([one]) => one ?? [])
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

export const matchUndone = async (
  db: Db,
  actor: Actor,
  entries: readonly BankEntry[],
  chosenFor: (account: string) => Promise<ChosenCompanies>,
): Promise<UndoneMatch[]> => {
  if (entries.length === 0) return []
  const { organizationId, companyId } = actor
  const known = await documentsFor(db, actor, entries.map(original), new Map())
  const before = await recordedFor(
    db,
    actor,
    entries.flatMap(({ sameAs }) => sameAs),
  )
  const payments = await db.payment.findMany({
    where: {
      organizationId,
      ...(companyId !== null && { companyId }),
      bankIds: { hasSome: entries.flatMap(({ bankIds }) => bankIds) },
      reversedAt: null,
    },
    include: { document: { select: { number: true, type: true, direction: true, selfBilled: true } } },
  })
  const numbers = new Map([
    ...payments.map(({ documentId, document }) => [documentId, document.number] as const),
    ...[...known.byKey.values(), [...known.byEndToEnd.values()]].flat().map((one) => [one.id, one.number] as const),
  ])
  const undone = new Set<string>()
  const matches: UndoneMatch[] = []
  for (const entry of entries) {
    const earlier = entry.sameAs.flatMap((key) => before.get(key) ?? [])[0]
    if (earlier) {
      matches.push({ ...recordedBefore(entry, earlier.documentId), undone: [] })
      continue
    }
    const chosen = await chosenFor(entry.account)
    const left = payments.filter(({ id }) => !undone.has(id))
    const ids = byIds(entry, left, chosen)
    const found = ids.length > 0 ? ids : await byNumber(db, actor, entry, known, chosen)
    const match = undoneBy(
      entry,
      found.filter(({ id }) => !undone.has(id)),
      numbers,
    )
    for (const { id } of match.undone) undone.add(id)
    matches.push(match)
  }
  return matches
}
