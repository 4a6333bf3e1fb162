import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'

export const listMessageStatuses = operation({
  name: 'listMessageStatuses',
  summary:
    'Lists the Message Level Statuses and Responses of a document: for a sent ' +
    'document those that came in, for a received one those that we answered.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor }, { documentId }) {
    const { organizationId, id } = await visibleDocument(db, actor, documentId)
    return db.messageStatus.findMany({
      where: { organizationId, documentId: id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  },
})
