/** Sections 4.2 and 4.13: who calls, and what was called. */
import { whoAmI } from '../../src/identity/who-am-i.ts'
import { getRequest } from '../../src/requests/get-request.ts'
import { listRequestLogs } from '../../src/requests/list-request-logs.ts'
import { requestUsage } from '../../src/requests/request-usage.ts'
import { identityShape, presentRequest, requestShape, usageShape } from '../present/identity.ts'
import { listOf, listShape } from '../present/shared.ts'
import { type Route, asNumber, path, query, route } from '../../src/http/route.ts'

export const identity: readonly Route[] = [
  route(whoAmI, {
    method: 'GET',
    path: '/v1/me',
    field: 'Query.viewer',
    status: 200,
    shape: identityShape,
    present: (me) => me,
    section: '4.2 Identity',
  }),
  route(getRequest, {
    method: 'GET',
    path: '/v1/requests/:requestId',
    field: 'Query.request',
    status: 200,
    input: path,
    shape: requestShape,
    present: presentRequest,
    section: '4.2 Identity',
  }),
  route(listRequestLogs, {
    method: 'GET',
    path: '/v1/request-logs',
    field: 'Query.requestLogs',
    status: 200,
    input: query({ status: asNumber }),
    shape: listShape(requestShape),
    present: listOf(presentRequest),
    section: '4.13 Logs',
  }),
  route(requestUsage, {
    method: 'GET',
    path: '/v1/request-logs/usage',
    field: 'Query.requestUsage',
    status: 200,
    input: query(),
    shape: usageShape,
    present: (rows) => ({ data: rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt.toISOString() })) }),
    section: '4.13 Logs',
  }),
]
