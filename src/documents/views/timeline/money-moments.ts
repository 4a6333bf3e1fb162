/** What authorities and banks tell: reports, messages of the interchange system, transfers and payments. */
import { type SdiMessageKind, meanings } from '../../../formats/fatturapa/messages.ts'
import { type MomentSource, sentence } from './moment.ts'
import { dayOf } from '../../../values/dates.ts'

export const reports: MomentSource = async (db, _documents, where) => {
  const reports = await db.complianceReport.findMany({ where, orderBy: { id: 'asc' } })
  return reports.map(
    ({ documentId, createdAt, reportedAt, reportedTo, status, frenchStatus, errorCode, errorMessage, fileHash }) => ({
      documentId,
      at: reportedAt ?? createdAt,
      what: status,
      by: reportedTo,
      text: sentence(`${reportedTo}: ${errorMessage ?? status}`),
      data: { frenchStatus, errorCode, messageHash: fileHash },
    }),
  )
}

export const interchangeMessages: MomentSource = async (db, _documents, { organizationId, documentId }) => {
  const messages = await db.sdiMessage.findMany({
    where: { organizationId, file: { report: { documentId } } },
    include: { file: { select: { sdiId: true, report: { select: { documentId: true } } } } },
    orderBy: { id: 'asc' },
  })
  return messages.map(({ receivedAt: at, kind, name, fileHash, file: { sdiId, report } }) => ({
    documentId: report.documentId,
    at,
    what: kind,
    by: 'SDI',
    text: meanings[kind as SdiMessageKind].says,
    data: { name, sdiId, messageHash: fileHash },
  }))
}

export const transfers: MomentSource = async (db, _documents, where) => {
  const ordered = await db.paymentExportTransfer.findMany({
    where,
    include: { export: { select: { createdAt: true, createdBy: true, executionDate: true } } },
    orderBy: [{ exportId: 'asc' }, { position: 'asc' }],
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
}

const dayOrNull = (day: Date | null): string | null => (day ? dayOf(day) : null)

export const payments: MomentSource = async (db, _documents, where) => {
  const payments = await db.payment.findMany({ where, orderBy: { id: 'asc' } })
  return payments.flatMap((payment) => {
    const { documentId, id: paymentId, amount, currency, paidOn, reference, source, moved } = payment
    const money = `${amount.toFixed(2)} ${currency}`
    const recorded = {
      documentId,
      at: payment.createdAt,
      what: 'recorded',
      by: payment.recordedBy,
      text: `Paid: ${money} on ${dayOf(paidOn)}.`,
      data: { paymentId, amount: amount.toFixed(2), currency, paidOn: dayOf(paidOn), reference, source, moved },
    }
    if (payment.reversedAt === null) return [recorded]
    const { reversedAt: at, reversedBy, reversalReason: reason } = payment
    const reversedOn = dayOrNull(payment.reversedOn)
    return [
      recorded,
      {
        documentId,
        at,
        what: 'reversed',
        by: reversedBy ?? payment.recordedBy,
        text: `The payment of ${money} was reversed on ${reversedOn}.`,
        data: { paymentId, amount: amount.toFixed(2), currency, reversedOn, reason },
      },
    ]
  })
}
