import { z } from 'zod'
import type { Payment } from '../generated/prisma/client.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { businessDate, id } from '../kernel/input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { undoPayment } from './undo-payment.ts'
import { dayOf } from '../values/dates.ts'

/** The payment that the caller may see. What belongs to others does not exist. */
const visiblePayment = async ({ db, actor }: Preparation, paymentId: string): Promise<Payment> => {
  const { organizationId, companyId } = actor
  const found = await db.payment.findFirst({
    where: { organizationId, id: paymentId, ...(companyId !== null && { companyId }) },
  })
  if (!found) throw new AppError('RESOURCE_NOT_FOUND')
  return found
}

export const reversePayment = operation({
  name: 'reversePayment',
  summary:
    'Reverses a recorded payment, for example when the bank returned it. The payment stays in the lists, but no ' +
    'longer counts. The business status of the document goes back, and the other party and the authority are ' +
    'informed if they were informed of the payment.',
  scope: 'payments',
  writes: true,
  input: z
    .strictObject({
      paymentId: id('payment').describe('Identifier of the payment, `pay_…`.'),
      date: businessDate.optional().describe('Date of the reversal (default today). It cannot be before the payment.'),
      reason: z.string().trim().min(1).max(1_000).optional().describe('Why the payment is reversed.'),
    })
    .meta({ examples: [{ date: '2035-12-31', reason: 'Returned by the bank (AC04)' }] }),
  errors: ['RESOURCE_NOT_FOUND', 'PAYMENT_REVERSED', 'INVALID_DATE'],
  prepare: (call, { paymentId }) => visiblePayment(call, paymentId),
  async run({ db, actor, now }, { date: given, reason = null }, payment) {
    const today = dayOf(now)
    const paidOn = dayOf(payment.paidOn)
    const on = given ?? (today < paidOn ? paidOn : today)
    if (on < paidOn)
      throw refusal('INVALID_DATE', 'date', `The payment was made on ${paidOn}. Give that day or a later one.`)
    const undone = await undoPayment(db, payment, { date: on, reason, author: actor.label }, now)
    if (!undone) throw new AppError('PAYMENT_REVERSED')
    return undone
  },
})
