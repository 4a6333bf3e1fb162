/** Exports and sends of many documents. */
import { cancelBulkOperation } from '../../src/bulk/cancel-bulk-operation.ts'
import { getBulkOperation } from '../../src/bulk/get-bulk-operation.ts'
import { bulkResultTypes, getBulkResult } from '../../src/bulk/get-bulk-result.ts'
import { listBulkOperations } from '../../src/bulk/list-bulk-operations.ts'
import { startBulkExport } from '../../src/bulk/start-export.ts'
import { startOrganizationExport } from '../../src/bulk/start-organization-export.ts'
import { startBulkSend } from '../../src/bulk/start-send.ts'
import { bulkOperationView } from '../../src/bulk/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'
import { asFile, bodyOrFile } from '../../src/http/uploads.ts'

const section = 'Bulk operations'

export const bulk: readonly Route[] = [
  route(startBulkExport, {
    method: 'POST',
    path: '/v1/bulk/exports',
    field: 'Mutation.startBulkExport',
    status: 202,
    input: body,
    ...one(bulkOperationView),
    section,
  }),
  route(startOrganizationExport, {
    method: 'POST',
    path: '/v1/bulk/organization-exports',
    field: 'Mutation.startOrganizationExport',
    status: 202,
    input: body,
    ...one(bulkOperationView),
    section,
  }),
  route(startBulkSend, {
    method: 'POST',
    path: '/v1/bulk/sends',
    field: 'Mutation.startBulkSend',
    status: 202,
    input: bodyOrFile({ file: asFile }, {}),
    takesFile: true,
    ...one(bulkOperationView),
    section,
  }),
  route(listBulkOperations, {
    method: 'GET',
    path: '/v1/bulk',
    field: 'Query.bulkOperations',
    status: 200,
    input: query(),
    ...pageOf(bulkOperationView),
    section,
  }),
  route(getBulkOperation, {
    method: 'GET',
    path: '/v1/bulk/:bulkOperationId',
    field: 'Query.bulkOperation',
    status: 200,
    input: path,
    ...one(bulkOperationView),
    section,
  }),
  route(cancelBulkOperation, {
    method: 'POST',
    path: '/v1/bulk/:bulkOperationId/cancel',
    field: 'Mutation.cancelBulkOperation',
    status: 200,
    input: bodyAndPath,
    ...one(bulkOperationView),
    section,
  }),
  route(getBulkResult, {
    method: 'GET',
    path: '/v1/bulk/:bulkOperationId/result',
    field: 'Query.bulkResult',
    status: 200,
    input: path,
    graphqlOnly: ['offset'],
    answersFile: bulkResultTypes,
    section,
  }),
]
