/** What happened to a document, in one order: a table of sources, each asked once for any number of documents. */
import type { Db } from '../../kernel/database/open.ts'
import { type SdiMessageKind, meanings } from '../../formats/fatturapa/messages.ts'
import { CHRONOLOGY } from '../../lifecycle/record-status.ts'
import { frenchStatuses } from '../../lifecycle/tables/french-statuses.ts'
import type { DocumentRow } from '../record/document.ts'
import type { Validation } from '../record/validation.ts'

export interface Moment {
  at: Date
  source: SourceName
  /** What happened, as a word: `sent`, `tag`, `delivered`, … */
  what: string
  /** Who did it, where that is known. */
  by: string | null
  /** In a sentence. */
  text: string
  data: object
}

/** The columns that sources look at. */
export const timelineColumns = {
  organizationId: true,
  id: true,
  direction: true,
  requestId: true,
  format: true,
  instanceId: true,
  senderName: true,
  receiverName: true,
  validation: true,
  createdAt: true,
  sentAt: true,
  deliveredAt: true,
  receivedAt: true,
} as const

export type TimelineDocument = Pick<DocumentRow, keyof typeof timelineColumns>

type DocumentMoment = Omit<Moment, 'source'> & { documentId: string }

interface TimelineWhere {
  organizationId: string
  documentId: { in: string[] }
}

type MomentSource = (
  db: Db,
  documents: readonly TimelineDocument[],
  where: TimelineWhere,
) => Promise<DocumentMoment[]> | DocumentMoment[]

/** What is told by the documents' own columns. */
const ofColumns =
  (tell: (document: TimelineDocument) => Omit<DocumentMoment, 'documentId'>[]): MomentSource =>
  (_db, documents) =>
    documents.flatMap((document) => tell(document).map((moment) => ({ ...moment, documentId: document.id })))

const dayOf = (day: Date): string => day.toISOString().slice(0, 10)

