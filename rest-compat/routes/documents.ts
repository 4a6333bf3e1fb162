/** Section 4.4: documents. */
import { z } from 'zod'
import { actOnDocument } from '../../src/documents/act-on-document.ts'
import { getDocument } from '../../src/documents/get-document.ts'
import { getDocumentFile } from '../../src/documents/get-document-file.ts'
import { getStructuredDocument } from '../../src/documents/get-structured.ts'
import { listAttempts } from '../../src/documents/list-attempts.ts'
import { listDocuments } from '../../src/documents/list-documents.ts'
import { listMessageStatuses } from '../../src/documents/list-message-statuses.ts'
import { resendDocument } from '../../src/documents/resend-document.ts'
import { searchDocuments } from '../../src/documents/search-documents.ts'
import { sendDocument } from '../../src/documents/send-document.ts'
import { validateDocument } from '../../src/documents/validate-document.ts'
import { actionShape, attemptShape, documentShape, dryRunShape, messageStatusShape, presentDocument, presentDryRun, presentMessageStatus, presentSent, presentStructured, sentShape } from '../present/document.ts'
import { listOf, listShape } from '../present/shared.ts'
import { type Route, asBoolean, asList, body, bodyAndPath, path, pathAnd, query, route } from '../route.ts'

const section = '4.4 Documents'
const filters = { type: asList, status: asList, deliveryStatus: asList, lifecycleStatus: asList, archived: asBoolean, read: asBoolean }

export const documents: readonly Route[] = [
  route(sendDocument, { method: 'POST', path: '/v1/documents/send', field: 'Mutation.sendDocument', status: 201, input: body, shape: sentShape, present: presentSent, section }),
  route(validateDocument, { method: 'POST', path: '/v1/documents/validate', field: 'Query.validateDocument', status: 200, input: body, shape: dryRunShape, present: presentDryRun, section }),
  route(listDocuments, { method: 'GET', path: '/v1/documents', field: 'Query.documents', status: 200, input: query(filters), shape: listShape(documentShape), present: listOf(presentDocument), section }),
  route(searchDocuments, { method: 'POST', path: '/v1/documents/search', field: 'Query.searchDocuments', status: 200, input: body, shape: listShape(documentShape), present: listOf(presentDocument), section }),
  route(getDocument, { method: 'GET', path: '/v1/documents/:documentId', field: 'Query.document', status: 200, input: path, shape: documentShape, present: presentDocument, section }),
  route(getStructuredDocument, { method: 'GET', path: '/v1/documents/:documentId/structured', field: 'Query.structuredDocument', status: 200, input: path, shape: z.object({ documentId: z.string(), document: z.record(z.string(), z.unknown()) }), present: presentStructured, section }),
  ...(['xml', 'pdf', 'html', 'facturx', 'fatturapa', 'original'] as const).map((rendition) =>
    route(getDocumentFile, { method: 'GET', path: `/v1/documents/:documentId/${rendition}`, field: 'Query.documentFile', status: 200, input: pathAnd({ rendition }), present: (file) => file, answersFile: true, section })),
  route(listAttempts, { method: 'GET', path: '/v1/documents/:documentId/attempts', field: 'Query.deliveryAttempts', status: 200, input: path, shape: z.object({ data: z.array(attemptShape) }), present: (rows) => ({ data: rows.map(({ organizationId: _o, documentId: _d, receiptHash: _r, startedAt, ...row }) => ({ ...row, startedAt: startedAt.toISOString() })) }), section }),
  route(listMessageStatuses, { method: 'GET', path: '/v1/documents/:documentId/message-statuses', field: 'Query.messageStatuses', status: 200, input: path, shape: z.object({ data: z.array(messageStatusShape) }), present: (rows) => ({ data: rows.map(presentMessageStatus) }), section }),
  route(actOnDocument, { method: 'POST', path: '/v1/documents/:documentId/actions', field: 'Mutation.actOnDocument', status: 200, input: bodyAndPath, shape: actionShape, present: ({ updatedAt, ...done }) => ({ ...done, updatedAt: updatedAt.toISOString() }), section }),
  route(resendDocument, { method: 'POST', path: '/v1/documents/:documentId/resend', field: 'Mutation.resendDocument', status: 202, input: bodyAndPath, shape: documentShape, present: presentDocument, section }),
]
