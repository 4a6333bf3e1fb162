/**
 * The one recorder of statuses, whoever says them: the API, the network, the interchange system, a payment, the platform
 * itself. Documents move, the other side and the authority are told, an event announces it.
 */
import {
  type PendingReport,
  type ReportView,
  pendingView,
  reportRows,
} from '../../compliance/reports/append-reports.ts'
import { reportFor, reportedFacts } from '../../compliance/reports/what-is-reported.ts'
import { statusFlow, stateFlows } from '../../flows/record/flow-rows.ts'
import { eventRow } from '../../engine/feed/outbox.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { type NewRow, writeRows } from '../../kernel/database/rows.ts'
import { overtaken } from '../../kernel/errors/app-error.ts'
import { newId } from '../../values/ids.ts'
import type { LifecycleDocument } from '../read/document-standing.ts'
import { channelFor } from '../messages/channel.ts'
import { messageRows } from '../messages/message-rows.ts'
import { momentOf } from '../read/moments.ts'
import { moved, storeHeldMoves, storeMoves } from './move-documents.ts'
import { type NewStatus, entryRow } from './status-entry.ts'
import { statedPaymentRows } from './stated-payments.ts'
import type { LifecycleState } from '../tables/states.ts'

export interface RecordedStatus {
  documentId: string
  entryId: string
  previousStatus: LifecycleState
  currentStatus: LifecycleState
  frenchStatus: string | null
  updatedAt: Date
  compliance: ReportView | null
  /** The document with this status. */
  after: LifecycleDocument
}

export interface RecordOptions {
  /** False for what other events announce: the steps of a delivery. */
  announce?: boolean
  /** When it happened, if that was before it is recorded. */
  at?: Date
  /** The identifier of its entry, where something else names that already. */
  entryId?: string
}

/** A status for a document, which is passed as it was when the status was decided. */
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

/**
 * What a status makes of a document, and what is written beside it: the entry, the message to the other side, the
 * report, the event.
 */
interface PlannedStatus {
  recorded: RecordedStatus
  rows: NewRow[]
}

/** Those of the network are told neither back to it nor to an authority, which hears of them from their own platform. */
const isTold = ({ source }: NewStatus): boolean => source !== 'network'

const momentFor = ({ document, given, at }: StatusForDocument, now: Date): Date =>
  // The other side has said when, and what it said at one second stays in its order.
  at && given.source === 'network' ? at : momentOf(at ?? now, document, given.frenchStatus)

export const planStatus = (giving: StatusForDocument, now: Date): PlannedStatus => {
  const { document, given, announce = true, entryId = newId('status') } = giving
  const { organizationId, id: documentId, companyId, company } = document
  const { status, frenchStatus } = given
  const happenedAt = momentFor(giving, now)
  const after = moved({ document, given: { ...given, happenedAt } }, now)
  const channel = isTold(given) ? channelFor(document, given) : null
  const report =
    isTold(given) &&
    reportFor(company, {
      organizationId,
      companyId,
      documentId,
      entryId,
      // No authority is told that a document stands where it stood before: that is no decision.
      status: given.restores ? null : status,
      frenchStatus,
      ...reportedFacts(document),
    })
  const said = { entryId, frenchStatus, source: given.source, now }
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
      ...statusFlow(document, said),
      ...(report ? toldRows(document, report, said) : []),
      ...(announce ? [eventRow(announcementOf(recorded), now)] : []),
    ],
  }
}

/** The report of a status, and for the French portal the flows of what it is told. */
const toldRows = (
  document: LifecycleDocument,
  report: PendingReport,
  said: Parameters<typeof statusFlow>[1],
): NewRow[] => {
  const reportId = newId('report')
  return [
    ...reportRows([{ ...report, id: reportId }], said.now),
    ...(report.reportedTo === 'PPF' ? stateFlows(document, said, reportId) : []),
  ]
}

const movesOf = (planned: readonly PlannedStatus[], givings: readonly StatusForDocument[]) =>
  planned.map(({ recorded: { after } }, index) => ({
    after,
    seen: givings[index]?.document.lifecycleVersion ?? 0,
  }))

/** Gives documents that the transaction holds a status each: nothing is asked before all of it is written. */
export const recordHeldStatuses = async (
  db: Db,
  givings: readonly StatusForDocument[],
  now: Date,
): Promise<RecordedStatus[]> => {
  const planned = givings.map((giving) => planStatus(giving, now))
  if (planned.length > 0) await storeHeldMoves(db, movesOf(planned, givings), now)
  await writeRows(
    db,
    planned.flatMap(({ rows }) => rows),
  )
  return planned.map(({ recorded }) => recorded)
}

/**
 * Gives several documents a status each from this side, with as many statements as for one. Undefined for a document
 * that has changed since it was seen: nothing of its status is written.
 */
export const recordStatuses = async (
  db: Db,
  givings: readonly StatusForDocument[],
  now: Date,
): Promise<(RecordedStatus | undefined)[]> => {
  const planned = givings.map((giving) => planStatus(giving, now))
  const done = await storeMoves(db, movesOf(planned, givings), now)
  const written = givings.flatMap(({ given }, index) => {
    const one = done[index] ? planned[index] : undefined
    return one ? [{ given, rows: one.rows, after: one.recorded.after, entryId: one.recorded.entryId }] : []
  })
  const payments = await statedPaymentRows(db, written, now)
  await writeRows(db, [...written.flatMap(({ rows }) => rows), ...payments])
  return planned.map(({ recorded }, index) => (done[index] ? recorded : undefined))
}

const announcementOf = ({
  documentId,
  previousStatus,
  currentStatus,
  frenchStatus,
  compliance,
  after: { organizationId, companyId },
}: RecordedStatus) => ({
  organizationId,
  companyId,
  type: 'lifecycle.updated' as const,
  data: { documentId, previousStatus, currentStatus, frenchStatus, compliance },
})

/** The same for one document. Of two callers who have seen the same document, the second is refused. */
export const recordStatus = async (
  db: Db,
  document: LifecycleDocument,
  given: NewStatus,
  now: Date,
  options: RecordOptions = {},
): Promise<RecordedStatus> => {
  const [recorded] = await recordStatuses(db, [{ document, given, ...options }], now)
  if (!recorded)
    throw overtaken('Another request changed the status of the document at the same time. Send the request again.')
  return recorded
}
