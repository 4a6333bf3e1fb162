import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { args, read, runs } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { tableOf } from '../graphql/object.ts'
import { pages, query, queryBy, selectionOf } from '../graphql/query.ts'
import { documentView } from './record/view.ts'
import { getDocument } from './views/get-document.ts'
import { filters, listDocuments } from './views/list-documents.ts'
import { searchDocuments } from './views/search-documents.ts'

export const Document = tableOf('Document', documentView, {
  interfaces: [Node],
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true, companyId: true },
})

/** What a list of documents can be ordered by. */
export const orderColumns = { number: true, issueDate: true, dueDate: true, grossAmount: true }

query('document', getDocument, Document, { id: 'documentId', omit: ['include'] })
queryBy('documentBy', getDocument, Document, {
  ref: 'DocumentRef',
  id: 'documentId',
  keys: {
    id: { type: 'ID', description: 'Identifier, `doc_…`.' },
    number: { type: 'String', description: 'Number, when only one document has it.', prefix: 'number:' },
    externalId: { type: 'String', description: "Identifier in the caller's own system.", prefix: 'ext:' },
  },
})
pages('documents', listDocuments, Document, {
  row: 'Document',
  rows: 'documents',
  omit: [...Object.keys(filters), 'include'],
  select: orderColumns,
})

builder.queryField('searchDocuments', (t) =>
  t.connection(
    {
      type: Document,
      description: searchDocuments.summary,
      args: args(searchDocuments, t, ['limit', 'cursor', 'from', 'last', 'before', 'include']),
      extensions: runs(searchDocuments),
      resolve: async (_root, { first, after, ...given }, context, info) =>
        connectionOf(
          await read(
            searchDocuments,
            { ...(given as object), limit: first, cursor: after },
            context,
            selectionOf('Document', context, info, orderColumns),
          ),
        ) as never,
    },
    ...connectionTypes('DocumentSearch', 'documents found'),
  ),
)
