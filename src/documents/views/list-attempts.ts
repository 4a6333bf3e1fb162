import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'

export const listAttempts = operation({
  name: 'listAttempts',
  summary:
    'Lists every attempt to deliver a document: when it started, to ' +
    'which endpoint, what was answered, and how long it took.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor }, { documentId }) {
    const { organizationId, id } = await visibleDocument(db, actor, documentId)
    return db.deliveryAttempt.findMany({
      where: { organizationId, documentId: id },
      orderBy: [{ number: 'asc' }, { id: 'asc' }],
    })
  },
})
