import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { pageInput } from '../../operation/pagination.ts'
import { type DocumentRow, documentRef, visibleDocument } from '../record/document.ts'
import { NEWEST_FIRST, pageOfDocuments } from '../record/page-of-documents.ts'
import { relatedSql, relationOf } from './related.ts'

export interface Related {
  relation: ReturnType<typeof relationOf>
  document: DocumentRow
}

export const listRelated = operation({
  name: 'listRelated',
  summary:
    'Lists the documents that belong to the same transaction, newest first: the ' +
    'order that the document cites, documents that cite or correct it, the ' +
    'invoice that it corrects, and documents that cite the same order.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef, ...pageInput }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run(run, { documentId, ...page }) {
    const document = await visibleDocument(run.db, run.actor, documentId)
    const { select: _all, ...rest } = run
    const { rows, cursorOf, ...found } = await pageOfDocuments(
      { ...rest, select: {} },
      { where: [relatedSql(document)], filters: { related: document.id }, sort: NEWEST_FIRST, page },
    )
    return {
      ...found,
      rows: rows.map((other): Related => ({ relation: relationOf(document, other), document: other })),
      cursorOf: (row: Related) => cursorOf(row.document),
    }
  },
})
