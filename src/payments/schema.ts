import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import { allChanged, changed } from '../graphql/changed.ts'
import { mutation, read } from '../graphql/field.ts'
import { fieldsOf, objectOf, relationField, tableOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { bankImportView, paymentExportView } from './bank-view.ts'
import { exportPayments } from './export-payments.ts'
import { getAgeing } from './get-ageing.ts'
import { getPaymentExport } from './get-payment-export.ts'
import { getPaymentInfo } from './get-payment-info.ts'
import { type BankImport, importBankFile } from './import-bank-file.ts'
import { listPayments } from './list-payments.ts'
import { recordPayment } from './record-payment.ts'
import { reversePayment } from './reverse-payment.ts'
import type { WrittenPayment } from './write-payments.ts'
import { ageingView, paymentInfoView, paymentView, writtenPaymentView } from './view.ts'

const Payment = tableOf('Payment', paymentView, {
  authScopes: { access: 'payments' },
  select: { organizationId: true, id: true },
})
const PaymentExport = objectOf(paymentExportView)

/** A bank file may have ten thousand movements. */
const MOST_DOCUMENTS = 500

relationField(Payment, 'document', { type: Document, description: 'The document that was paid.' })
builder.prismaObjectField(Document, 'payments', (t) =>
  t.relation('payments', {
    type: Payment,
    description: 'Recorded payments of the document, oldest first.',
    query: { orderBy: { id: 'asc' } },
  }),
)

query('paymentInfo', getPaymentInfo, objectOf(paymentInfoView))
query('ageing', getAgeing, objectOf(ageingView))
pages('payments', listPayments, Payment, { row: 'Payment', rows: 'payments' })
query('paymentExport', getPaymentExport, PaymentExport)

const written = (t: object) =>
  ({
    ...(fieldsOf(writtenPaymentView)(t) as object),
    document: changed<WrittenPayment>(t, Document, {
      as: 'document',
      id: ({ payment }) => payment.documentId,
      description: 'The document after the change.',
    }),
  }) as never

mutation(recordPayment, written)
mutation(reversePayment, written)
mutation(exportPayments, (t) => ({
  // Read again: a repeated idempotency key brings back the order, and its file is made anew, the same.
  order: t.field({
    type: PaymentExport,
    description: 'The payment order with its file.',
    resolve: ({ exportId }, _args, context) => read(getPaymentExport, { exportId }, context),
  }),
}))
mutation(importBankFile, (t) => ({
  ...(fieldsOf(bankImportView)(t) as object),
  documents: allChanged<BankImport>(t, Document, {
    as: 'document',
    ids: ({ lines }) =>
      lines
        .filter(({ recorded }) => recorded)
        .flatMap(({ payments }) => payments.map(({ documentId }) => documentId))
        .slice(0, MOST_DOCUMENTS),
    description: `Documents whose payments this import recorded or reversed, at most the first ${MOST_DOCUMENTS}.`,
  }),
}))
