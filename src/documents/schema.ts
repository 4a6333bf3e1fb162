import { buffer } from 'node:stream/consumers'
import { queryFromInfo } from '@pothos/plugin-prisma'
import { Company } from '../companies/schema.ts'
import { LookupReasonEnum } from '../directory/schema-reason.ts'
import { builder } from '../graphql/builder.ts'
import { query } from '../graphql/query.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, mutation, read, runs } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { RefusalType, refusalIn } from '../graphql/refusal.ts'
import { documentTypes } from '../values/document-types.ts'
import type { BatchResult } from '../operation/batch.ts'
import { type ActionResult, actOnDocument } from './actions/act-on-document.ts'
import { actOnDocuments } from './actions/act-on-documents.ts'
import type { DocumentRow } from './record/document.ts'
import { deliveryStatuses, lifecycleStatuses, statuses } from './record/filter.ts'
import { getAttachment } from './views/get-attachment.ts'
import { getDocument } from './views/get-document.ts'
import { getDocumentFile } from './views/get-document-file.ts'
import { getStructuredDocument } from './views/get-structured.ts'
import { listAttachments } from './views/list-attachments.ts'
import { listAttempts } from './views/list-attempts.ts'
import { filters, listDocuments } from './views/list-documents.ts'
import { listMessageStatuses } from './views/list-message-statuses.ts'
import type { Issue } from '../exchange/message-status/message-status.ts'
import { resendDocument } from '../exchange/deliver/resend-document.ts'
import { searchDocuments } from './views/search-documents.ts'
import { sendDocument } from '../exchange/send/send-document.ts'
import { sendDocuments } from '../exchange/send/send-documents.ts'
import { validateDocument } from '../exchange/send/validate-document.ts'
import type { ShownFinding, Validation } from './record/validation.ts'

const DocumentType = enumOf('DocumentType', documentTypes)
export const lifecycleStatusEnum = enumOf('LifecycleStatus', lifecycleStatuses)

const Finding = builder.objectRef<ShownFinding>('Finding').implement({
  description: 'What a rule says of a document.',
  fields: (t) => ({
    rule: t.exposeString('rule', {
      description:
        'Official identifier of the rule; `NOT_CARRIED` for what the body says and its document has no place for.',
    }),
    severity: t.field({
      type: enumOf('Severity', ['fatal', 'warning']),
      description: 'Whether the document may still be sent.',
      resolve: ({ severity }) => severity,
    }),
    message: t.exposeString('message', { description: 'What is wrong.' }),
    fix: t.exposeString('fix', { description: 'What to do.' }),
    terms: t.stringList({
      description: 'Business terms of EN 16931 that it speaks of.',
      resolve: ({ terms }) => [...terms],
    }),
    path: t.exposeString('path', { nullable: true, description: 'The field of the JSON body that caused it.' }),
    xpath: t.exposeString('xpath', { description: 'The place in the XML; empty where it has none.' }),
    profile: t.exposeString('profile', {
      description: 'The rule set that it belongs to; `send-body` where none speaks of it.',
    }),
  }),
})

const ValidationType = builder.objectRef<Validation>('Validation').implement({
  description: 'What the rules of its profile say of a document.',
  fields: (t) => ({
    profile: t.exposeString('profile', { nullable: true, description: 'The rule sets that were asked.' }),
    valid: t.exposeBoolean('valid', { description: 'Whether no rule is broken.' }),
    errors: t.field({ type: [Finding], description: 'Broken rules.', resolve: ({ errors }) => errors }),
    warnings: t.field({ type: [Finding], description: 'Advice.', resolve: ({ warnings }) => warnings }),
  }),
})

const DeliveryAttempt = builder.prismaObject('DeliveryAttempt', {
  description: 'One try to hand a document over.',
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    number: t.exposeInt('number', { description: 'Which try it was.' }),
    channel: t.exposeString('channel', { description: '`peppol` or `email`.' }),
    endpoint: t.exposeString('endpoint', { nullable: true, description: 'Who was asked to take it.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took.' }),
    outcome: t.field({
      type: enumOf('AttemptOutcome', ['delivered', 'accepted', 'rejected', 'failed']),
      description: 'How it ended.',
      select: { outcome: true },
      resolve: ({ outcome }) => outcome,
    }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: 'Code of the failure.' }),
    detail: t.exposeString('detail', { nullable: true, description: 'What was answered.' }),
  }),
})

