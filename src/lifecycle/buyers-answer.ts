/** What the buyer of an Italian invoice answered through the interchange system (NE): a decision like one that comes over the network, and the same decision by both ways is one. */
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { eventRow } from '../engine/feed/outbox.ts'
import type { Document } from '../generated/prisma/client.ts'
import { newId } from '../values/ids.ts'
import { heldDocument } from './held-document.ts'
import { momentOf } from './moments.ts'
import { entryRow, moveDocuments } from './record-status.ts'
import { type LifecycleState, otherParty, partyOf } from './tables/states.ts'

const INTERCHANGE = 'SDI'

/** The states in which an answer is news: what was approved may be paid by now, and a refusal is the end. */
const isNews = {
  approved: (state: LifecycleState) =>
    (['issued', 'received', 'under_review', 'disputed'] as LifecycleState[]).includes(state),
  rejected: (state: LifecycleState) => state !== 'rejected',
}
export type BuyersAnswer = keyof typeof isNews

/** False where it says what is known. Whoever calls it wakes the feed when it is committed. */
export const takeAnswer = async (
  db: Db,
  { organizationId, id: documentId }: Pick<Document, 'organizationId' | 'id'>,
  answer: BuyersAnswer,
  reason: string | null,
  now: Date,
): Promise<boolean> => {
  const document = await heldDocument(db, organizationId, documentId)
  const { companyId, lifecycleStatus: previousStatus } = document
  if (!isNews[answer](previousStatus)) return false
  const happenedAt = momentOf(now, document, null)
  const given = {
    status: answer,
    frenchStatus: null,
    party: otherParty(partyOf(document)),
    source: 'network' as const,
    author: INTERCHANGE,
    reasonCode: null,
    motif: null,
    reason,
    note: null,
    requestedAction: null,
    payment: null,
    amounts: [],
    corrections: [],
  }
  const [moved] = await moveDocuments(db, [{ document, given: { ...given, happenedAt } }], now)
  if (!moved) throw new Error('A held document has changed.')
  await writeRows(db, [
    entryRow(document, given, { entryId: newId('status'), happenedAt, now }),
    eventRow(
      {
        organizationId,
        companyId,
        type: 'lifecycle.updated',
        data: { documentId, previousStatus, currentStatus: moved.lifecycleStatus, compliance: null },
      },
      now,
    ),
  ])
  return true
}

/** The status by which a decision is known already, if the interchange system told it first: it tells no time, so the decision was before. */
export const answeredBefore = async (
  db: Db,
  { organizationId, id: documentId }: Pick<Document, 'organizationId' | 'id'>,
  state: LifecycleState | null,
  decidedAt: Date,
): Promise<string | undefined> => {
  if (state === null || !Object.hasOwn(isNews, state)) return undefined
  const known = await db.lifecycleEntry.findFirst({
    where: {
      organizationId,
      documentId,
      status: state,
      source: 'network',
      author: INTERCHANGE,
      happenedAt: { gte: decidedAt },
    },
    select: { id: true },
  })
  return known?.id
}
