import { z } from 'zod'
import { documentRef, visibleDocument } from '../documents/record/document.ts'
import { operation } from '../operation/operation.ts'
import { infoOf, paidByDocument } from './payment.ts'

export const getPaymentInfo = operation({
  name: 'getPaymentInfo',
  summary:
    'What is to be paid for a document, what was recorded as paid, and to which account. What updates of its ' +
    'lifecycle say of payments stands in their log and is no record.',
  scope: 'payments',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor }, { documentId }) {
    const document = await visibleDocument(db, actor, documentId)
    const paid = await paidByDocument(db, document.organizationId, [document.id])
    return infoOf(document, paid.get(document.id))
  },
})
