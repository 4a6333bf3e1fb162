import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'

export const listNotes = operation({
  name: 'listNotes',
  summary: 'Lists the notes that the organization wrote about a document, oldest first.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor }, { documentId }) {
    const { organizationId, id } = await visibleDocument(db, actor, documentId)
    return db.documentNote.findMany({
      where: { organizationId, documentId: id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  },
})