const MessageIssue = builder.objectRef<Issue>('MessageIssue').implement({
  description: 'One thing that an access point found.',
  fields: (t) => ({
    place: t.exposeString('place', { description: 'Where in the document, or `NA`.' }),
    reason: t.exposeString('reason', {
      description: '`BV` broken rule, `BW` warning, `FD` not delivered, `SV` cannot be read.',
    }),
    message: t.exposeString('message', { description: 'What is wrong.' }),
  }),
})

const MessageStatus = builder.prismaObject('MessageStatus', {
  description: 'What a receiving access point says of a document: Message Level Status or Response.',
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    kind: t.exposeString('kind', { description: '`mls` or `mlr`.' }),
    code: t.exposeString('code', { description: '`AP` accepted, `AB` acknowledged, `RE` rejected.' }),
    description: t.exposeString('description', { nullable: true, description: 'Why, in words.' }),
    issues: t.field({
      type: [MessageIssue],
      description: 'What was found.',
      select: { issues: true },
      resolve: ({ issues }) => issues as unknown as Issue[],
    }),
    senderId: t.exposeString('senderId', { description: 'Participant id of who says it.' }),
    instanceId: t.exposeString('instanceId', { description: 'Identifier of the envelope that carried it.' }),
    issuedAt: t.exposeString('issuedAt', { description: 'As its author dates it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was stored.' }),
  }),
})

const Attachment = builder.prismaObject('DocumentAttachment', {
  description: 'A file inside a document.',
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true, documentId: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    hash: t.exposeString('fileHash', { description: 'SHA-256 of its bytes, in hexadecimal.' }),
    url: t.string({
      description: 'Where its bytes are, with the same credentials.',
      resolve: ({ documentId, id }, _args, { call }) =>
        `${call.platform.baseUrl}/v1/documents/${documentId}/attachments/${id}`,
    }),
    fileName: t.exposeString('fileName', { description: 'Name.' }),
    mimeType: t.exposeString('mimeType', { description: 'Type.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is.' }),
    size: t.exposeInt('size', { description: 'Bytes.' }),
  }),
})

