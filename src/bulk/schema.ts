import { builder } from '../graphql/builder.ts'
import { mutationOf } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { objectOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { cancelBulkOperation } from './cancel-bulk-operation.ts'
import { getBulkOperation } from './get-bulk-operation.ts'
import { getBulkResult } from './get-bulk-result.ts'
import { listBulkOperations } from './list-bulk-operations.ts'
import { startBulkExport } from './start-export.ts'
import { startOrganizationExport } from './start-organization-export.ts'
import { startBulkSend } from './start-send.ts'
import { bulkOperationView, bulkResultView } from './view.ts'

const BulkOperation = objectOf(bulkOperationView, { interfaces: [Node] })
const BulkResult = objectOf(bulkResultView)

const BulkBytes = builder.objectRef<{ bytes: Uint8Array; nextOffset: number | null }>('BulkBytes').implement({
  description: 'Bytes of a result, from the requested place on.',
  fields: (t) => ({
    base64: t.string({
      description: 'The bytes, in base64.',
      resolve: ({ bytes }) => Buffer.from(bytes).toString('base64'),
    }),
    nextOffset: t.int({
      nullable: true,
      description: 'Where the next bytes begin: send it as `offset`. Null at the end of the result.',
      resolve: ({ nextOffset }) => nextOffset,
    }),
  }),
})

builder.objectField(BulkResult, 'portion', (t) =>
  t.field({
    type: BulkBytes,
    description: 'Bytes of the result from `offset` on, about a megabyte.',
    resolve: ({ portion }) => portion(),
  }),
)

query('bulkOperation', getBulkOperation, BulkOperation, { id: 'bulkOperationId' })
query('bulkResult', getBulkResult, BulkResult, { id: 'bulkOperationId' })
pages('bulkOperations', listBulkOperations, BulkOperation, { row: 'BulkOperation', rows: 'bulk operations' })

const what = 'The bulk operation.'
mutationOf(startBulkExport, 'bulkOperation', BulkOperation, what)
mutationOf(startOrganizationExport, 'bulkOperation', BulkOperation, what)
mutationOf(startBulkSend, 'bulkOperation', BulkOperation, what)
mutationOf(cancelBulkOperation, 'bulkOperation', BulkOperation, what)
