import type { Db } from '../../kernel/database/open.ts'
import { appendEvents } from '../../engine/feed/outbox.ts'
import type { Document } from '../../generated/prisma/client.ts'
import { countSent } from '../../partners/counterparty.ts'
import { followDelivery } from '../../lifecycle/automatic.ts'
import type { Run } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Handover } from '../../upstreams/access-point/port.ts'
import { newId } from '../../values/ids.ts'
import { prepareFiles, storeFiles } from '../../documents/record/files.ts'
import { type DeliveryMove, arrived, ended, retrying } from '../../documents/record/outcome.ts'

/** What a channel answers about a document: the network's words, those of a mail server that refuses, and ours. */
export type ChannelAnswer =
  | Handover
  | { outcome: 'rejected'; code: 'MAIL_REFUSED'; endpoint: string | null; reason: string }
  /** Another organization owns the sender's participant by now. */
  | { outcome: 'failed'; code: 'OWNERSHIP_PENDING'; endpoint: null; reason: string }

export interface DeliveryTry {
  number: number
  startedAt: Date
  durationMs: number
  answer?: ChannelAnswer
  failure?: string
  /** Of an attempt that failed: when the next one follows; absent when none does. */
  nextAt?: Date
}

interface AttemptLine {
  outcome: 'delivered' | 'accepted' | 'rejected' | 'failed'
  endpoint: string | null
  errorCode: string | null
  detail: string | null
}

/** What an attempt means for the document, and how it stands in the list of attempts. */
const outcomeOf = (
  document: Document,
  { number, answer, failure, nextAt }: DeliveryTry,
  now: Date,
): { move: DeliveryMove; line: AttemptLine } => {
  if (answer?.outcome === 'accepted') {
    return {
      move: arrived(document, answer.confirmed, now),
      line: {
        outcome: answer.confirmed ? 'delivered' : 'accepted',
        endpoint: answer.endpoint,
        errorCode: null,
        detail: null,
      },
    }
  }
  if (answer)
    return {
      move: ended(document, answer.outcome, answer.code, answer.reason),
      line: { outcome: answer.outcome, endpoint: answer.endpoint, errorCode: answer.code, detail: answer.reason },
    }
  const reason = failure ?? 'The document could not be handed over.'
  return {
    move: nextAt
      ? retrying(document, number, 'TRANSPORT_FAILURE', reason, nextAt)
      : ended(document, 'failed', 'TRANSPORT_FAILURE', reason),
    line: { outcome: 'failed', endpoint: null, errorCode: 'TRANSPORT_FAILURE', detail: reason },
  }
}

/**
 * Writes the attempt, the document's new state and its events in one transaction. What was tried stands in the list
 * whatever happened meanwhile; the document moves only while its delivery is open. The same attempt twice is one.
 */
export const recordOutcome = async (platform: Platform, document: Document, attempt: DeliveryTry): Promise<void> => {
  const { organizationId, id: documentId, companyId } = document
  const now = platform.clock.now()
  const { move, line } = outcomeOf(document, attempt, now)
  const receipt = attempt.answer?.outcome === 'accepted' ? attempt.answer.receipt : null
  const files = await prepareFiles(
    platform.upstreams.storage,
    newTrace(now, organizationId),
    organizationId,
    receipt ? [receipt] : [],
  )
  await platform.db.transaction(async (db) => {
    const moved = await db.document.updateMany({
      where: { organizationId, id: documentId, deliveryStatus: 'pending', sentAt: document.sentAt },
      data: { ...move.columns, updatedAt: now },
    })
    const isNew = await writeAttempt(db, document, attempt, { ...line, receiptHash: files[0]?.hash ?? null })
    if (isNew) await storeFiles(db, files, now)
    if (moved.count === 0 || move.events.length === 0) return
    // What failed once more was announced when it was first written.
    if (attempt.nextAt && !isNew) return
    await countMove(db, document, move, now)
    await appendEvents(
      db,
      move.events.map((event) => ({ ...event, organizationId, companyId })),
      now,
    )
    await followDelivery(db, document, move, now, attempt.startedAt)
  })
}

/** False for an attempt that is written already. */
const writeAttempt = async (
  db: Db,
  { organizationId, id: documentId, channel }: Document,
  { number, startedAt, durationMs }: DeliveryTry,
  line: AttemptLine & { receiptHash: string | null },
): Promise<boolean> => {
  const id = newId('attempt')
  const row = { organizationId, id, documentId, number, channel: channel ?? 'peppol', startedAt, durationMs, ...line }
  return (await db.deliveryAttempt.createMany({ data: [row], skipDuplicates: true })).count === 1
}

/** Writes what a word of the recipient's side makes of a delivery, in the transaction of what said it. */
export const moveDelivery = async (
  { db, now, emit }: Pick<Run, 'db' | 'now' | 'emit'>,
  document: Document,
  move: DeliveryMove,
): Promise<void> => {
  const { organizationId, id, companyId } = document
  await db.document.update({
    where: { organizationId_id: { organizationId, id } },
    data: { ...move.columns, updatedAt: now },
    select: { id: true },
  })
  await countMove(db, document, move, now)
  for (const { type, data } of move.events) emit(type, data as never, { organizationId, companyId })
}

/** What was handed over counts for the partner, what was delivered for the company. */
const countMove = async (
  db: Db,
  { organizationId, companyId, id }: Document,
  { columns, events }: DeliveryMove,
  now: Date,
): Promise<void> => {
  if (columns.status === 'delivered')
    await db.company.update({
      where: { organizationId_id: { organizationId, id: companyId } },
      data: { documentsSent: { increment: 1 } },
      select: { id: true },
    })
  if (events.some(({ type }) => type === 'document.sent')) await countSent(db, organizationId, id, now)
}
