/** Writes statuses beside everything that follows from them: documents move, the other side and the authority are told, events announce it. */
import { randomUUID } from 'node:crypto'
import { type ReportView, pendingView, reportRows } from '../compliance/reports/append-reports.ts'
import { reportFor } from '../compliance/reports/what-is-reported.ts'
import type { Db } from '../kernel/database/open.ts'
import { type NewRow, json, writeRows } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { eventRow } from '../engine/feed/outbox.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { LifecycleSource } from '../generated/prisma/enums.ts'
import { newId } from '../values/ids.ts'
import { workRow } from '../engine/work/append.ts'
import type { Decision } from './decide.ts'
import { type LifecycleDocument, standingOf } from './document-standing.ts'
import { type MessageChannel, channelFor } from './messages/channel.ts'
import { messageNumber } from './messages/message-number.ts'
import { momentOf } from './moments.ts'
import type { StatusAmount } from './tables/amounts.ts'
import { type DatedStatus, type LifecycleState, type Party, becomesCurrent } from './tables/states.ts'

export interface NewStatus extends Omit<Decision, 'status' | 'partial'> {
  /** Where the business moves; null where it does not. */
  status: LifecycleState | null
  party: Party | 'platform'
  source: LifecycleSource
  author: string
  rules?: readonly string[]
  relatedDocumentId?: string | null
  messageId?: string
}

export interface RecordedStatus {
  documentId: string
  entryId: string
  previousStatus: LifecycleState
  currentStatus: LifecycleState
  frenchStatus: string | null
  updatedAt: Date
  compliance: ReportView | null
  /** The document with it. */
  after: LifecycleDocument
}

export interface RecordOptions {
  /** False for what other events announce: the steps of a delivery. */
  announce?: boolean
  /** When it happened, where that was before it is recorded. */
  at?: Date
}

/** A status for a document, as it was seen by whoever decided it. */
export interface StatusForDocument extends RecordOptions {
  document: LifecycleDocument
  given: NewStatus
}

/** The order of the log. */
export const CHRONOLOGY = [
  { happenedAt: 'asc' },
  { frenchStatus: 'asc' },
  { id: 'asc' },
] as const satisfies Prisma.LifecycleEntryOrderByWithRelationInput[]

export const amountsAsJson = (amounts: readonly StatusAmount[], currency: string | null): Prisma.JsonArray =>
  amounts.map(({ kind, amount, percent }) => ({
    kind,
    amount: amount.toFixed(2),
    currency,
    ...(percent && { percent: percent.toFixed(2) }),
  }))

export const entryRow = (
  document: LifecycleDocument,
  given: NewStatus,
  { entryId: id, happenedAt, now }: { entryId: string; happenedAt: Date; now: Date },
): NewRow => {
  const {
    status,
    frenchStatus,
    party,
    source,
    author,
    reasonCode,
    motif,
    reason,
    note,
    requestedAction,
    payment,
    amounts,
    corrections,
    rules = [],
    relatedDocumentId = null,
    messageId = null,
  } = given
  return {
    table: 'lifecycle_entries',
    columns: {
      organizationId: document.organizationId,
      id,
      documentId: document.id,
      status,
      frenchStatus,
      party,
      source,
      author,
      happenedAt,
      recordedAt: now,
      reasonCode,
      motif,
      reason,
      note,
      requestedAction,
      payment: payment && json(payment),
      amounts: json(amountsAsJson(amounts, document.currency)),
      corrections: json(corrections),
      rules: [...rules],
      relatedDocumentId,
      messageId,
    },
  }
}

const messageRows = (
  document: LifecycleDocument,
  channel: MessageChannel,
  told: { entryId: string; frenchStatus: string | null; happenedAt: Date; now: Date },
): NewRow[] => {
  const { organizationId, companyId } = document
  const { entryId, now } = told
  const id = newId('message')
  return [
    {
      table: 'lifecycle_messages',
      columns: {
        organizationId,
        id,
        companyId,
        documentId: document.id,
        entryId,
        direction: 'outgoing',
        ...channel,
        number: messageNumber(channel.syntax, document, told),
        instanceId: randomUUID(),
        deliveryStatus: 'pending',
        createdAt: now,
      },
    },
    workRow(
      { organizationId, companyId, kind: 'lifecycle.send', subjectId: id, target: channel.receiverPeppolId },
      now,
    ),
  ]
}

/** What a status makes of a document, and what is written beside it: the entry, the message to the other side, the report, the event. */
export interface PlannedStatus {
  recorded: RecordedStatus
  rows: NewRow[]
}

