import { z } from 'zod'
import { shownLimit } from '../../values/limits.ts'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'

export const listAttachments = operation({
  name: 'listAttachments',
  summary:
    `Lists the files that are embedded in a document (at most the first ${shownLimit('documentAttachments')}), ` +
    'with name, type, size and hash of each.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor }, { documentId }) {
    const { organizationId, id } = await visibleDocument(db, actor, documentId)
    return db.documentAttachment.findMany({ where: { organizationId, documentId: id }, orderBy: { id: 'asc' } })
  },
})
