import { z } from 'zod'
import { documentRef, visibleDocument } from '../documents/record/document.ts'
import { operation } from '../operation/operation.ts'
import { paidByDocument } from '../lifecycle/record/stated-payments.ts'
import { infoOf } from './payment.ts'

export const getPaymentInfo = operation({
  name: 'getPaymentInfo',
  summary:
    'Returns the amounts of a document that are due, paid and remaining, and the account to pay to. Only ' +
    'recorded payments count: payments that lifecycle updates report are in the history of the lifecycle.',
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
