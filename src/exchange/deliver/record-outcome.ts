import type { Db } from '../../kernel/database/open.ts'
import { type NewRow, rowFrom, rowsFrom, writeRows, writeWith } from '../../kernel/database/rows.ts'
import { eventRow } from '../../engine/feed/outbox.ts'
import { workEnd } from '../../engine/work/record.ts'
import { type Document, Prisma, type Work } from '../../generated/prisma/client.ts'
import { statusesOnDelivery } from '../../lifecycle/record/automatic.ts'
import { heldDocument } from '../../lifecycle/read/held-document.ts'
import { type LifecycleDocument, isFrench } from '../../lifecycle/read/document-standing.ts'
import type { Run } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Handover } from '../../upstreams/access-point/port.ts'
import { newId } from '../../values/ids.ts'
import { fileRows, isLarge, prepareFiles, storeLarge } from '../../documents/record/files.ts'
import { type DeliveryMove, arrived, ended, retrying } from '../../documents/record/outcome.ts'
import type { LifecycleMove } from '../../documents/record/store-document.ts'

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
  /** The work that ends with it, whatever became of the document meanwhile. */
  work?: Work | undefined
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
 * Writes the attempt, the document's new state and its events, all or nothing. What was tried stands in the list
 * whatever happened meanwhile; the document moves only while its delivery is open. The same attempt twice is one.
 */
export const recordOutcome = async (platform: Platform, document: Document, attempt: DeliveryTry): Promise<void> => {
  const { organizationId } = document
  const now = platform.clock.now()
  const { move, line } = outcomeOf(document, attempt, now)
  const receipt = attempt.answer?.outcome === 'accepted' ? attempt.answer.receipt : null
  const files = await prepareFiles(
    platform.upstreams.storage,
    newTrace(now, organizationId),
    organizationId,
    receipt ? [receipt] : [],
  )
  const tried = attemptRow(document, attempt, { ...line, receiptHash: files[0]?.hash ?? null })
  const record = async (db: Db, statuses: LifecycleMove): Promise<void> => {
    await storeLarge(db, files, now)
    const moved = moving(document, { ...move.columns, ...statuses.columns }, now, stillOpen(document))
    await writeWith(db, Prisma.sql`written AS (${moved}), attempt AS (${rowFrom(tried)})`, [
      ...fileRows(files, now).map((row) => rowFrom(row, Prisma.sql`attempt`)),
      // What failed once more was announced when its attempt was first written.
      ...rowsOf(document, move, statuses, now, attempt.nextAt ? Prisma.sql`written, attempt` : Prisma.sql`written`),
      ...(attempt.work ? [workEnd(attempt.work)] : []),
    ])
  }
  // One statement is enough where no status can follow from it.
  if (!isFrench(document) && !files.some(isLarge)) return record(platform.db.client, NO_STATUS)
  return platform.db.transaction(async (db) => {
    const held = await heldDocument(db, organizationId, document.id)
    await record(db, statusesOnDelivery(held, move, now, attempt.startedAt))
  })
}

const NO_STATUS: LifecycleMove = { columns: {}, rows: [] }

/** One that is written already stays as it is. */
const attemptRow = (
  { organizationId, id: documentId, channel }: Document,
  { number, startedAt, durationMs }: DeliveryTry,
  line: AttemptLine & { receiptHash: string | null },
): NewRow => ({
  table: 'delivery_attempts',
  columns: {
    organizationId,
    id: newId('attempt'),
    documentId,
    number,
    channel: channel ?? 'peppol',
    startedAt,
    durationMs,
    ...line,
  },
  onConflict: Prisma.sql`ON CONFLICT DO NOTHING RETURNING id`,
})

/**
 * What a move and its statuses write beside the document, as parts of a statement, for each row of `source`. The events
 * are one part: parts are written in no certain order, and these are told in theirs.
 */
const rowsOf = (
  { organizationId, companyId }: Document,
  { events: announced }: DeliveryMove,
  { rows }: LifecycleMove,
  now: Date,
  source: Prisma.Sql,
): (NewRow | Prisma.Sql)[] => {
  const isEvent = ({ table }: NewRow): boolean => table === 'events'
  const own = announced.map((event) => eventRow({ ...event, organizationId, companyId }, now))
  const [first, ...others] = [...own, ...rows.filter(isEvent)]
  return [...(first ? [rowsFrom([first, ...others], source)] : []), ...rows.filter((row) => !isEvent(row))]
}

/** Nobody has moved its delivery since it was read. */
const stillOpen = ({ sentAt }: Document): Prisma.Sql =>
  Prisma.sql`"deliveryStatus" = 'pending' AND "sentAt" IS NOT DISTINCT FROM ${sentAt}::timestamptz`

const moving = (
  { organizationId, id }: Document,
  columns: (DeliveryMove & LifecycleMove)['columns'],
  now: Date,
  condition = Prisma.sql`true`,
): Prisma.Sql => {
  const changes = Object.entries({ ...columns, updatedAt: now })
  const set = changes.map(([name, value]) => Prisma.sql`${Prisma.raw(`"${name}"`)} = ${value}`)
  return Prisma.sql`
    UPDATE documents SET ${Prisma.join(set)} WHERE "organizationId" = ${organizationId} AND id = ${id} AND ${condition}
    RETURNING id`
}

/** Writes what a word of the recipient's side makes of a delivery, in the transaction of what said it. */
export const moveDelivery = async (
  { db, now, emit }: Pick<Run, 'db' | 'now' | 'emit'>,
  document: Document,
  move: DeliveryMove,
  statuses = NO_STATUS,
): Promise<void> => {
  const { organizationId, companyId } = document
  await db.$executeRaw(moving(document, { ...move.columns, ...statuses.columns }, now))
  await writeRows(db, statuses.rows)
  for (const { type, data } of move.events) emit(type, data as never, { organizationId, companyId })
}

/**
 * The same for a delivery that is open, in one statement with the row that says it and what belongs to that. False where
 * it is no longer open, the document has moved, or this is not the first word: then nothing is written.
 */
export const moveOpenDelivery = async (
  db: Db,
  document: LifecycleDocument,
  move: DeliveryMove,
  said: NewRow[],
  now: Date,
): Promise<boolean> => {
  const { organizationId, id } = document
  const isFirst = Prisma.sql`NOT EXISTS (
    SELECT FROM message_statuses AS earlier
    WHERE earlier."organizationId" = ${organizationId} AND earlier."documentId" = ${id})`
  const statuses = statusesOnDelivery(document, move, now)
  const isAsSeen = Prisma.sql`${stillOpen(document)} AND "lifecycleVersion" = ${document.lifecycleVersion}`
  const columns = { ...move.columns, ...statuses.columns }
  const moved = moving(document, columns, now, Prisma.sql`${isAsSeen} AND ${isFirst}`)
  const rows = rowsOf(document, move, statuses, now, Prisma.sql`written`)
  return (await writeWith(db, Prisma.sql`written AS (${moved})`, [...said, ...rows])) !== undefined
}