const Note = builder.prismaObject('DocumentNote', {
  description: 'A remark of the organization on a document.',
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    text: t.exposeString('text', { description: 'The remark.' }),
    author: t.exposeString('author', { description: 'Who made it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

export const Document = builder.prismaObject('Document', {
  description: 'A document that a company of the organization sent or received.',
  interfaces: [Node],
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true, companyId: true },
  fields: (t) => ({
    company: t.relation('company', { type: Company, description: 'The company that sent or received it.' }),
    type: t.field({
      type: DocumentType,
      description: 'Kind of document.',
      select: { type: true },
      resolve: ({ type }) => type,
    }),
    typeCode: t.exposeString('typeCode', { nullable: true, description: 'Code of UNCL1001.' }),
    direction: t.field({
      type: enumOf('Direction', ['incoming', 'outgoing']),
      description: 'Sent or received.',
      select: { direction: true },
      resolve: ({ direction }) => direction,
    }),
    number: t.exposeString('number', { description: 'The number its issuer gave it.' }),
    issueDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Day of issue.',
      select: { issueDate: true },
      resolve: ({ issueDate }) => issueDate?.toISOString().slice(0, 10) ?? null,
    }),
    dueDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Day of payment.',
      select: { dueDate: true },
      resolve: ({ dueDate }) => dueDate?.toISOString().slice(0, 10) ?? null,
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', nullable: true, description: 'Currency.' }),
    grossAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Total with VAT.',
      select: { grossAmount: true },
      resolve: ({ grossAmount }) => grossAmount?.toFixed(2) ?? null,
    }),
    netAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Total without VAT.',
      select: { netAmount: true },
      resolve: ({ netAmount }) => netAmount?.toFixed(2) ?? null,
    }),
    vatAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'VAT.',
      select: { vatAmount: true },
      resolve: ({ vatAmount }) => vatAmount?.toFixed(2) ?? null,
    }),
    amountDue: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'What is to be paid.',
      select: { amountDue: true },
      resolve: ({ amountDue }) => amountDue?.toFixed(2) ?? null,
    }),
    status: t.field({
      type: enumOf('DocumentStatus', statuses),
      description: 'Where it stands.',
      select: { status: true },
      resolve: ({ status }) => status,
    }),
    deliveryStatus: t.field({
      type: enumOf('DeliveryStatus', deliveryStatuses),
      nullable: true,
      description: 'Where its delivery stands.',
      select: { deliveryStatus: true },
      resolve: ({ deliveryStatus }) => deliveryStatus,
    }),
    lifecycleStatus: t.field({
      type: lifecycleStatusEnum,
      description: 'Where the business stands.',
      select: { lifecycleStatus: true },
      resolve: ({ lifecycleStatus }) => lifecycleStatus,
    }),
    senderPeppolId: t.exposeString('senderPeppolId', { nullable: true, description: 'Participant id of the sender.' }),
    senderName: t.exposeString('senderName', { nullable: true, description: 'Name of the sender.' }),
    senderVatNumber: t.exposeString('senderVatNumber', { nullable: true, description: 'VAT number of the sender.' }),
    receiverPeppolId: t.exposeString('receiverPeppolId', {
      nullable: true,
      description: 'Participant id of the recipient.',
    }),
    receiverName: t.exposeString('receiverName', { nullable: true, description: 'Name of the recipient.' }),
    receiverVatNumber: t.exposeString('receiverVatNumber', {
      nullable: true,
      description: 'VAT number of the recipient.',
    }),
    buyerReference: t.exposeString('buyerReference', { nullable: true, description: 'Reference of the buyer.' }),
    orderReference: t.exposeString('orderReference', { nullable: true, description: 'Number of the order.' }),
    billingReference: t.exposeString('billingReference', {
      nullable: true,
      description: 'Number of the invoice it corrects.',
    }),
    paymentIban: t.exposeString('paymentIban', { nullable: true, description: 'Account to pay to.' }),
    paymentReference: t.exposeString('paymentReference', { nullable: true, description: 'Reference to pay with.' }),
    selfBilled: t.exposeBoolean('selfBilled', { description: 'Whether the buyer issued it.' }),
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'How it travels: `peppol`, or `email` to a recipient that the network does not reach.',
    }),
    archived: t.exposeBoolean('archived', { description: 'Put away.' }),
    read: t.exposeBoolean('read', { description: 'Seen by somebody.' }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: 'Why the delivery failed.' }),
    errorMessage: t.exposeString('errorMessage', { nullable: true, description: 'Why the delivery failed, in words.' }),
    validation: t.field({
      type: ValidationType,
      description: 'What its rules say.',
      select: { validation: true },
      resolve: ({ validation }) =>
        ({ profile: null, valid: true, errors: [], warnings: [], ...(validation as object) }) as Validation,
    }),
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
    attachments: t.relation('attachments', { type: Attachment, description: 'The files inside it.' }),
    notes: t.relation('notes', { type: Note, description: 'Remarks of the organization.' }),
    tags: t.stringList({
      description: 'Tags of the organization.',
      select: { tags: { select: { tag: true } } },
      resolve: ({ tags }) => tags.map(({ tag }) => tag),
    }),
    metadata: t.field({
      type: 'JSON',
      description: 'Free data kept with it.',
      select: { metadata: true },
      resolve: ({ metadata }) => metadata,
    }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', nullable: true, description: 'When it arrived.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: "When the recipient's access point took it over.",
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its delivery was confirmed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was stored.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

const selectionOf = (context: object, info: object) =>
  queryFromInfo({
    context,
    info,
    typeName: 'Document',
    paths: [['edges', 'node'], ['nodes']],
    select: { id: true, number: true, issueDate: true, dueDate: true, grossAmount: true },
  } as never)

builder.queryField('document', (t) =>
  t.prismaField({
    type: Document,
    description: getDocument.summary,
    args: {
      id: t.arg.id({ required: true, description: '`doc_…`, or `number:<number>` where only one document has it.' }),
    },
    extensions: runs(getDocument),
    resolve: (query, _root, { id }, context) => read(getDocument, { documentId: id }, context, query),
  }),
)

builder.queryField('documents', (t) =>
  t.connection(
    {
      type: Document,
      description: listDocuments.summary,
      args: args(listDocuments, t, [...PAGE_ARGUMENTS, ...Object.keys(filters)]),
      extensions: runs(listDocuments),
      resolve: async (_root, given, context, info) =>
        connectionOf(await read(listDocuments, given, context, selectionOf(context, info))) as never,
    },
    ...connectionTypes('Document', 'documents'),
  ),
)

builder.queryField('searchDocuments', (t) =>
  t.connection(
    {
      type: Document,
      description: searchDocuments.summary,
      args: args(searchDocuments, t, ['limit', 'cursor', 'from', 'last', 'before']),
      extensions: runs(searchDocuments),
      resolve: async (_root, { first, after, ...given }, context, info) =>
        connectionOf(
          await read(
            searchDocuments,
            { ...(given as object), limit: first, cursor: after },
            context,
            selectionOf(context, info),
          ),
        ) as never,
    },
    ...connectionTypes('DocumentSearch', 'documents found'),
  ),
)

const DryRunTotals = builder
  .objectRef<Awaited<ReturnType<typeof validateDocument.run>>['totals']>('DryRunTotals')
  .implement({
    description: 'The totals that sending would compute.',
    fields: (t) => ({
      currency: t.expose('currency', { type: 'CurrencyCode', nullable: true, description: 'Currency.' }),
      netAmount: t.expose('netAmount', { type: 'Decimal', nullable: true, description: 'Total without VAT.' }),
      vatAmount: t.expose('vatAmount', { type: 'Decimal', nullable: true, description: 'VAT.' }),
      grossAmount: t.expose('grossAmount', { type: 'Decimal', nullable: true, description: 'Total with VAT.' }),
      amountDue: t.expose('amountDue', { type: 'Decimal', nullable: true, description: 'What is to be paid.' }),
    }),
  })

const DryRun = builder.objectRef<Awaited<ReturnType<typeof validateDocument.run>>>('DryRun').implement({
  description: 'What sending would answer.',
  fields: (t) => ({
    valid: t.exposeBoolean('valid', { description: 'Whether it would be sent.' }),
    validation: t.field({ type: ValidationType, description: 'What its rules say.', resolve: (dryRun) => dryRun }),
    recipientExists: t.boolean({
      nullable: true,
      description: 'Whether the recipient is registered.',
      resolve: ({ recipient }) => recipient?.exists ?? null,
    }),
    recipientCanReceive: t.boolean({
      nullable: true,
      description: 'Whether the recipient accepts this kind of document.',
      resolve: ({ recipient }) => recipient?.canReceive ?? null,
    }),
    recipientReason: t.field({
      type: LookupReasonEnum,
      nullable: true,
      description: 'Why the recipient does not; null where it does.',
      resolve: ({ recipient }) => recipient?.reason ?? null,
    }),
    channel: t.exposeString('channel', {
      nullable: true,
      description: 'How it would travel: `peppol`, `email`, or not at all.',
    }),
    totals: t.field({ type: DryRunTotals, description: 'What would be computed.', resolve: ({ totals }) => totals }),
  }),
})

builder.queryField('validateDocument', (t) =>
  t.field({
    type: DryRun,
    description: validateDocument.summary,
    args: args(validateDocument, t),
    extensions: runs(validateDocument),
    resolve: (_root, given, context) => read(validateDocument, given, context),
  }),
)

const StructuredDocument = builder
  .objectRef<Awaited<ReturnType<typeof getStructuredDocument.run>>>('StructuredDocument')
  .implement({
    description: 'What a document says.',
    fields: (t) => ({
      documentId: t.exposeID('documentId', { description: 'The document.' }),
      document: t.field({
        type: 'JSON',
        description: 'Under the names of the send body; decimals are texts.',
        resolve: ({ document }) => document,
      }),
    }),
  })

builder.queryField('structuredDocument', (t) =>
  t.field({
    type: StructuredDocument,
    description: getStructuredDocument.summary,
    args: args(getStructuredDocument, t),
    extensions: runs(getStructuredDocument),
    resolve: (_root, given, context) => read(getStructuredDocument, given, context),
  }),
)

export const DocumentFile = builder
  .objectRef<Awaited<ReturnType<typeof getDocumentFile.run>>>('DocumentFile')
  .implement({
    description: 'A document as a file.',
    fields: (t) => ({
      fileName: t.exposeString('fileName', { description: 'Name.' }),
      contentType: t.exposeString('contentType', { description: 'Type.' }),
      hash: t.exposeString('hash', { description: 'SHA-256 of the bytes, in hexadecimal.' }),
      base64: t.string({
        description: 'The bytes, in base64.',
        resolve: async ({ content }) =>
          (typeof content === 'function' ? await buffer(content()) : Buffer.from(content)).toString('base64'),
      }),
    }),
  })

query('documentFile', getDocumentFile, DocumentFile)

builder.queryField('documentAttachments', (t) =>
  t.field({
    type: [Attachment],
    description: listAttachments.summary,
    args: args(listAttachments, t),
    extensions: runs(listAttachments),
    resolve: (_root, given, context) => read(listAttachments, given, context),
  }),
)

builder.queryField('documentAttachment', (t) =>
  t.field({
    type: DocumentFile,
    description: getAttachment.summary,
    args: args(getAttachment, t),
    extensions: runs(getAttachment),
    resolve: (_root, given, context) => read(getAttachment, given, context),
  }),
)

builder.queryField('deliveryAttempts', (t) =>
  t.field({
    type: [DeliveryAttempt],
    description: listAttempts.summary,
    args: args(listAttempts, t),
    extensions: runs(listAttempts),
    resolve: (_root, given, context) => read(listAttempts, given, context),
  }),
)

builder.queryField('messageStatuses', (t) =>
  t.field({
    type: [MessageStatus],
    description: listMessageStatuses.summary,
    args: args(listMessageStatuses, t),
    extensions: runs(listMessageStatuses),
    resolve: (_root, given, context) => read(listMessageStatuses, given, context),
  }),
)

const DocumentChange = builder.objectRef<{ field: string; from: unknown; to: unknown }>('DocumentChange').implement({
  description: 'What an action changed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'What changed.' }),
    from: t.field({ type: 'JSON', nullable: true, description: 'Before.', resolve: ({ from }) => from }),
    to: t.field({ type: 'JSON', nullable: true, description: 'After.', resolve: ({ to }) => to }),
  }),
})

