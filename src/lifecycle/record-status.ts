/** Writes statuses beside everything that follows from them: documents move, the other side and the authority are told, events announce it. */
import { randomUUID } from 'node:crypto'
import { type PendingReport, type ReportView, appendReports, pendingView } from '../compliance/append-reports.ts'
import { reportFor } from '../compliance/what-is-reported.ts'
import { insertRows } from '../database/insert-rows.ts'
import type { Db } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import { appendEvents } from '../events/outbox.ts'
import type { LifecycleEntry, LifecycleMessage, Prisma } from '../generated/prisma/client.ts'
import type { LifecycleSource } from '../generated/prisma/enums.ts'
import type { Platform } from '../platform.ts'
import { newId } from '../values/ids.ts'
import { appendWork } from '../workers/append.ts'
import type { Decision } from './decide.ts'
import { type LifecycleDocument, standingOf } from './document-standing.ts'
import { type Channel, channelFor } from './messages/channel.ts'
import { messageNumber } from './messages/message-number.ts'
import { momentOf } from './moments.ts'
import type { StatusAmount } from './tables/amounts.ts'
import { type Given, type LifecycleState, type Party, becomesCurrent } from './tables/states.ts'

export interface StatusGiven extends Omit<Decision, 'status' | 'partial'> {
  /** Where the business moves; null where it does not. */
  status: LifecycleState | null
  party: Party | 'platform'
  source: LifecycleSource
  author: string
  rules?: readonly string[]
  relatedDocumentId?: string | null
  messageId?: string
}

