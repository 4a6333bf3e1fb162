/** Writes a status beside everything that follows from it: the document moves, the other side and the authority are told, an event announces it. */
import { randomUUID } from 'node:crypto'
import { type ReportView, pendingView, reportRows } from '../compliance/append-reports.ts'
import { reportFor } from '../compliance/what-is-reported.ts'
import type { Db } from '../database/open.ts'
import { type NewRow, json, writeRows } from '../database/rows.ts'
import { AppError } from '../errors/app-error.ts'
import { eventRow } from '../events/outbox.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { LifecycleSource } from '../generated/prisma/enums.ts'
import type { Platform } from '../platform.ts'
import { newId } from '../values/ids.ts'
import { workRow } from '../workers/append.ts'
import type { Decision } from './decide.ts'
import { type LifecycleDocument, standingOf } from './document-standing.ts'
import { type Channel, channelFor } from './messages/channel.ts'
import { messageNumber } from './messages/message-number.ts'
import type { StatusAmount } from './tables/amounts.ts'
import { type Given, type LifecycleState, type Party, becomesCurrent, isOnTheWay } from './tables/states.ts'

export interface StatusGiven extends Omit<Decision, 'status' | 'partial'> {
  /** Where the business moves; null where it does not. */
  status: LifecycleState | null
  party: Party | 'platform'
  source: LifecycleSource
  author: string
  rules?: readonly string[]
  relatedDocumentId?: string | null
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

const SECOND_MS = 1_000

/** Messages tell time in seconds, and so does the log. */
const secondOf = (now: Date): Date => new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS)

/** No two decisions on a document share a second, so that everybody puts them in the same order. Its way is in order by itself. */
export const momentOf = (now: Date, { lifecycleAt }: Pick<LifecycleDocument, 'lifecycleAt'>, frenchStatus: string | null): Date => {
  const second = secondOf(now)
  if (lifecycleAt === null || isOnTheWay(frenchStatus) || second > lifecycleAt) return second
  return new Date(lifecycleAt.getTime() + SECOND_MS)
}

/** How far another clock may be ahead of ours; what comes from later still happened when it came. */
const TOLERANCE_MS = 300_000
export const arrivedMoment = (said: Date | null, now: Date): Date => (said === null || said.getTime() > now.getTime() + TOLERANCE_MS ? secondOf(now) : secondOf(said))

/** The order of the log. */
export const CHRONOLOGY = [{ happenedAt: 'asc' }, { frenchStatus: 'asc' }, { id: 'asc' }] as const satisfies Prisma.LifecycleEntryOrderByWithRelationInput[]

export const amountsAsJson = (amounts: readonly StatusAmount[], currency: string | null): Prisma.InputJsonArray =>
  amounts.map(({ kind, amount, percent }) => ({ kind, amount: amount.toFixed(2), currency, ...(percent && { percent: percent.toFixed(2) }) }))

export const entryRow = (document: LifecycleDocument, given: StatusGiven & { messageId?: string }, at: { entryId: string; happenedAt: Date; now: Date }): NewRow => {
  const { status, frenchStatus, party, source, author, reasonCode, motif, reason, note, requestedAction, payment, amounts, corrections, rules = [], relatedDocumentId, messageId } = given
  return {
    table: 'lifecycle_entries',
    columns: {
      organizationId: document.organizationId, id: at.entryId, documentId: document.id, happenedAt: at.happenedAt, recordedAt: at.now,
      status, frenchStatus, party, source, author, reasonCode, motif, reason, note, requestedAction, relatedDocumentId, messageId, rules: [...rules],
      payment: payment && json(payment), amounts: json(amountsAsJson(amounts, document.currency)), corrections: json(corrections),
    },
  }
}

