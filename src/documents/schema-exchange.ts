/** Sending documents, and what becomes of their delivery. */
import { type SentDocument, dryRunView, sentView } from '../exchange/send/view.ts'
import { resendDocument } from '../exchange/deliver/resend-document.ts'
import { sendDocument } from '../exchange/send/send-document.ts'
import { sendDocuments } from '../exchange/send/send-documents.ts'
import { validateDocument } from '../exchange/send/validate-document.ts'
import { builder } from '../graphql/builder.ts'
import { mutation, mutationOf } from '../graphql/field.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { RefusalType, refusalIn } from '../graphql/refusal.ts'
import type { BatchResult } from '../operation/batch.ts'
import { attemptView, messageStatusView } from './record/delivery-view.ts'
import { validationView } from './record/validation-view.ts'
import { Document } from './schema.ts'
import { listAttempts, listMessageStatuses } from './views/list-parts.ts'

const belonging = { authScopes: { access: 'documents.read' }, select: { organizationId: true, id: true } }

const DeliveryAttempt = tableOf('DeliveryAttempt', attemptView, belonging)
const MessageStatus = tableOf('MessageStatus', messageStatusView, belonging)

builder.prismaObjectFields(Document, (t) => ({
  attempts: t.relation('attempts', {
    type: DeliveryAttempt,
    description: 'Every attempt to deliver the document.',
    query: { orderBy: { number: 'asc' } },
  }),
  messageStatuses: t.relation('statuses', {
    type: MessageStatus,
    description: 'Message Level Statuses and Responses of the receiving access point, oldest first.',
    query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  }),
}))

query('validateDocument', validateDocument, objectOf(dryRunView))
query('deliveryAttempts', listAttempts, [DeliveryAttempt])
query('messageStatuses', listMessageStatuses, [MessageStatus])

const SendResult = builder.objectRef<BatchResult<SentDocument>>('SendResult').implement({
  description: 'The result of one document in a batch.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Position in the batch, from 0.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether the document was accepted for sending.' }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The document, which is now being delivered. Null when it was refused.',
      resolve: (result) => (result.ok ? result.value.document : null),
    }),
    validation: t.field({
      type: objectOf(validationView),
      nullable: true,
      description: 'The result of the validation. Null when the document was refused.',
      resolve: (result) => (result.ok ? result.value.validation : null),
    }),
    error: t.field({
      type: RefusalType,
      nullable: true,
      description: 'Why the document was refused. Null when it was accepted.',
      resolve: refusalIn,
    }),
  }),
})

mutation(sendDocument, sentView)
mutation(sendDocuments, (t) => ({
  results: t.field({
    type: [SendResult],
    description: 'One result for each document, in the same order.',
    resolve: ({ results }) => results,
  }),
  succeeded: t.exposeInt('succeeded', { description: 'Number of documents that were accepted for sending.' }),
  failed: t.exposeInt('failed', { description: 'Number of documents that were refused.' }),
}))
mutationOf(resendDocument, 'document', Document, 'The document, which is now being delivered again.')
