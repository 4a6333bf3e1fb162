/**
 * What the buyer of an Italian invoice answered through the interchange system (NE). It is a decision like one that
 * comes over the network, and the same decision that comes both ways is recorded once.
 */
import type { Db } from '../../kernel/database/open.ts'
import type { Document } from '../../generated/prisma/client.ts'
import { heldDocument } from '../read/held-document.ts'
import { recordHeldStatuses } from './record-status.ts'
import { type NewStatus, WITHOUT_DETAILS } from './status-entry.ts'
import { type LifecycleState, otherParty, partyOf } from '../tables/states.ts'

const INTERCHANGE = 'SDI'

/** The states in which an answer is news: what was approved may be paid by now, and a refusal is the end. */
const isNews = {
  approved: (state: LifecycleState) =>
    (['issued', 'received', 'under_review', 'disputed'] as LifecycleState[]).includes(state),
  rejected: (state: LifecycleState) => state !== 'rejected',
}
type BuyersAnswer = keyof typeof isNews

/** Gives the document the status that the answer means. False where the answer says what is known already. */
export const takeAnswer = async (
  db: Db,
  { organizationId, id: documentId }: Pick<Document, 'organizationId' | 'id'>,
  answer: BuyersAnswer,
  reason: string | null,
  now: Date,
): Promise<boolean> => {
  const document = await heldDocument(db, organizationId, documentId)
  if (!isNews[answer](document.lifecycleStatus)) return false
  await recordHeldStatuses(db, [{ document, given: statusOfAnswer(document, answer, reason) }], now)
  return true
}

const statusOfAnswer = (document: Document, answer: BuyersAnswer, reason: string | null): NewStatus => ({
  status: answer,
  frenchStatus: null,
  party: otherParty(partyOf(document)),
  source: 'network',
  author: INTERCHANGE,
  ...WITHOUT_DETAILS,
  reason,
})

/**
 * The entry of a decision that the interchange system has told first. Its message says no time of the decision, so any
 * entry from the time of the decision on may be the one.
 */
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
