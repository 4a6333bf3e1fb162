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
    'The documents of the same trade, newest first: the order that it cites, what cites it, what it corrects, and ' +
    'what else cites the same order.',
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
