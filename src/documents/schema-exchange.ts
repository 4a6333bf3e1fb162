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
import { listAttempts } from './views/list-attempts.ts'
import { listMessageStatuses } from './views/list-message-statuses.ts'

const belonging = { authScopes: { access: 'documents.read' }, select: { organizationId: true, id: true } }

const DeliveryAttempt = tableOf('DeliveryAttempt', attemptView, belonging)
const MessageStatus = tableOf('MessageStatus', messageStatusView, belonging)

builder.prismaObjectFields(Document, (t) => ({
  attempts: t.relation('attempts', {
    type: DeliveryAttempt,
    description: 'Every try to deliver it.',
    query: { orderBy: { number: 'asc' } },
  }),
  messageStatuses: t.relation('statuses', {
    type: MessageStatus,
    description: 'What receiving access points said of it.',
    query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
  }),
}))

query('validateDocument', validateDocument, objectOf(dryRunView))
query('deliveryAttempts', listAttempts, [DeliveryAttempt])
query('messageStatuses', listMessageStatuses, [MessageStatus])

const SendResult = builder.objectRef<BatchResult<SentDocument>>('SendResult').implement({
  description: 'What became of one document of a batch.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the batch, from 0.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether it was sent.' }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The document, on its way.',
      resolve: (result) => (result.ok ? result.value.document : null),
    }),
    validation: t.field({
      type: objectOf(validationView),
      nullable: true,
      description: 'What its rules say.',
      resolve: (result) => (result.ok ? result.value.validation : null),
    }),
    error: t.field({ type: RefusalType, nullable: true, description: 'Why it was refused.', resolve: refusalIn }),
  }),
})

mutation(sendDocument, sentView)
mutation(sendDocuments, (t) => ({
  results: t.field({
    type: [SendResult],
    description: 'One for each document, in their order.',
    resolve: ({ results }) => results,
  }),
  succeeded: t.exposeInt('succeeded', { description: 'How many were sent.' }),
  failed: t.exposeInt('failed', { description: 'How many were refused.' }),
}))
mutationOf(resendDocument, 'document', Document, 'The document, on its way again.')