export interface Recorded {
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
export interface Giving extends RecordOptions { document: LifecycleDocument; given: StatusGiven }

/** The order of the log. */
export const CHRONOLOGY = [{ happenedAt: 'asc' }, { frenchStatus: 'asc' }, { id: 'asc' }] as const satisfies Prisma.LifecycleEntryOrderByWithRelationInput[]

export const amountsAsJson = (amounts: readonly StatusAmount[], currency: string | null): Prisma.JsonArray =>
  amounts.map(({ kind, amount, percent }) => ({ kind, amount: amount.toFixed(2), currency, ...(percent && { percent: percent.toFixed(2) }) }))

export const entryOf = (document: LifecycleDocument, given: StatusGiven, { entryId: id, happenedAt, now }: { entryId: string; happenedAt: Date; now: Date }): LifecycleEntry => {
  const { status, frenchStatus, party, source, author, reasonCode, motif, reason, note, requestedAction, payment, amounts, corrections, rules = [], relatedDocumentId = null, messageId = null } = given
  return {
    organizationId: document.organizationId, id, documentId: document.id, status, frenchStatus, party, source, author, happenedAt, recordedAt: now, reasonCode, motif, reason, note, requestedAction,
    payment: payment as Prisma.JsonObject | null, amounts: amountsAsJson(amounts, document.currency), corrections: corrections as object[] as Prisma.JsonArray, rules: [...rules], relatedDocumentId, messageId,
  }
}

interface Planned { giving: Giving; entryId: string; happenedAt: Date }

const messageTo = (channel: Channel, { giving: { document, given }, entryId, happenedAt }: Planned, now: Date): LifecycleMessage => ({
  organizationId: document.organizationId, id: newId('message'), companyId: document.companyId, documentId: document.id, entryId, direction: 'outgoing', ...channel,
  number: messageNumber(channel.syntax, document, { frenchStatus: given.frenchStatus, happenedAt, entryId }), instanceId: randomUUID(),
  fileHash: null, deliveryStatus: 'pending', errorCode: null, errorMessage: null, attempts: 0, createdAt: now, deliveredAt: null,
})

const reportOf = ({ giving: { document, given }, entryId }: Planned): PendingReport | undefined => {
  const { organizationId, companyId, id: documentId, company, senderVatNumber } = document
  return reportFor(company, { organizationId, companyId, documentId, entryId, status: given.status, frenchStatus: given.frenchStatus, senderVatNumber })
}

/**
 * Gives several documents a status each from this side, with as many statements as for one. Undefined for a document that
 * has changed since it was seen: nothing of its status is written. Whoever calls it wakes feed and workers when it is
 * committed.
 */
export const recordStatuses = async (db: Db, givings: readonly Giving[], now: Date): Promise<(Recorded | undefined)[]> => {
  const planned = givings.map((giving): Planned => ({ giving, entryId: newId('status'), happenedAt: momentOf(giving.at ?? now, giving.document, giving.given.frenchStatus) }))
  const after = await moveDocuments(db, planned.map(({ giving: { document, given }, happenedAt }) => ({ document, given: { ...given, happenedAt } })), now)
  const written = planned.filter((_, index) => after[index] !== undefined)
  await insertRows(db, 'lifecycle_entries', written.map((one) => entryOf(one.giving.document, one.giving.given, { ...one, now })))
  const messages = written.flatMap((one) => {
    const channel = channelFor(one.giving.document, one.giving.given)
    return channel ? [messageTo(channel, one, now)] : []
  })
  await insertRows(db, 'lifecycle_messages', messages)
  await appendWork(db, messages.map(({ organizationId, companyId, id, receiverPeppolId }) => ({ organizationId, companyId, kind: 'lifecycle.send' as const, subjectId: id, target: receiverPeppolId })), now)
  const reports = new Map(written.map((one) => [one, reportOf(one)]))
  await appendReports(db, [...reports.values()].filter((report) => report !== undefined), now)
  const recorded = planned.map((one, index): Recorded | undefined => {
    const { entryId, giving: { document } } = one
    const moved = after[index]
    const report = reports.get(one)
    return moved && {
      documentId: document.id, entryId, previousStatus: document.lifecycleStatus, currentStatus: moved.lifecycleStatus, frenchStatus: moved.frenchStatus, updatedAt: now,
      compliance: report ? pendingView(report.reportedTo, now) : null, after: moved,
    }
  })
  await appendEvents(db, recorded.flatMap((one, index) => (one && givings[index]?.announce !== false ? [announcementOf(one)] : [])), now)
  return recorded
}

const announcementOf = ({ documentId, previousStatus, currentStatus, compliance, after: { organizationId, companyId } }: Recorded) =>
  ({ organizationId, companyId, type: 'lifecycle.updated' as const, data: { documentId, previousStatus, currentStatus, compliance } })

/** The same for one document. Who comes second, having seen the same document, is told so. */
export const recordStatus = async (db: Db, document: LifecycleDocument, given: StatusGiven, now: Date, options: RecordOptions = {}): Promise<Recorded> => {
  const [recorded] = await recordStatuses(db, [{ document, given, ...options }], now)
  if (!recorded) throw new AppError('CONFLICT', { message: 'The status of the document has changed at this moment. Look at it again.' })
  return recorded
}

interface Move { document: LifecycleDocument; given: Given }

const moved = ({ document, given }: Move, now: Date): LifecycleDocument => {
  const { lifecycleVersion, lifecycleAt: at } = document
  const current = becomesCurrent({ ...standingOf(document), at }, given)
  return {
    ...document, lifecycleVersion: lifecycleVersion + 1, updatedAt: now,
    ...(current && { lifecycleStatus: given.status ?? document.lifecycleStatus, frenchStatus: given.frenchStatus ?? document.frenchStatus, lifecycleAt: given.happenedAt }),
  }
}

/** The documents as they stand with a status each; undefined where somebody else has changed one since it was read. No document twice. */
export const moveDocuments = async (db: Db, moves: readonly Move[], now: Date): Promise<(LifecycleDocument | undefined)[]> => {
  const after = moves.map((move) => moved(move, now))
  const rows = after.map(({ organizationId, id, lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt }) => ({ organizationId, id, lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt }))
  const done = await db.$queryRaw<{ id: string }[]>`
    UPDATE documents AS d SET "lifecycleVersion" = m."lifecycleVersion", "updatedAt" = ${now}, "lifecycleStatus" = m."lifecycleStatus", "frenchStatus" = m."frenchStatus", "lifecycleAt" = m."lifecycleAt"
    FROM json_populate_recordset(NULL::documents, ${JSON.stringify(rows)}::json) AS m
    WHERE d."organizationId" = m."organizationId" AND d.id = m.id AND d."lifecycleVersion" = m."lifecycleVersion" - 1
    RETURNING d.id`
  const ids = new Set(done.map(({ id }) => id))
  return after.map((document) => (ids.has(document.id) ? document : undefined))
}

/** To be called when the transaction is committed. */
export const wakeForStatus = (platform: Pick<Platform, 'signals'>): void => {
  for (const signal of ['events', 'work'] as const) platform.signals.publish(signal, '')
}
