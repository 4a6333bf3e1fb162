/** Takes a recorded payment back: it stays, counts no more, and what followed from it is undone. */
import { eventRow } from '../engine/feed/outbox.ts'
import type { Payment } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { heldDocument } from '../lifecycle/read/held-document.ts'
import { paidByDocument } from '../lifecycle/record/stated-payments.ts'
import { takeBack } from '../lifecycle/record/take-back.ts'
import { ZERO } from '../values/money.ts'
import { infoOf } from './payment.ts'
import type { WrittenPayment } from './write-payments.ts'

export interface Reversal {
  date: string
  reason: string | null
  author: string
}

/** Undefined for a payment that was reversed before. */
export const undoPayment = async (
  db: Db,
  { organizationId, id, documentId, companyId }: Payment,
  { date, reason, author }: Reversal,
  now: Date,
): Promise<WrittenPayment | undefined> => {
  const document = await heldDocument(db, organizationId, documentId)
  // As it is under the hold: a status may have told it meanwhile.
  const [payment] = await db.payment.updateManyAndReturn({
    where: { organizationId, id, reversedAt: null },
    data: { reversedAt: now, reversedOn: new Date(date), reversedBy: author, reversalReason: reason },
  })
  if (!payment) return undefined
  const paid = (await paidByDocument(db, organizationId, [documentId])).get(documentId) ?? ZERO
  const moved = await takeBack(db, { payment, document, paid, date, reason, author }, now)
  await writeRows(db, [
    eventRow(
      {
        organizationId,
        companyId,
        type: 'payment.reversed',
        data: {
          paymentId: id,
          documentId,
          amount: payment.amount.toFixed(2),
          currency: payment.currency,
          amountPaid: paid.toFixed(2),
          reason,
          reversedOn: date,
        },
      },
      now,
    ),
  ])
  return { payment: { ...payment, moved }, info: infoOf(document, paid) }
}
