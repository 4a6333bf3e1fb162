import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'

export const getDocument = operation({
  name: 'getDocument',
  summary: 'Returns one document, by id or `number:<number>`.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  run: ({ db, actor, select }, { documentId }) =>
    visibleDocument(db, actor, documentId, 'select' in select || 'include' in select ? select : undefined),
})
