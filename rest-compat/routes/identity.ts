/** Sections 4.2 and 4.13: who calls, and what was called. */
import { replayRequest } from '../../src/identity/replay-request.ts'
import { replayView, viewerView } from '../../src/identity/view.ts'
import { whoAmI } from '../../src/identity/who-am-i.ts'
import { getRequest } from '../../src/requests/get-request.ts'
import { listRequestLogs } from '../../src/requests/list-request-logs.ts'
import { requestUsage } from '../../src/requests/request-usage.ts'
import { requestView, usageView } from '../../src/requests/view.ts'
import { one, pageOf, wholeListOf } from '../../src/http/answers.ts'
import { type Route, asNumber, path, query, route } from '../../src/http/route.ts'

export const identity: readonly Route[] = [
  route(whoAmI, {
    method: 'GET',
    path: '/v1/me',
    field: 'Query.viewer',
    status: 200,
    ...one(viewerView),
    section: 'Account',
  }),
  route(getRequest, {
    method: 'GET',
    path: '/v1/requests/:requestId',
    field: 'Query.request',
    status: 200,
    input: path,
    ...one(requestView),
    section: 'Account',
  }),
  route(replayRequest, {
    method: 'GET',
    path: '/v1/requests/:requestId/replay',
    field: 'Query.requestReplay',
    status: 200,
    input: path,
    ...one(replayView),
    section: 'Request logs',
  }),
  route(listRequestLogs, {
    method: 'GET',
    path: '/v1/request-logs',
    field: 'Query.requestLogs',
    status: 200,
    input: query({ status: asNumber }),
    ...pageOf(requestView),
    section: 'Request logs',
  }),
  route(requestUsage, {
    method: 'GET',
    path: '/v1/request-logs/usage',
    field: 'Query.requestUsage',
    status: 200,
    input: query(),
    ...wholeListOf(usageView),
    section: 'Request logs',
  }),
]
