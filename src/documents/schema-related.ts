/** Documents that belong together. */
import { queryFromInfo } from '@pothos/plugin-prisma'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, read, runs } from '../graphql/field.ts'
import { listOrderInvoices } from './views/list-order-invoices.ts'
import { type Related, listRelated } from './views/list-related.ts'
import { relationNames } from './views/related.ts'
import { Document } from './schema.ts'

const RelatedDocument = builder.objectRef<Related>('RelatedDocument').implement({
  description: 'A document of the same trade.',
  fields: (t) => ({
    relation: t.field({
      type: enumOf('DocumentRelation', relationNames, {
        order: 'It is the order that the document cites.',
        'cites-it-as-order': 'It cites the document as its order.',
        corrects: 'The document corrects it.',
        'corrected-by': 'It corrects the document.',
        'same-order': 'Both cite the same order.',
      }),
      description: 'How it stands to the document.',
      resolve: ({ relation }) => relation,
    }),
    document: t.field({ type: Document, description: 'The other document.', resolve: ({ document }) => document }),
  }),
})

builder.queryField('relatedDocuments', (t) =>
  t.connection(
    {
      type: RelatedDocument,
      description: listRelated.summary,
      args: args(listRelated, t, PAGE_ARGUMENTS),
      extensions: runs(listRelated),
      resolve: async (_root, given, context) => connectionOf(await read(listRelated, given, context)) as never,
    },
    ...connectionTypes('RelatedDocument', 'related documents'),
  ),
)

builder.queryField('purchaseOrderInvoices', (t) =>
  t.connection(
    {
      type: Document,
      description: listOrderInvoices.summary,
      args: args(listOrderInvoices, t, PAGE_ARGUMENTS),
      extensions: runs(listOrderInvoices),
      resolve: async (_root, given, context, info) => {
        const select = queryFromInfo({
          context,
          info,
          typeName: 'Document',
          paths: [['edges', 'node'], ['nodes']] as never,
          select: { id: true } as never,
        })
        return connectionOf(await read(listOrderInvoices, given, context, select)) as never
      },
    },
    ...connectionTypes('OrderInvoice', 'invoices of an order'),
  ),
)
