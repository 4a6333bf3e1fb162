import { z } from 'zod'
import { MarkedJson } from '../../kernel/json.ts'
import { runHeavy } from '../../operation/heavy.ts'
import { operation } from '../../operation/operation.ts'
import { requireAbility } from '../record/abilities.ts'
import { type DocumentRow, documentRef, visibleDocument } from '../record/document.ts'
import { readFile } from '../record/files.ts'
import { writeContent } from './read-structure.ts'

export const getStructuredDocument = operation({
  name: 'getStructuredDocument',
  summary: 'Returns the content of a document, with the field names of the send body.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async prepare(
    call,
    { documentId },
  ): Promise<DocumentRow & { documentId: string; document: MarkedJson; xml: MarkedJson }> {
    const { db, actor, platform, trace } = call
    const row = await visibleDocument(db, actor, documentId)
    requireAbility('viewStructured', row)
    const bytes = await readFile(platform.upstreams.storage, db, trace, row.organizationId, row.fileHash ?? '')
    const { document, xml } = await runHeavy(call, writeContent, { bytes, withXml: true })
    return {
      ...row,
      documentId: row.id,
      document: new MarkedJson(document ?? '{}'),
      xml: new MarkedJson(xml),
    }
  },
  run: (_run, _input, structured) => Promise.resolve(structured),
})
