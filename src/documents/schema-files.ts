/** Documents as files, the files inside them, and the archive of their exchange. */
import { buffer } from 'node:stream/consumers'
import { previewDocument } from '../exchange/send/preview-document.ts'
import { builder } from '../graphql/builder.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { attachmentView } from './record/attached-view.ts'
import { Document } from './schema.ts'
import { getAttachment } from './views/get-attachment.ts'
import { getDocumentFile } from './views/get-document-file.ts'
import { getEvidenceFile } from './views/get-evidence-file.ts'
import { getEvidence } from './views/get-evidence.ts'
import { fileContentView } from './views/content-view.ts'
import { listAttachments } from './views/list-parts.ts'
import { readDocumentFile } from './views/read-file.ts'
import { evidenceView, fileView } from './views/view.ts'

const Attachment = tableOf('DocumentAttachment', attachmentView, {
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
})

builder.prismaObjectField(Attachment, 'url', (t) =>
  t.string({
    description: 'Address to download the file from, with the same credentials.',
    select: { documentId: true, id: true },
    resolve: ({ documentId, id }, _args, { call }) =>
      `${call.site.baseUrl}/v1/documents/${documentId}/attachments/${id}`,
  }),
)

builder.prismaObjectFields(Document, (t) => ({
  attachments: t.relation('attachments', { type: Attachment, description: 'Files that are embedded in the document.' }),
  evidenceUrl: t.string({
    description: 'Address to download the evidence of the exchange from, with the same credentials.',
    resolve: ({ id }, _args, { call }) => `${call.site.baseUrl}/v1/documents/${id}/evidence`,
  }),
}))

const DocumentFile = objectOf(fileView)

builder.objectField(DocumentFile, 'base64', (t) =>
  t.string({
    description: 'Bytes of the file, in base64.',
    resolve: async ({ content }) =>
      (typeof content === 'function' ? await buffer(content()) : Buffer.from(content)).toString('base64'),
  }),
)

query('documentFile', getDocumentFile, DocumentFile)
query('previewDocument', previewDocument, DocumentFile)
query('readDocumentFile', readDocumentFile, objectOf(fileContentView))
query('documentAttachments', listAttachments, [Attachment])
query('documentAttachment', getAttachment, DocumentFile)

query('documentEvidenceFile', getEvidenceFile, DocumentFile)

const Evidence = objectOf(evidenceView)

builder.objectField(Evidence, 'url', (t) =>
  t.string({
    description: 'Address to download the archive from, with the same credentials.',
    resolve: ({ documentId }, _args, { call }) =>
      `${call.site.baseUrl}/v1/documents/${encodeURIComponent(documentId)}/evidence`,
  }),
)

query('documentEvidence', getEvidence, Evidence)
