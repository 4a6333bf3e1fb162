/** Writes a status beside everything that follows from it: the document moves, the other side and the authority are told, an event announces it. */
import { randomUUID } from 'node:crypto'
import { type ReportView, appendReports, pendingView } from '../compliance/append-reports.ts'
import { reportFor } from '../compliance/what-is-reported.ts'
import type { Db } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import { appendEvents } from '../events/outbox.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { LifecycleSource } from '../generated/prisma/enums.ts'
import type { Platform } from '../platform.ts'
import { newId } from '../values/ids.ts'
import { appendWork } from '../workers/append.ts'
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

const orNull = <T extends object>(value: T | null): Prisma.InputJsonObject | typeof Prisma.DbNull => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject))

export const writeEntry = (db: Db, document: LifecycleDocument, given: StatusGiven & { messageId?: string }, at: { entryId: string; happenedAt: Date; now: Date }): Promise<unknown> => {
  const { payment, amounts, corrections, rules = [], relatedDocumentId = null, ...said } = given
  return db.lifecycleEntry.create({
    select: { id: true },
    data: {
      organizationId: document.organizationId, id: at.entryId, documentId: document.id, happenedAt: at.happenedAt, recordedAt: at.now, ...said, rules: [...rules], relatedDocumentId,
      payment: orNull(payment), amounts: amountsAsJson(amounts, document.currency), corrections: corrections as object[],
    },
  })
}

const writeMessage = async (db: Db, document: LifecycleDocument, channel: Channel, told: { entryId: string; frenchStatus: string | null; happenedAt: Date; now: Date }): Promise<void> => {
  const { organizationId, companyId } = document
  const { entryId, now } = told
  const id = newId('message')
  await db.lifecycleMessage.create({
    select: { id: true },
    data: { organizationId, id, companyId, documentId: document.id, entryId, direction: 'outgoing', ...channel, number: messageNumber(channel.syntax, document, told), instanceId: randomUUID(), deliveryStatus: 'pending', createdAt: now },
  })
  await appendWork(db, [{ organizationId, companyId, kind: 'lifecycle.send', subjectId: id, target: channel.receiverPeppolId }], now)
}

/**
 * Gives a document a status from this side. Who comes second, having seen the same document, is told so. Whoever calls it
 * wakes feed and workers when it is committed.
 */
export const recordStatus = async (db: Db, document: LifecycleDocument, given: StatusGiven, now: Date, { announce = true, at = now }: RecordOptions = {}): Promise<Recorded> => {
  const { organizationId, id: documentId, companyId, company, lifecycleStatus: previousStatus } = document
  const happenedAt = momentOf(at, document, given.frenchStatus)
  const entryId = newId('status')
  const moved = await moveDocument(db, document, { ...given, happenedAt }, now)
  if (!moved) throw new AppError('CONFLICT', { message: 'The status of the document has changed at this moment. Look at it again.' })
  const { lifecycleStatus: currentStatus, frenchStatus } = moved
  await writeEntry(db, document, given, { entryId, happenedAt, now })
  const channel = channelFor(document, given)
  if (channel) await writeMessage(db, document, channel, { entryId, frenchStatus: given.frenchStatus, happenedAt, now })
  const report = reportFor(company, { organizationId, companyId, documentId, entryId, status: given.status, frenchStatus: given.frenchStatus, senderVatNumber: document.senderVatNumber })
  if (report) await appendReports(db, [report], now)
  const compliance = report ? pendingView(report.reportedTo, now) : null
  if (announce) await appendEvents(db, [{ organizationId, companyId, type: 'lifecycle.updated', data: { documentId, previousStatus, currentStatus, compliance } }], now)
  return { documentId, entryId, previousStatus, currentStatus, frenchStatus, updatedAt: now, compliance, after: moved }
}

/** The document as it stands with a status; undefined when somebody else has changed it since it was read. */
export const moveDocument = async (db: Db, document: LifecycleDocument, given: Given, now: Date): Promise<LifecycleDocument | undefined> => {
  const { organizationId, id, lifecycleVersion, lifecycleAt: at } = document
  const current = becomesCurrent({ ...standingOf(document), at }, given)
  const columns = {
    lifecycleVersion: lifecycleVersion + 1, updatedAt: now,
    ...(current && { lifecycleStatus: given.status ?? document.lifecycleStatus, frenchStatus: given.frenchStatus ?? document.frenchStatus, lifecycleAt: given.happenedAt }),
  }
  const { count } = await db.document.updateMany({ where: { organizationId, id, lifecycleVersion }, data: columns })
  return count === 0 ? undefined : { ...document, ...columns }
}

/** To be called when the transaction is committed. */
export const wakeForStatus = (platform: Pick<Platform, 'signals'>): void => {
  for (const signal of ['events', 'work'] as const) platform.signals.publish(signal, '')
}
