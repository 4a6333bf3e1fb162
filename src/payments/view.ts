/** What is to be paid for documents, and what was paid. */
import { lifecycleStatusChoice } from '../documents/record/view.ts'
import type { Payment } from '../generated/prisma/client.ts'
import { PaymentSource } from '../generated/prisma/enums.ts'
import { amount, choice, choiceOf, currency, day, extend, id, instant, object, text, view } from '../operation/view.ts'
import { type PaymentInfo, paymentStatuses } from './payment.ts'
import type { WrittenPayment } from './write-payments.ts'

const paymentStatusChoice = choiceOf('PaymentStatus', paymentStatuses, {
  unpaid: 'Nothing of it is paid.',
  partially_paid: 'Less than is due is paid.',
  paid: 'What is due is paid.',
  overpaid: 'More than is due is paid.',
})

const sourceChoice = choiceOf('PaymentSource', Object.values(PaymentSource), {
  api: 'Recorded by hand.',
  statement: 'Taken from a statement of the bank.',
})

const sums = {
  amountDue: amount('What the document asks for.'),
  amountPaid: amount('All payments that were recorded; more than is due after an overpayment.'),
  remaining: amount('What is still to be paid.'),
}
const status = choice(paymentStatusChoice, 'How much of it is paid.')

export const paymentInfoView = view<PaymentInfo>()(
  'PaymentInfo',
  'What is to be paid for a document, and what was paid.',
  {
    documentId: id('The document.'),
    currency: currency('Currency.').orNull(),
    status,
    iban: text('IBAN of the account to pay to.').orNull(),
    reference: text('Reference to name in the payment.').orNull(),
    ...sums,
    dueDate: day('By when it is to be paid.').orNull(),
  },
)

export const paymentView = view<Payment>()('Payment', 'Money that was paid for a document.', {
  id: id('Identifier, `pay_…`.'),
  documentId: id('The document.'),
  companyId: id('The company that the document belongs to.'),
  amount: amount('How much.'),
  currency: currency('Currency.'),
  date: day('When it was paid.').from('paidOn'),
  reference: text('How the bank or the payer calls it.').orNull(),
  source: choice(sourceChoice, 'Recorded by hand, or from a statement of the bank.'),
  recordedBy: text('Who recorded it.'),
  lifecycleStatus: choice(lifecycleStatusChoice, 'Where the document moved to by it; null when it did not move.')
    .from('moved')
    .orNull(),
  createdAt: instant('When it was recorded.'),
})

/** A payment in one object with what is to be paid after it: so REST answers. */
export const paymentResultView = extend<Payment, Pick<PaymentInfo, keyof typeof sums | 'status'>>(paymentView)(
  'PaymentResult',
  'A payment that was recorded, and what is to be paid after it.',
  { ...sums, status },
)

/** The same, each by itself: so GraphQL answers. */
export const writtenPaymentView = view<WrittenPayment>()('WrittenPayment', 'A payment that was recorded.', {
  payment: object(paymentView, 'The payment.'),
  info: object(paymentInfoView, 'What is to be paid after it.'),
  lifecycleStatus: choice(lifecycleStatusChoice, 'Where the document moved to; null when it may not move.')
    .orNull()
    .by(['payment'], ({ payment }: Pick<WrittenPayment, 'payment'>) => payment.moved),
})
