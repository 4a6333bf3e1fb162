import { z } from 'zod'
import { type DocumentContent, contentInput, withContent } from './content.ts'
import { operation } from '../../operation/operation.ts'
import { type DocumentRow, documentRef, visibleDocument } from '../record/document.ts'

export const getDocument = operation({
  name: 'getDocument',
  summary: 'Returns one document, by id, `ext:<externalId>` or `number:<number>`.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef, include: contentInput }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async prepare(call, { documentId, include }): Promise<(DocumentRow & DocumentContent) | undefined> {
    if (include.length === 0) return undefined
    const [shown] = await withContent(call, [await visibleDocument(call.db, call.actor, documentId)], include)
    return shown
  },
  run: async ({ db, actor, select }, { documentId }, shown): Promise<DocumentRow & DocumentContent> =>
    shown ?? visibleDocument(db, actor, documentId, 'select' in select || 'include' in select ? select : undefined),
})
