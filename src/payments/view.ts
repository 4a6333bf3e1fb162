/** What is to be paid for documents, and what was paid. */
import { lifecycleStatusChoice } from '../documents/record/view.ts'
import type { Payment } from '../generated/prisma/client.ts'
import { PaymentSource } from '../generated/prisma/enums.ts'
import {
  amount,
  choice,
  choiceOf,
  currency,
  day,
  extend,
  id,
  instant,
  integer,
  object,
  text,
  view,
} from '../operation/view.ts'
import type { ResultOf } from '../operation/operation.ts'
import { type AgeShare, type CurrencyAgeing, ages, type getAgeing, sides } from './get-ageing.ts'
import { type PaymentInfo, paymentStatuses } from './payment.ts'
import type { WrittenPayment } from './write-payments.ts'

const paymentStatusChoice = choiceOf('PaymentStatus', paymentStatuses, {
  unpaid: 'Nothing is paid.',
  partially_paid: 'Less than the amount due is paid.',
  paid: 'The amount due is paid.',
  overpaid: 'More than the amount due is paid.',
})

const sourceChoice = choiceOf('PaymentSource', Object.values(PaymentSource), {
  api: 'The payment was recorded by a caller.',
  statement: 'The payment was taken from a bank statement.',
  lifecycle: 'An update of the business status stated the payment with its amount.',
})

const sums = {
  amountDue: amount('Amount due according to the document. Negative when the seller owes it to the buyer.'),
  amountPaid: amount('Sum of the payments that count. It can be more than the amount due.'),
  remaining: amount('Amount that is still to be paid, by whoever owes it.'),
}
const status = choice(paymentStatusChoice, 'Whether the document is paid.')

export const paymentInfoView = view<PaymentInfo>()(
  'PaymentInfo',
  'The amounts of a document that are due, paid and remaining.',
  {
    documentId: id('Identifier of the document.'),
    currency: currency('Currency.').orNull(),
    status,
    iban: text('IBAN of the account to pay to. Null when the document has none.').orNull(),
    reference: text('Reference to state with the payment. Null when the document has none.').orNull(),
    ...sums,
    dueDate: day('Date by which the amount is due. Null when the document has none.').orNull(),
  },
)

export const paymentView = view<Payment>()('Payment', 'A payment of a document.', {
  id: id('Identifier, `pay_…`.'),
  documentId: id('Identifier of the document.'),
  companyId: id('Identifier of the company that the document belongs to.'),
  amount: amount('Amount that was paid.'),
  currency: currency('Currency.'),
  date: day('Date of the payment.').from('paidOn'),
  reference: text('Reference of the payment at the bank or the payer. Null when there is none.').orNull(),
  source: choice(sourceChoice, 'Where the payment comes from.'),
  recordedBy: text('The user or API key that recorded the payment.'),
  lifecycleStatus: choice(
    lifecycleStatusChoice,
    'Business status that the payment set. Null when the status did not change.',
  )
    .from('moved')
    .orNull(),
  createdAt: instant('When the payment was recorded.'),
  reversedAt: instant('When the payment was reversed. Null for a payment that counts.').orNull(),
  reversalDate: day('Date of the reversal. Null for a payment that counts.').from('reversedOn').orNull(),
  reversedBy: text('The user or API key that reversed the payment. Null for a payment that counts.').orNull(),
  reversalReason: text('Why the payment was reversed. Null when no reason was given.').orNull(),
})

/** A payment in one object with what is to be paid after it: so REST answers. */
export const paymentResultView = extend<Payment, Pick<PaymentInfo, keyof typeof sums | 'status'>>(paymentView)(
  'PaymentResult',
  'A recorded or reversed payment, with the amounts of the document after the change.',
  { ...sums, status },
)

/** The same, each by itself: so GraphQL answers. */
export const writtenPaymentView = view<WrittenPayment>()('WrittenPayment', 'A recorded or reversed payment.', {
  payment: object(paymentView, 'The payment.'),
  info: object(paymentInfoView, 'Amounts of the document after the change.'),
  lifecycleStatus: choice(
    lifecycleStatusChoice,
    'Business status that the change set. Null when the status did not change.',
  )
    .orNull()
    .by(['payment'], ({ payment }: Pick<WrittenPayment, 'payment'>) => payment.moved),
})

const open = {
  documents: integer('Number of documents.'),
  amount: amount('What is not paid yet of them.'),
}

const ageShareView = view<AgeShare>()('AgeShare', 'What is not paid yet of one age.', {
  age: choice(choiceOf('Age', Object.keys(ages), ages), 'How late it is.'),
  ...open,
})

const currencyAgeingView = view<CurrencyAgeing>()('CurrencyAgeing', 'What is not paid yet in one currency.', {
  currency: currency('Currency.'),
  ...open,
  ages: object(ageShareView, 'The same by age, from not due to oldest, also ages without an amount.').list(),
})

export const ageingView = view<ResultOf<typeof getAgeing>>()('Ageing', 'What is not paid yet, by how late it is.', {
  side: choice(choiceOf('AgeingSide', Object.keys(sides), sides), 'Whose debts.'),
  day: day('The day that lateness is counted to.'),
  currencies: object(currencyAgeingView, 'One entry for each currency, that of most documents first.').list(),
})