mutation(sendDocument, (t) => ({
  document: t.field({ type: Document, description: 'The document, on its way.', resolve: ({ document }) => document }),
  validation: t.field({
    type: ValidationType,
    description: 'What its rules say.',
    resolve: ({ validation }) => validation,
  }),
}))
const SendResult = builder
  .objectRef<BatchResult<{ document: DocumentRow; validation: Validation }>>('SendResult')
  .implement({
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
        type: ValidationType,
        nullable: true,
        description: 'What its rules say.',
        resolve: (result) => (result.ok ? result.value.validation : null),
      }),
      error: t.field({ type: RefusalType, nullable: true, description: 'Why it was refused.', resolve: refusalIn }),
    }),
  })

const ActionOutcome = builder.objectRef<BatchResult<ActionResult>>('ActionOutcome').implement({
  description: 'What became of one action of a batch.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the batch, from 0.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether it was done.' }),
    documentId: t.id({
      nullable: true,
      description: 'The document.',
      resolve: (result) => (result.ok ? result.value.documentId : null),
    }),
    changes: t.field({
      type: [DocumentChange],
      description: 'What changed; empty when nothing did.',
      resolve: (result) => (result.ok ? result.value.changes : []),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last changed.',
      resolve: (result) => (result.ok ? result.value.updatedAt : null),
    }),
    error: t.field({ type: RefusalType, nullable: true, description: 'Why it was refused.', resolve: refusalIn }),
  }),
})

mutation(sendDocuments, (t) => ({
  results: t.field({
    type: [SendResult],
    description: 'One for each document, in their order.',
    resolve: ({ results }) => results,
  }),
  succeeded: t.exposeInt('succeeded', { description: 'How many were sent.' }),
  failed: t.exposeInt('failed', { description: 'How many were refused.' }),
}))
mutation(actOnDocuments, (t) => ({
  results: t.field({
    type: [ActionOutcome],
    description: 'One for each update, in their order.',
    resolve: ({ results }) => results,
  }),
  succeeded: t.exposeInt('succeeded', { description: 'How many were done.' }),
  failed: t.exposeInt('failed', { description: 'How many were refused.' }),
}))
mutation(resendDocument, (t) => ({
  document: t.field({
    type: Document,
    description: 'The document, on its way again.',
    resolve: (document) => document,
  }),
}))
mutation(actOnDocument, (t) => ({
  documentId: t.exposeID('documentId', { description: 'The document.' }),
  changes: t.field({
    type: [DocumentChange],
    description: 'What changed; empty when nothing did.',
    resolve: ({ changes }) => changes,
  }),
  updatedAt: t.field({ type: 'DateTime', description: 'When it last changed.', resolve: ({ updatedAt }) => updatedAt }),
}))
