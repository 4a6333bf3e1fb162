import { z } from 'zod'
import { documentRef } from '../documents/record/document.ts'
import { currency, businessDate, decimal } from '../kernel/input.ts'
import { prepareAdvance } from '../lifecycle/decide/advance.ts'
import { operation } from '../operation/operation.ts'
import { isRecordable } from './payment.ts'
import { writePayments } from './write-payments.ts'

const amount = decimal
  .refine(isRecordable, 'Expected an amount greater than 0, with at most 2 decimals and 13 digits before the point')
  .meta({ graphql: 'Decimal', examples: [1234.5] })

export const recordPayment = operation({
  name: 'recordPayment',
  summary:
    'Records a payment of an invoice, credit note or debit note. The business status changes to ' +
    '`partially_paid` or `paid` if that is allowed; the payment is recorded in any case.',
  scope: 'payments',
  writes: true,
  input: z
    .strictObject({
      documentId: documentRef,
      amount: amount.describe('Amount that was paid.'),
      date: businessDate.describe('Date of the payment.'),
      reference: z
        .string()
        .trim()
        .min(1)
        .max(140)
        .optional()
        .describe('Reference of the payment at the bank or the payer.'),
      currency: currency.optional().describe('Currency of the payment. It must be the currency of the document.'),
    })
    .meta({ examples: [{ amount: 100, date: '2026-11-20', reference: 'Bank 4711' }] }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT', 'NOT_AN_INVOICE', 'CURRENCY_MISMATCH', 'INVALID_DATE', 'INVALID_CURRENCY'],
  prepare: (call, { documentId }) => prepareAdvance(call, documentId),
  async run({ db, actor, now }, { date: paidOn, documentId: _ref, ...given }, advancing) {
    const [written] = await writePayments(
      db,
      advancing.organizationId,
      [{ ...given, advancing, paidOn, source: 'api', recordedBy: actor.label }],
      now,
    )
    if (!written) throw new Error('A payment by hand has no movement of a bank.')
    return written
  },
})
