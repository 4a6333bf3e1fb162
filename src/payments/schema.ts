import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import { mutation, read } from '../graphql/field.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { bankImportView, paymentExportView } from './bank-view.ts'
import { exportPayments } from './export-payments.ts'
import { getPaymentExport } from './get-payment-export.ts'
import { getPaymentInfo } from './get-payment-info.ts'
import { importBankFile } from './import-bank-file.ts'
import { listPayments } from './list-payments.ts'
import { recordPayment } from './record-payment.ts'
import { reversePayment } from './reverse-payment.ts'
import { paymentInfoView, paymentView, writtenPaymentView } from './view.ts'

const Payment = tableOf('Payment', paymentView, {
  authScopes: { access: 'payments' },
  select: { organizationId: true, id: true },
})
const PaymentExport = objectOf(paymentExportView)

builder.prismaObjectField(Payment, 'document', (t) =>
  t.relation('document', { type: Document, description: 'The document that was paid.' }),
)
builder.prismaObjectField(Document, 'payments', (t) =>
  t.relation('payments', {
    type: Payment,
    description: 'Recorded payments of the document, oldest first.',
    query: { orderBy: { id: 'asc' } },
  }),
)

query('paymentInfo', getPaymentInfo, objectOf(paymentInfoView))
pages('payments', listPayments, Payment, { row: 'Payment', rows: 'payments' })
query('paymentExport', getPaymentExport, PaymentExport)

mutation(recordPayment, writtenPaymentView)
mutation(reversePayment, writtenPaymentView)
mutation(exportPayments, (t) => ({
  // Read again: a repeated idempotency key brings back the order, and its file is made anew, the same.
  order: t.field({
    type: PaymentExport,
    description: 'The payment order with its file.',
    resolve: ({ exportId }, _args, context) => read(getPaymentExport, { exportId }, context),
  }),
}))
mutation(importBankFile, bankImportView)