const sources = {
  request: ofColumns(({ requestId, createdAt: at, format }) =>
    requestId === null
      ? []
      : [{ at, what: 'accepted', by: null, text: 'The document was accepted.', data: { requestId, format } }],
  ),
  message: ofColumns(({ direction, receivedAt, sentAt, deliveredAt, senderName, receiverName, instanceId }) => [
    ...(direction === 'incoming' && receivedAt
      ? [
          {
            at: receivedAt,
            what: 'received',
            by: senderName,
            text: 'The document arrived over the network.',
            data: { instanceId },
          },
        ]
      : []),
    ...(sentAt
      ? [
          {
            at: sentAt,
            what: 'sent',
            by: null,
            text: "The recipient's access point took the document over.",
            data: { instanceId },
          },
        ]
      : []),
    ...(direction === 'outgoing' && deliveredAt
      ? [
          {
            at: deliveredAt,
            what: 'delivered',
            by: receiverName,
            text: 'The delivery was confirmed.',
            data: { instanceId },
          },
        ]
      : []),
  ]),
  validation: ofColumns(({ validation, createdAt: at }) => {
    const { profile = null, valid = true, errors = [], warnings = [] } = validation as Partial<Validation>
    return profile === null
      ? []
      : [
          {
            at,
            what: valid ? 'valid' : 'invalid',
            by: null,
            text: `${errors.length} broken rules and ${warnings.length} warnings of ${profile}.`,
            data: { profile, rules: [...errors, ...warnings].map(({ rule }) => rule) },
          },
        ]
  }),
  async attempt(db, _documents, where) {
    const attempts = await db.deliveryAttempt.findMany({ where })
    return attempts.map(
      ({ documentId, startedAt: at, outcome, number, channel, endpoint, durationMs, errorCode, detail }) => ({
        documentId,
        at,
        what: outcome,
        by: endpoint,
        text: `Attempt ${number}: ${detail ?? outcome}.`.replace(/\.\.$/, '.'),
        data: { number, channel, durationMs, errorCode },
      }),
    )
  },
  async 'message-status'(db, _documents, where) {
    const statuses = await db.messageStatus.findMany({ where })
    return statuses.map(({ documentId, createdAt: at, code, kind, senderId, description, issues }) => ({
      documentId,
      at,
      what: code,
      by: senderId,
      text: description ?? `${kind.toUpperCase()} ${code}.`,
      data: { kind, issues },
    }))
  },
  async action(db, _documents, where) {
    const done = await db.documentAction.findMany({ where })
    return done.map(({ documentId, createdAt: at, action, author, changes }) => ({
      documentId,
      at,
      what: action,
      by: author,
      text: `${action.replace('_', ' ')}.`,
      data: { changes },
    }))
  },
  async status(db, _documents, where) {
    // A status is told in seconds, and decided before it came: its place is where it was written down.
    const entries = await db.lifecycleEntry.findMany({ where, orderBy: [...CHRONOLOGY] })
    return entries.map(
      ({
        documentId,
        recordedAt: at,
        happenedAt,
        status,
        frenchStatus,
        author,
        party,
        source,
        reasonCode,
        motif,
        reason,
        payment,
      }) => ({
        documentId,
        at,
        what: status ?? frenchStatus ?? 'status',
        by: author,
        text: `${[frenchStatus, frenchStatus && frenchStatuses[frenchStatus]?.meaning, status].filter(Boolean).join(' ')}${reason ? `: ${reason}` : ''}.`.replace(
          /\.\.$/,
          '.',
        ),
        data: {
          status,
          frenchStatus,
          happenedAt: happenedAt.toISOString(),
          party,
          source,
          reasonCode: motif ?? reasonCode,
          payment,
        },
      }),
    )
  },
  async 'status-message'(db, _documents, where) {
    const messages = await db.lifecycleMessage.findMany({ where })
    return messages.map(
      ({ documentId, createdAt: at, direction, syntax, number, deliveryStatus, senderPeppolId, errorCode }) => ({
        documentId,
        at,
        what: deliveryStatus,
        by: senderPeppolId,
        text: `${direction === 'incoming' ? 'Came' : 'Went'}: ${syntax} ${number}.`,
        data: { direction, syntax, errorCode },
      }),
    )
  },
  async report(db, _documents, where) {
    const reports = await db.complianceReport.findMany({ where })
    return reports.map(
      ({ documentId, createdAt, reportedAt, reportedTo, status, frenchStatus, errorCode, errorMessage }) => ({
        documentId,
        at: reportedAt ?? createdAt,
        what: status,
        by: reportedTo,
        text: `${reportedTo}: ${errorMessage ?? status}.`.replace(/\.\.$/, '.'),
        data: { frenchStatus, errorCode },
      }),
    )
  },
  async 'interchange-message'(db, _documents, { organizationId, documentId }) {
    const messages = await db.sdiMessage.findMany({
      where: { organizationId, file: { report: { documentId } } },
      include: { file: { select: { sdiId: true, report: { select: { documentId: true } } } } },
    })
    return messages.map(({ receivedAt: at, kind, name, file: { sdiId, report } }) => ({
      documentId: report.documentId,
      at,
      what: kind,
      by: 'SDI',
      text: meanings[kind as SdiMessageKind].says,
      data: { name, sdiId },
    }))
  },
  async transfer(db, _documents, where) {
    const ordered = await db.paymentExportTransfer.findMany({
      where,
      include: { export: { select: { createdAt: true, createdBy: true, executionDate: true } } },
    })
    return ordered.map(
      ({
        documentId,
        exportId,
        endToEndId,
        amount,
        status,
        statusReason,
        export: { createdAt: at, createdBy, executionDate },
      }) => ({
        documentId,
        at,
        what: status,
        by: createdBy,
        text: `A transfer of ${amount.toFixed(2)} EUR was ordered for ${dayOf(executionDate)}.`,
        data: { exportId, endToEndId, amount: amount.toFixed(2), statusReason },
      }),
    )
  },
  async payment(db, _documents, where) {
    const payments = await db.payment.findMany({ where })
    return payments.map(
      ({
        documentId,
        id: paymentId,
        createdAt: at,
        amount,
        currency,
        paidOn,
        reference,
        source,
        recordedBy,
        moved,
      }) => ({
        documentId,
        at,
        what: 'recorded',
        by: recordedBy,
        text: `Paid: ${amount.toFixed(2)} ${currency} on ${dayOf(paidOn)}.`,
        data: { paymentId, amount: amount.toFixed(2), currency, paidOn: dayOf(paidOn), reference, source, moved },
      }),
    )
  },
} satisfies Record<string, MomentSource>

export type SourceName = keyof typeof sources
export const sourceNames = Object.keys(sources) as SourceName[]

/** The timelines of documents of one organization, oldest first: one statement a source, however many documents there are. */
export const timelinesOf = async (db: Db, documents: readonly TimelineDocument[]): Promise<Moment[][]> => {
  const byDocument = new Map<string, Moment[]>(documents.map(({ id }) => [id, []]))
  const where = {
    organizationId: documents[0]?.organizationId ?? '',
    documentId: { in: documents.map(({ id }) => id) },
  }
  for (const [source, ask] of Object.entries(sources) as [SourceName, MomentSource][])
    for (const { documentId, ...moment } of await ask(db, documents, where))
      byDocument.get(documentId)?.push({ ...moment, source })
  return documents.map(({ id }) =>
    (byDocument.get(id) ?? []).sort((one, other) => one.at.getTime() - other.at.getTime()),
  )
}
