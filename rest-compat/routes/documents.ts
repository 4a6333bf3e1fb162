/** Section 4.4: documents. */
import { actOnDocument } from '../../src/documents/actions/act-on-document.ts'
import { actOnDocuments } from '../../src/documents/actions/act-on-documents.ts'
import { getAttachment } from '../../src/documents/views/get-attachment.ts'
import { getDocument } from '../../src/documents/views/get-document.ts'
import { documentFileType, getDocumentFile } from '../../src/documents/views/get-document-file.ts'
import { getEvidenceFile } from '../../src/documents/views/get-evidence-file.ts'
import { EVIDENCE_TYPE, getEvidence } from '../../src/documents/views/get-evidence.ts'
import { getStructuredDocument } from '../../src/documents/views/get-structured.ts'
import { getTimeline } from '../../src/documents/views/get-timeline.ts'
import { listAttachments, listAttempts, listMessageStatuses, listNotes } from '../../src/documents/views/list-parts.ts'
import { listOrderInvoices } from '../../src/documents/views/list-order-invoices.ts'
import { listRelated } from '../../src/documents/views/list-related.ts'
import { listDocuments } from '../../src/documents/views/list-documents.ts'
import { searchDocuments } from '../../src/documents/views/search-documents.ts'
import { actionResultView } from '../../src/documents/actions/view.ts'
import { attachmentView, noteView } from '../../src/documents/record/attached-view.ts'
import { attemptView, messageStatusView } from '../../src/documents/record/delivery-view.ts'
import { summaryView } from '../../src/documents/record/view.ts'
import { momentView, relatedView } from '../../src/documents/views/view.ts'
import { contentView, structuredInJsonView } from '../../src/documents/views/content-view.ts'
import { one, pageOf, wholeListOf } from '../../src/http/answers.ts'
import { ANY_TYPE } from '../../src/operation/file-answer.ts'
import { batchOf } from '../present/batch.ts'
import {
  type Route,
  asBoolean,
  asList,
  asSort,
  body,
  bodyAndPath,
  path,
  pathAnd,
  pathOfWhole,
  query,
  queryAndPath,
  route,
} from '../../src/http/route.ts'

const section = 'Documents'
/** What a query says in text. */
const filters = {
  type: asList,
  status: asList,
  deliveryStatus: asList,
  lifecycleStatus: asList,
  archived: asBoolean,
  read: asBoolean,
  sort: ['orderBy', asSort] as [string, typeof asSort],
}

export const documents: readonly Route[] = [
  route(listDocuments, {
    method: 'GET',
    path: '/v1/documents',
    field: 'Query.documents',
    status: 200,
    input: query({ ...filters, include: asList }),
    graphqlOnly: ['filter'],
    ...pageOf(contentView),
    section,
  }),
  route(searchDocuments, {
    method: 'POST',
    path: '/v1/documents/search',
    field: 'Query.searchDocuments',
    status: 200,
    input: body,
    graphqlOnly: ['last', 'before'],
    ...pageOf(contentView),
    section,
  }),
  route(getDocument, {
    method: 'GET',
    path: '/v1/documents/:documentId',
    field: 'Query.document',
    status: 200,
    input: pathAnd({ include: ['document', 'xml'] }),
    graphqlOnly: ['include'],
    ...one(contentView),
    section,
  }),
  route(getStructuredDocument, {
    method: 'GET',
    path: '/v1/documents/:documentId/structured',
    field: 'Query.structuredDocument',
    status: 200,
    input: path,
    ...one(structuredInJsonView),
    section,
  }),
  ...(['xml', 'ubl', 'cii', 'pdf', 'html', 'facturx', 'fatturapa', 'original'] as const).map((rendition) =>
    route(getDocumentFile, {
      method: 'GET',
      path: `/v1/documents/:documentId/${rendition}`,
      field: 'Query.documentFile',
      status: 200,
      input: pathAnd({ rendition }),
      graphqlOnly: ['rendition'],
      answersFile: [documentFileType(rendition)],
      section,
    }),
  ),
  route(listAttachments, {
    method: 'GET',
    path: '/v1/documents/:documentId/attachments',
    field: 'Query.documentAttachments',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(attachmentView),
    section,
  }),
  route(getAttachment, {
    method: 'GET',
    path: '/v1/documents/:documentId/attachments/:attachmentId',
    field: 'Query.documentAttachment',
    status: 200,
    input: path,
    answersFile: [ANY_TYPE],
    section,
  }),
  route(getEvidence, {
    method: 'GET',
    path: '/v1/documents/:documentId/evidence',
    field: 'Query.documentEvidence',
    status: 200,
    input: path,
    answersFile: [EVIDENCE_TYPE],
    section,
  }),
  route(getEvidenceFile, {
    method: 'GET',
    path: '/v1/documents/:documentId/evidence/:messageHash',
    field: 'Query.documentEvidenceFile',
    status: 200,
    input: path,
    answersFile: [ANY_TYPE],
    section,
  }),
  route(getTimeline, {
    method: 'GET',
    path: '/v1/documents/:documentId/timeline',
    field: 'Query.documentTimeline',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(momentView),
    section,
  }),
  route(listRelated, {
    method: 'GET',
    path: '/v1/documents/:documentId/related',
    field: 'Query.relatedDocuments',
    status: 200,
    input: queryAndPath(),
    ...pageOf(relatedView),
    section,
  }),
  route(listOrderInvoices, {
    method: 'GET',
    path: '/v1/purchase-orders/:purchaseOrderId/invoices',
    field: 'Query.purchaseOrderInvoices',
    status: 200,
    input: queryAndPath(),
    ...pageOf(summaryView),
    section,
  }),
  route(listAttempts, {
    method: 'GET',
    path: '/v1/documents/:documentId/attempts',
    field: 'Query.deliveryAttempts',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(attemptView),
    section,
  }),
  route(listNotes, {
    method: 'GET',
    path: '/v1/documents/:documentId/notes',
    field: 'Query.documentNotes',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(noteView),
    section,
  }),
  route(listMessageStatuses, {
    method: 'GET',
    path: '/v1/documents/:documentId/message-statuses',
    field: 'Query.messageStatuses',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(messageStatusView),
    section,
  }),
  route(actOnDocuments, {
    method: 'POST',
    path: '/v1/documents/actions',
    field: 'Mutation.actOnDocuments',
    status: 200,
    input: body,
    ...batchOf('result', one(actionResultView)),
    section,
  }),
  route(actOnDocument, {
    method: 'POST',
    path: '/v1/documents/:documentId/actions',
    field: 'Mutation.actOnDocument',
    status: 200,
    input: bodyAndPath,
    ...one(actionResultView),
    section,
  }),
]
