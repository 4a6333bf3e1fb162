/** Section 4.4: the business lifecycle of documents. */
import { getLifecycle } from '../../src/lifecycle/get-lifecycle.ts'
import { getStatusRecipient } from '../../src/lifecycle/get-status-recipient.ts'
import { recipientAnswerView } from '../../src/lifecycle/show/recipient-view.ts'
import { updateLifecycleBatch } from '../../src/lifecycle/update-lifecycle-batch.ts'
import { updateLifecycleByNumber } from '../../src/lifecycle/update-lifecycle-by-number.ts'
import { updateLifecycle } from '../../src/lifecycle/update-lifecycle.ts'
import { lifecycleView, resultView } from '../../src/lifecycle/view.ts'
import { one } from '../../src/http/answers.ts'
import { lifecycleBatch } from '../present/lifecycle-batch.ts'
import { type Route, asBoolean, body, bodyAndPath, path, queryAndPath, route } from '../../src/http/route.ts'

const section = 'Lifecycle'
const dialect = 'operation'

export const lifecycle: readonly Route[] = [
  route(getLifecycle, {
    method: 'GET',
    path: '/v1/documents/:documentId/lifecycle',
    field: 'Query.documentLifecycle',
    status: 200,
    input: queryAndPath({ recipient: asBoolean }),
    ...one(lifecycleView),
    dialect,
    section,
  }),
  route(getStatusRecipient, {
    method: 'GET',
    path: '/v1/documents/:documentId/lifecycle/recipient',
    field: 'Query.statusRecipient',
    status: 200,
    input: path,
    ...one(recipientAnswerView),
    dialect,
    section,
  }),
  route(updateLifecycle, {
    method: 'POST',
    path: '/v1/documents/:documentId/lifecycle',
    field: 'Mutation.updateLifecycle',
    status: 200,
    input: bodyAndPath,
    ...one(resultView),
    dialect,
    section,
  }),
  route(updateLifecycleByNumber, {
    method: 'POST',
    path: '/v1/documents/by-number/:number/lifecycle',
    field: 'Mutation.updateLifecycleByNumber',
    status: 200,
    input: bodyAndPath,
    ...one(resultView),
    dialect,
    section,
  }),
  route(updateLifecycleBatch, {
    method: 'POST',
    path: '/v1/documents/lifecycle/batch',
    field: 'Mutation.updateLifecycleBatch',
    status: 200,
    input: body,
    ...lifecycleBatch,
    dialect,
    section,
  }),
]
