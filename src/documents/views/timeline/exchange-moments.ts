/** What the exchange with the other side tells: attempts at delivery, statuses and their messages. */
import { CHRONOLOGY } from '../../../lifecycle/record/record-status.ts'
import { startEntry } from '../../../lifecycle/record/start-entry.ts'
import { frenchStatuses } from '../../../lifecycle/tables/french-statuses.ts'
import { type MomentData, type MomentSource, sentence } from './moment.ts'

export const attempts: MomentSource = async (db, _documents, where) => {
  const attempts = await db.deliveryAttempt.findMany({ where, orderBy: { id: 'asc' } })
  return attempts.map(
    ({
      documentId,
      startedAt: at,
      outcome,
      number,
      channel,
      endpoint,
      durationMs,
      errorCode,
      detail,
      receiptHash,
    }) => ({
      documentId,
      at,
      what: outcome,
      by: endpoint,
      text: sentence(`Attempt ${number}: ${detail ?? outcome}`),
      data: { number, channel, durationMs, errorCode, messageHash: receiptHash },
    }),
  )
}

export const messageStatuses: MomentSource = async (db, _documents, where) => {
  const statuses = await db.messageStatus.findMany({ where, orderBy: { id: 'asc' } })
  return statuses.map(({ documentId, createdAt: at, code, kind, senderId, description, issues, fileHash }) => ({
    documentId,
    at,
    what: code,
    by: senderId,
    text: description ?? `${kind.toUpperCase()} ${code}.`,
    data: { kind, issues: issues as MomentData['issues'], messageHash: fileHash },
  }))
}

export const actions: MomentSource = async (db, _documents, where) => {
  const done = await db.documentAction.findMany({ where, orderBy: { id: 'asc' } })
  return done.map(({ documentId, createdAt: at, action, author, changes }) => ({
    documentId,
    at,
    what: action,
    by: author,
    text: `${action.replace('_', ' ')}.`,
    data: { changes: changes as MomentData['changes'] },
  }))
}

export const lifecycleStatuses: MomentSource = async (db, documents, where) => {
  // A status is told in seconds, and decided before it came: its place is where it was written down.
  const entries = await db.lifecycleEntry.findMany({ where, orderBy: [...CHRONOLOGY] })
  return [...documents.map(startEntry), ...entries].map(
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
      text: sentence(
        [frenchStatus, frenchStatus && frenchStatuses[frenchStatus]?.meaning, status].filter(Boolean).join(' ') +
          (reason ? `: ${reason}` : ''),
      ),
      data: {
        status,
        frenchStatus,
        happenedAt: happenedAt.toISOString(),
        party,
        source,
        reasonCode: motif ?? reasonCode,
        payment: payment as MomentData['payment'],
      },
    }),
  )
}

export const statusMessages: MomentSource = async (db, _documents, where) => {
  const messages = await db.lifecycleMessage.findMany({ where, orderBy: { id: 'asc' } })
  return messages.map(
    ({
      documentId,
      createdAt: at,
      direction,
      syntax,
      number,
      deliveryStatus,
      senderPeppolId,
      errorCode,
      fileHash,
    }) => ({
      documentId,
      at,
      what: deliveryStatus,
      by: senderPeppolId,
      text: `${direction === 'incoming' ? 'Received' : 'Sent'}: ${syntax} ${number}.`,
      data: { direction, syntax, errorCode, messageHash: fileHash },
    }),
  )
}
