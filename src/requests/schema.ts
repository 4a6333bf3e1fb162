import { Node } from '../graphql/node-interface.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { getRequest } from './get-request.ts'
import { listRequestLogs } from './list-request-logs.ts'
import { requestUsage } from './request-usage.ts'
import { requestView, usageView } from './view.ts'

const Request = tableOf('RequestLog', requestView, {
  interfaces: [Node],
  authScopes: { access: 'authenticated' },
  select: { organizationId: true, id: true, startedAt: true },
})

query('request', getRequest, Request, { id: 'requestId' })
pages('requestLogs', listRequestLogs, Request, { row: 'Request', rows: 'requests' })
query('requestUsage', requestUsage, [objectOf(usageView)])
