import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { requireAbility } from '../record/abilities.ts'
import { documentRef, visibleDocument } from '../record/document.ts'
import { type Structured, structuredOf } from './structured.ts'

export const getStructuredDocument = operation({
  name: 'getStructuredDocument',
  summary: 'Returns the content of a document, with the field names of the send body.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, actor, platform, trace }, { documentId }): Promise<{ documentId: string; document: Structured }> {
    const row = await visibleDocument(db, actor, documentId)
    requireAbility('viewStructured', row)
    const [document] = await structuredOf(platform, db, trace, [row])
    return { documentId: row.id, document: document ?? {} }
  },
  run: (_run, _input, structured) => Promise.resolve(structured),
})
