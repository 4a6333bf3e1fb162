import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'

export const listMessageStatuses = operation({
  name: 'listMessageStatuses',
  summary:
    'What receiving access points said of a document: of a sent one what was answered, of a received one what we ' +
    'answered.',
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
