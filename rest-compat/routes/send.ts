/** Section 4.4: documents on their way out, and what they would be. */
import { resendDocument } from '../../src/exchange/deliver/resend-document.ts'
import { readDocumentFile } from '../../src/documents/views/read-file.ts'
import { previewDocument, previewForms, previewTypes } from '../../src/exchange/send/preview-document.ts'
import { sendDocument } from '../../src/exchange/send/send-document.ts'
import { sendDocuments } from '../../src/exchange/send/send-documents.ts'
import { validateDocument } from '../../src/exchange/send/validate-document.ts'
import { documentView } from '../../src/documents/record/view.ts'
import { dryRunView } from '../../src/exchange/send/view.ts'
import { fileContentView } from '../../src/documents/views/content-view.ts'
import { one } from '../../src/http/answers.ts'
import { batchOf } from '../present/batch.ts'
import { sent } from '../present/sent.ts'
import { type Route, body, bodyAndPath, route } from '../../src/http/route.ts'
import { asFile, asFlag, asJson, asText, bodyOrFile, bodyOrFileAnd } from '../../src/http/uploads.ts'

const section = 'Send'
/** What a form says in text. */
const sendFields = { document: asJson, metadata: asJson, selfBilled: asFlag, xml: asText, file: asFile }

export const send: readonly Route[] = [
  route(sendDocument, {
    method: 'POST',
    path: '/v1/documents/send',
    field: 'Mutation.sendDocument',
    status: 201,
    input: bodyOrFile(sendFields),
    takesFile: true,
    ...sent,
    section,
  }),
  route(sendDocuments, {
    method: 'POST',
    path: '/v1/documents/send/batch',
    field: 'Mutation.sendDocuments',
    status: 200,
    input: body,
    ...batchOf('document', sent),
    section,
  }),
  route(validateDocument, {
    method: 'POST',
    path: '/v1/documents/validate',
    field: 'Query.validateDocument',
    status: 200,
    input: bodyOrFile(sendFields),
    takesFile: true,
    ...one(dryRunView),
    section,
  }),
  ...previewForms.map((rendition) =>
    route(previewDocument, {
      method: 'POST',
      path: `/v1/documents/preview/${rendition}`,
      field: 'Query.previewDocument',
      status: 200,
      input: bodyOrFileAnd(sendFields, { rendition }),
      graphqlOnly: ['rendition'],
      takesFile: true,
      answersFile: [previewTypes[rendition]],
      section,
    }),
  ),
  route(readDocumentFile, {
    method: 'POST',
    path: '/v1/documents/read',
    field: 'Query.readDocumentFile',
    status: 200,
    input: bodyOrFile({ file: asFile }, {}),
    takesFile: true,
    ...one(fileContentView),
    section,
  }),
  route(resendDocument, {
    method: 'POST',
    path: '/v1/documents/:documentId/resend',
    field: 'Mutation.resendDocument',
    status: 202,
    input: bodyAndPath,
    ...one(documentView),
    section,
  }),
]