const messageRows = (document: LifecycleDocument, channel: Channel, told: { entryId: string; frenchStatus: string | null; happenedAt: Date; now: Date }): NewRow[] => {
  const { organizationId, companyId } = document
  const { entryId, now } = told
  const id = newId('message')
  return [
    { table: 'lifecycle_messages', columns: { organizationId, id, companyId, documentId: document.id, entryId, direction: 'outgoing', ...channel, number: messageNumber(channel.syntax, document, told), instanceId: randomUUID(), deliveryStatus: 'pending', createdAt: now } },
    workRow({ organizationId, companyId, kind: 'lifecycle.send', subjectId: id, target: channel.receiverPeppolId }, now),
  ]
}

/** What a status makes of a document, and what is written beside it: the entry, the message to the other side, the report, the event. */
export interface PlannedStatus extends Recorded { rows: NewRow[] }

export const planStatus = (document: LifecycleDocument, given: StatusGiven, now: Date, { announce = true, at = now }: RecordOptions = {}): PlannedStatus => {
  const { organizationId, id: documentId, companyId, company, lifecycleStatus: previousStatus } = document
  const happenedAt = momentOf(at, document, given.frenchStatus)
  const entryId = newId('status')
  const after = { ...document, ...columnsAfter(document, { ...given, happenedAt }, now) }
  const { lifecycleStatus: currentStatus, frenchStatus } = after
  const channel = channelFor(document, given)
  const report = reportFor(company, { organizationId, companyId, documentId, entryId, status: given.status, frenchStatus: given.frenchStatus, senderVatNumber: document.senderVatNumber })
  const compliance = report ? pendingView(report.reportedTo, now) : null
  return {
    documentId, entryId, previousStatus, currentStatus, frenchStatus, updatedAt: now, compliance, after,
    rows: [
      entryRow(document, given, { entryId, happenedAt, now }),
      ...(channel ? messageRows(document, channel, { entryId, frenchStatus: given.frenchStatus, happenedAt, now }) : []),
      ...(report ? reportRows([report], now) : []),
      ...(announce ? [eventRow({ organizationId, companyId, type: 'lifecycle.updated', data: { documentId, previousStatus, currentStatus, compliance } }, now)] : []),
    ],
  }
}

/**
 * Gives a document a status from this side. Who comes second, having seen the same document, is told so. Whoever calls it
 * wakes feed and workers when it is committed.
 */
export const recordStatus = async (db: Db, document: LifecycleDocument, given: StatusGiven, now: Date): Promise<Recorded> => {
  const { rows, ...recorded } = planStatus(document, given, now)
  await storeStatus(db, document, recorded.after, rows)
  return recorded
}

/** Moves the document to where it is `after` what these rows tell. */
export const storeStatus = async (db: Db, document: LifecycleDocument, after: LifecycleDocument, rows: readonly NewRow[]): Promise<void> => {
  if (!(await moveDocument(db, document, after))) throw new AppError('CONFLICT', { message: 'The status of the document has changed at this moment. Look at it again.' })
  await writeRows(db, rows)
}

/** The columns of a document that a status moves. */
export const columnsAfter = (document: LifecycleDocument, given: Given, now: Date) => {
  const { lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt } = document
  const current = becomesCurrent({ ...standingOf(document), at: lifecycleAt }, given)
  return {
    lifecycleVersion: lifecycleVersion + 1, updatedAt: now,
    ...(current ? { lifecycleStatus: given.status ?? lifecycleStatus, frenchStatus: given.frenchStatus ?? frenchStatus, lifecycleAt: given.happenedAt } : { lifecycleStatus, frenchStatus, lifecycleAt }),
  }
}

/** False when somebody else has changed it since it was read. */
export const moveDocument = async (db: Db, { organizationId, id, lifecycleVersion: seen }: LifecycleDocument, { lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt, updatedAt }: ReturnType<typeof columnsAfter>): Promise<boolean> =>
  (await db.document.updateMany({ where: { organizationId, id, lifecycleVersion: seen }, data: { lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt, updatedAt } })).count > 0

/** To be called when the transaction is committed. */
export const wakeForStatus = (platform: Pick<Platform, 'signals'>): void => {
  for (const signal of ['events', 'work'] as const) platform.signals.publish(signal, '')
}
