/**
 * A payment that is taken back: where its document stands again, and what the other side and the authority are told.
 */
import type { Db } from '../../kernel/database/open.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { LifecycleEntry, Payment as PaymentRow } from '../../generated/prisma/client.ts'
import { Decimal, ZERO, sum } from '../../values/money.ts'
import { type LifecycleDocument, isFrench, standingOf } from '../read/document-standing.ts'
import { amountsOf, paymentOf } from '../messages/facts.ts'
import { CHRONOLOGY, recordStatuses } from './record-status.ts'
import { amountOf, payableOf } from '../decide/subject.ts'
import { type StatusAmount, paidAmounts, splitByShares } from '../tables/amounts.ts'
import {
  type LifecycleState,
  type Party,
  type RestoredStanding,
  becomesCurrent,
  isPaying,
  partyOf,
  paymentMoves,
} from '../tables/states.ts'

const entriesOf = (db: Db, { organizationId, id: documentId }: LifecycleDocument): Promise<LifecycleEntry[]> =>
  db.lifecycleEntry.findMany({ where: { organizationId, documentId }, orderBy: [...CHRONOLOGY] })

/** Where the document stood without all that a party has said of payments. */
const standingWithout = (
  document: LifecycleDocument,
  entries: readonly LifecycleEntry[],
  party: Party,
): RestoredStanding => {
  const begin = { state: document.direction === 'outgoing' ? 'issued' : 'received', frenchStatus: null, at: null }
  const others = entries.filter((entry) => entry.party !== party || entry.payment === null)
  const { state, frenchStatus } = others.reduce<RestoredStanding & { at: Date | null }>(
    (current, entry) =>
      becomesCurrent(current, entry)
        ? {
            state: entry.status ?? current.state,
            frenchStatus: entry.frenchStatus ?? current.frenchStatus,
            at: entry.happenedAt,
          }
        : current,
    begin as RestoredStanding & { at: null },
  )
  const isPayable = isPaying(state) || paymentMoves({ ...standingOf(document), state, frenchStatus }, party)
  // What was paid had been approved, even where the log does not know it.
  return { state: isPayable ? state : 'approved', frenchStatus }
}

/** Where a document stands when this much of it is still paid. */
const standingWith = (
  document: LifecycleDocument,
  entries: readonly LifecycleEntry[],
  party: Party,
  paid: Decimal,
): RestoredStanding => {
  const { lifecycleStatus: state, frenchStatus } = document
  if (!isPaying(state)) return { state, frenchStatus }
  if (paid.lte(0)) return standingWithout(document, entries, party)
  return {
    state: paid.gte(payableOf(document)) ? state : 'partially_paid',
    frenchStatus,
  }
}

const toldBy = (entries: readonly LifecycleEntry[], party: Party): Decimal =>
  sum(entries.filter((entry) => entry.party === party).map((entry) => new Decimal(paymentOf(entry)?.amount ?? 0)))

/** The same where the other side takes a payment back: the message says a negative amount. */
export const standingAfterMessage = async (
  db: Db,
  document: LifecycleDocument,
  party: Party,
  amount: string,
): Promise<RestoredStanding> => {
  const entries = await entriesOf(db, document)
  return standingWith(document, entries, party, toldBy(entries, party).plus(amount))
}

export interface TakenBack {
  payment: PaymentRow
  /** The document as it is held. */
  document: LifecycleDocument
  /** What is still recorded as paid. */
  paid: Decimal
  date: string
  reason: string | null
  author: string
}

/** French amounts of what is taken back: negative, by VAT rate as they were told. */
const negatedAmounts = (
  entry: LifecycleEntry,
  { document, payment: { amount: whole }, paid }: TakenBack,
  party: Party,
): StatusAmount[] => {
  if (entry.frenchStatus === null) return []
  const amount = amountOf(whole)
  if (party === 'buyer') return paidAmounts(amount.negated(), Decimal.max(ZERO, payableOf(document).minus(paid)))
  const told = amountsOf(entry).filter(({ kind }) => kind === 'MEN')
  return splitByShares(
    amount.negated(),
    told.map((one) => new Decimal(one.amount)),
  ).map((part, index) => {
    const percent = told[index]?.percent
    return { kind: 'MEN' as const, amount: part, ...(percent !== undefined && { percent: new Decimal(percent) }) }
  })
}

/** Writes what follows from a payment that is taken back; answers where the document moved, or null. */
export const takeBack = async (db: Db, taken: TakenBack, now: Date): Promise<LifecycleState | null> => {
  const { payment, document, paid, date, reason, author } = taken
  const entries = await entriesOf(db, document)
  const party = partyOf(document)
  const entry = entries.find(({ id }) => id === payment.entryId)
  const amount = amountOf(payment.amount)
  const told = toldBy(entries, party).minus(entry ? amount : ZERO)
  const restores = standingWith(document, entries, party, Decimal.max(paid, told))
  const status = restores.state === document.lifecycleStatus ? null : restores.state
  if (status === null && !entry) return null
  const [recorded] = await recordStatuses(
    db,
    [
      {
        document,
        given: {
          status,
          frenchStatus: isFrench(document) ? (entry?.frenchStatus ?? null) : null,
          party,
          source: 'reversal',
          author,
          reasonCode: null,
          motif: null,
          reason,
          note: null,
          requestedAction: null,
          payment: entry
            ? {
                date,
                amount: amount.negated().toFixed(2),
                currency: payment.currency,
                reference: payment.reference,
                remaining: Decimal.max(ZERO, payableOf(document).minus(paid)).toFixed(2),
              }
            : null,
          amounts: entry ? negatedAmounts(entry, taken, party) : [],
          corrections: [],
          restores,
        },
      },
    ],
    now,
  )
  invariant(recorded !== undefined, 'A held document has not changed.', { documentId: document.id })
  return status
}
