/** Records what a statement is certain of: payments, and what undoes them. */
import type { BankEntry } from '../formats/iso20022/bank-entry.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { prepareAdvances } from '../lifecycle/decide/advance.ts'
import type { Preparation } from '../operation/operation.ts'
import { atMost } from '../values/text.ts'
import type { EntryMatch, MatchedPart } from './match-entry.ts'
import type { UndoneMatch } from './match-undone.ts'
import { undoPayment } from './undo-payment.ts'
import { type NewPayment, type RecordedMovement, movementRows, writePayments } from './write-payments.ts'

const LONGEST_REFERENCE = 140

export const referenceOf = ({ references, texts, endToEndId }: BankEntry): string | undefined =>
  references[0] ?? texts[0] ?? endToEndId

interface ChosenPart {
  match: EntryMatch
  part: MatchedPart
  movement: RecordedMovement
}

/** Records what was matched; a movement that somebody recorded meanwhile is left alone. */
export const recordMatches = async (
  call: Preparation,
  matches: readonly EntryMatch[],
): Promise<ReadonlySet<EntryMatch>> => {
  const { platform, actor } = call
  const chosen = matches.flatMap((match): ChosenPart[] => {
    const { keys, sameAs, bankIds } = match.entry
    const movement = { keys, sameAs, bankIds }
    return match.certain ? match.parts.map((part) => ({ match, part, movement })) : []
  })
  if (chosen.length === 0) return new Set()
  // What a collection in France tells by VAT rate stands in the document; no other has to be read.
  const french = await prepareAdvances(call, [
    ...new Set(chosen.flatMap(({ part }) => (part.french ? [part.documentId] : []))),
  ])
  const rates = new Map(french.map((one) => [one.documentId, one.rates]))
  const payments = chosen.map(({ match: { entry }, part: { documentId, amount, currency }, movement }): NewPayment => {
    const reference = referenceOf(entry)
    return {
      advancing: { documentId, rates: rates.get(documentId) ?? null },
      amount,
      currency,
      paidOn: entry.bookedOn,
      ...(reference && { reference: atMost(LONGEST_REFERENCE, reference) }),
      source: 'statement',
      movement,
      recordedBy: actor.label,
    }
  })
  const written = await platform.db.transaction((db) =>
    writePayments(db, actor.organizationId, payments, platform.clock.now()),
  )
  return new Set(chosen.flatMap(({ match }, index) => (written[index] ? [match] : [])))
}

/** Undoes the payments of a movement that the bank has undone; false where somebody was faster. */
export const recordUndone = async (
  { platform, actor }: Preparation,
  { entry, undone }: UndoneMatch,
): Promise<boolean> => {
  const { organizationId } = actor
  const now = platform.clock.now()
  return platform.db.transaction(async (db) => {
    const reversal = { date: entry.bookedOn, reason: entry.undoes?.reason ?? null, author: actor.label }
    const all = undone.toSorted((one, other) => (one.documentId < other.documentId ? -1 : 1))
    let any = false
    for (const payment of all) any = (await undoPayment(db, payment, reversal, now)) !== undefined || any
    const [first] = all
    if (!any || !first) return false
    await writeRows(db, movementRows(first, entry.keys))
    // What came back may be ordered again.
    await db.paymentExportTransfer.updateMany({
      where: {
        organizationId,
        documentId: { in: all.map(({ documentId }) => documentId) },
        endToEndId: { in: [...entry.bankIds, ...all.flatMap(({ bankIds }) => bankIds)] },
      },
      data: { status: 'rejected', statusReason: reversal.reason },
    })
    return true
  })
}
