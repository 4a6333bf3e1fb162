import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { type Json, toJson } from '../formats/json/view.ts'
import { operation } from '../operation.ts'
import { documentRef, visibleDocument } from './document.ts'
import { readFile } from './files.ts'
import { readBytes } from './read-document.ts'

export const getStructuredDocument = operation({
  name: 'getStructuredDocument',
  summary: 'What a document says, under the names of the send body.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, actor, platform, trace }, { documentId }): Promise<{ documentId: string; document: Json }> {
    const row = await visibleDocument(db, actor, documentId)
    if (row.fileHash === null || row.syntax === 'file') throw new AppError('RESOURCE_NOT_FOUND', { message: `The document ${row.id} has no structure: it was stored as it is.` })
    const { model } = readBytes(await readFile(platform.upstreams.storage, db, trace, row.organizationId, row.fileHash))
    return { documentId: row.id, document: model.kind === 'invoice' ? toJson(model.invoice) : model.kind === 'order' ? (model.order as unknown as Json) : {} }
  },
  run: (_run, _input, structured) => Promise.resolve(structured),
})
