import type { Document, Prisma } from '../generated/prisma/client.ts'
import { type Announcement, appendEvents } from '../events/outbox.ts'
import { countExchange } from '../partners/counterparty.ts'
import type { Platform } from '../platform.ts'
import type { Handover } from '../upstreams/access-point/port.ts'
import type { DocumentType } from '../values/document-types.ts'
import { newId } from '../values/ids.ts'
import { newTrace } from '../requests/trace.ts'
import { prepareFiles, storeFiles } from './files.ts'

export interface Attempt {
  number: number
  startedAt: Date
  durationMs: number
  handover?: Handover
  failure?: string
  /** No try follows this one. */
  last?: boolean
}

interface Outcome {
  columns: Prisma.DocumentUncheckedUpdateInput
  attempt: Pick<Prisma.DeliveryAttemptUncheckedCreateInput, 'outcome' | 'endpoint' | 'errorCode' | 'detail'>
  events: Announcement[]
}

/** What an attempt means for the document: which columns move, and what is announced. */
const outcomeOf = (document: Document, { handover, failure, last }: Attempt, now: Date): Outcome => {
  const documentId = document.id
  if (handover?.outcome === 'accepted') {
    const sent = document.sentAt === null ? [{ type: 'document.sent' as const, data: { documentId, type: document.type as DocumentType, sentAt: now.toISOString() } }] : []
    const delivered = handover.confirmed ? [{ type: 'document.delivered' as const, data: { documentId, deliveredAt: now.toISOString() } }] : []
    return {
      columns: { sentAt: document.sentAt ?? now, status: handover.confirmed ? 'delivered' : 'sent', ...(handover.confirmed && { deliveryStatus: 'delivered', deliveredAt: now }), errorCode: null, errorMessage: null },
      attempt: { outcome: handover.confirmed ? 'delivered' : 'accepted', endpoint: handover.endpoint, errorCode: null, detail: null },
      events: [...sent, ...delivered],
    }
  }
  if (handover?.outcome === 'rejected' || handover?.outcome === 'failed') {
    const { code, reason, endpoint } = handover
    return {
      columns: { ...(handover.outcome === 'rejected' ? { status: 'rejected', deliveryStatus: 'rejected' } : { deliveryStatus: 'failed' }), duplicateKey: null, errorCode: code, errorMessage: reason },
      attempt: { outcome: handover.outcome, endpoint, errorCode: code, detail: reason },
      events: [{ type: 'document.failed', data: { documentId, errorCode: code, errorMessage: reason } }],
    }
  }
  const reason = failure ?? 'The document could not be handed over.'
  return {
    columns: last ? { deliveryStatus: 'failed', duplicateKey: null, errorCode: 'TRANSPORT_FAILURE', errorMessage: reason } : {},
    attempt: { outcome: 'failed', endpoint: null, errorCode: 'TRANSPORT_FAILURE', detail: reason },
    events: last ? [{ type: 'document.failed', data: { documentId, errorCode: 'TRANSPORT_FAILURE', errorMessage: reason } }] : [],
  }
}

/** Writes the attempt, the document's new state and its events in one transaction. A second writer of the same outcome changes nothing; what people do with the document meanwhile does not matter. */
export const recordOutcome = async (platform: Platform, document: Document, attempt: Attempt): Promise<void> => {
  const { organizationId, id: documentId, companyId } = document
  const now = platform.clock.now()
  const outcome = outcomeOf(document, attempt, now)
  const receipt = attempt.handover?.outcome === 'accepted' ? attempt.handover.receipt : null
  const files = await prepareFiles(platform.upstreams.storage, newTrace(now), organizationId, receipt ? [receipt] : [])
  await platform.db.transaction(async (db) => {
    const moved = await db.document.updateMany({ where: { organizationId, id: documentId, deliveryStatus: 'pending', sentAt: document.sentAt }, data: { ...outcome.columns, updatedAt: now } })
    if (moved.count === 0) return
    await storeFiles(db, files, now)
    const { number, startedAt, durationMs } = attempt
    await db.deliveryAttempt.create({ data: { organizationId, id: newId('attempt'), documentId, number, channel: document.documentTypeId === null ? 'local' : 'peppol', startedAt, durationMs, ...outcome.attempt, receiptHash: files[0]?.hash ?? null } })
    if (outcome.columns.status === 'delivered') await db.company.update({ where: { organizationId_id: { organizationId, id: companyId } }, data: { documentsSent: { increment: 1 } } })
    if (outcome.events.some(({ type }) => type === 'document.sent')) await countExchange(db, organizationId, documentId, 'documentsSent', now)
    await appendEvents(db, outcome.events.map((event) => ({ ...event, organizationId, companyId })), now)
  })
  if (outcome.events.length > 0) platform.signals.publish('events', '')
}
