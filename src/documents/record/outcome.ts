/** Where a delivery ends: which columns of the document move, and what is announced. Pure. */
import type { Announcement } from '../../engine/feed/outbox.ts'
import type { Document } from '../../generated/prisma/client.ts'
import type { DocumentType } from '../../values/document-types.ts'

export interface DeliveryMove {
  columns: Partial<
    Pick<
      Document,
      | 'status'
      | 'deliveryStatus'
      | 'takenOver'
      | 'sentAt'
      | 'deliveredAt'
      | 'duplicateKey'
      | 'errorCode'
      | 'errorMessage'
    >
  >
  events: Announcement[]
}

/** The other side has it; `confirmed` when that is final. */
export const arrived = (document: Document, confirmed: boolean, now: Date): DeliveryMove => {
  const documentId = document.id
  const sent =
    document.sentAt === null
      ? [
          {
            type: 'document.sent' as const,
            data: { documentId, type: document.type as DocumentType, sentAt: now.toISOString() },
          },
        ]
      : []
  const delivered = confirmed
    ? [{ type: 'document.delivered' as const, data: { documentId, deliveredAt: now.toISOString() } }]
    : []
  return {
    columns: {
      sentAt: document.sentAt ?? now,
      takenOver: true,
      status: confirmed ? 'delivered' : 'sent',
      ...(confirmed && { deliveryStatus: 'delivered', deliveredAt: now }),
      errorCode: null,
      errorMessage: null,
    },
    events: [...sent, ...delivered],
  }
}

/** Another attempt follows; until then nothing has changed. */
export const retrying = (
  { id: documentId }: Document,
  attempt: number,
  errorCode: string,
  errorMessage: string,
  nextAt: Date,
): DeliveryMove => ({
  columns: {},
  events: [
    {
      type: 'document.retrying',
      data: { documentId, attempt, errorCode, errorMessage, nextAttemptAt: nextAt.toISOString() },
    },
  ],
})

/** Nobody will have it as it is (`rejected`), or it cannot be brought there (`failed`); its number is free again. */
export const ended = (
  { id: documentId }: Document,
  outcome: 'rejected' | 'failed',
  errorCode: string,
  errorMessage: string,
): DeliveryMove => ({
  columns: {
    ...(outcome === 'rejected' && { status: 'rejected' }),
    deliveryStatus: outcome,
    duplicateKey: null,
    errorCode,
    errorMessage,
  },
  events: [{ type: 'document.failed', data: { documentId, errorCode, errorMessage } }],
})

export interface Ending {
  outcome: 'rejected' | 'failed'
  code: string
}
export const AP_REJECTS: Ending = { outcome: 'rejected', code: 'AP_REJECTED' }

/** Who has it turns it down: it was handed over, whether we know of that yet or not. */
export const turnedDown = (
  document: Document,
  { outcome, code }: Ending,
  errorMessage: string,
  now: Date,
): DeliveryMove => {
  const [handedOver, end] = [arrived(document, false, now), ended(document, outcome, code, errorMessage)]
  return { columns: { ...handedOver.columns, ...end.columns }, events: [...handedOver.events, ...end.events] }
}