export const planStatus = ({ document, given, announce = true, at }: StatusForDocument, now: Date): PlannedStatus => {
  const { organizationId, id: documentId, companyId, company, senderVatNumber } = document
  const { status, frenchStatus } = given
  const happenedAt = momentOf(at ?? now, document, frenchStatus)
  const entryId = newId('status')
  const after = moved({ document, given: { ...given, happenedAt } }, now)
  const channel = channelFor(document, given)
  const report = reportFor(company, {
    organizationId,
    companyId,
    documentId,
    entryId,
    status,
    frenchStatus,
    senderVatNumber,
  })
  const recorded: RecordedStatus = {
    documentId,
    entryId,
    previousStatus: document.lifecycleStatus,
    currentStatus: after.lifecycleStatus,
    frenchStatus: after.frenchStatus,
    updatedAt: now,
    compliance: report ? pendingView(report.reportedTo, now) : null,
    after,
  }
  return {
    recorded,
    rows: [
      entryRow(document, given, { entryId, happenedAt, now }),
      ...(channel ? messageRows(document, channel, { entryId, frenchStatus, happenedAt, now }) : []),
      ...(report ? reportRows([report], now) : []),
      ...(announce ? [eventRow(announcementOf(recorded), now)] : []),
    ],
  }
}

/**
 * Gives several documents a status each from this side, with as many statements as for one. Undefined for a document that
 * has changed since it was seen: nothing of its status is written. Whoever calls it wakes feed and workers when it is
 * committed.
 */
export const recordStatuses = async (
  db: Db,
  givings: readonly StatusForDocument[],
  now: Date,
): Promise<(RecordedStatus | undefined)[]> => {
  const planned = givings.map((giving) => planStatus(giving, now))
  const done = await storeMoves(
    db,
    planned.map(({ recorded: { after } }, index) => ({ after, seen: givings[index]?.document.lifecycleVersion ?? 0 })),
    now,
  )
  await writeRows(
    db,
    planned.flatMap(({ rows }, index) => (done[index] ? rows : [])),
  )
  return planned.map(({ recorded }, index) => (done[index] ? recorded : undefined))
}

const announcementOf = ({
  documentId,
  previousStatus,
  currentStatus,
  compliance,
  after: { organizationId, companyId },
}: RecordedStatus) => ({
  organizationId,
  companyId,
  type: 'lifecycle.updated' as const,
  data: { documentId, previousStatus, currentStatus, compliance },
})

/** The same for one document. Who comes second, having seen the same document, is told so. */
export const recordStatus = async (
  db: Db,
  document: LifecycleDocument,
  given: NewStatus,
  now: Date,
  options: RecordOptions = {},
): Promise<RecordedStatus> => {
  const [recorded] = await recordStatuses(db, [{ document, given, ...options }], now)
  if (!recorded)
    throw new AppError('CONFLICT', {
      message: 'The status of the document has changed at this moment. Look at it again.',
    })
  return recorded
}

interface StatusMove {
  document: LifecycleDocument
  given: DatedStatus
}

const moved = ({ document, given }: StatusMove, now: Date): LifecycleDocument => {
  const { lifecycleVersion, lifecycleAt: at } = document
  const current = becomesCurrent({ ...standingOf(document), at }, given)
  return {
    ...document,
    lifecycleVersion: lifecycleVersion + 1,
    updatedAt: now,
    ...(current && {
      lifecycleStatus: given.status ?? document.lifecycleStatus,
      frenchStatus: given.frenchStatus ?? document.frenchStatus,
      lifecycleAt: given.happenedAt,
    }),
  }
}

/** The documents as they stand with a status each; undefined where somebody else has changed one since it was read. No document twice. */
export const moveDocuments = async (
  db: Db,
  moves: readonly StatusMove[],
  now: Date,
): Promise<(LifecycleDocument | undefined)[]> => {
  const after = moves.map((move) => moved(move, now))
  const done = await storeMoves(
    db,
    after.map((document, index) => ({ after: document, seen: moves[index]?.document.lifecycleVersion ?? 0 })),
    now,
  )
  return after.map((document, index) => (done[index] ? document : undefined))
}

/** A document with its new status, and the version in which it was seen before. */
interface VersionedMove {
  after: LifecycleDocument
  seen: number
}

/** Whether each was still as it was seen, and has moved. */
export const storeMoves = async (db: Db, moves: readonly VersionedMove[], now: Date): Promise<boolean[]> => {
  const rows = moves.map(
    ({ after: { organizationId, id, lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt }, seen }) => ({
      organizationId,
      id,
      seen,
      lifecycleVersion,
      lifecycleStatus,
      frenchStatus,
      lifecycleAt,
    }),
  )
  const done = await db.$queryRaw<{ id: string }[]>`
    UPDATE documents AS d SET "lifecycleVersion" = m."lifecycleVersion", "updatedAt" = ${now}, "lifecycleStatus" = m."lifecycleStatus", "frenchStatus" = m."frenchStatus", "lifecycleAt" = m."lifecycleAt"
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS m("organizationId" text, id text, seen int, "lifecycleVersion" int, "lifecycleStatus" "LifecycleStatus", "frenchStatus" text, "lifecycleAt" timestamptz(3))
    WHERE d."organizationId" = m."organizationId" AND d.id = m.id AND d."lifecycleVersion" = m.seen
    RETURNING d.id`
  const ids = new Set(done.map(({ id }) => id))
  return moves.map(({ after: { id } }) => ids.has(id))
}
