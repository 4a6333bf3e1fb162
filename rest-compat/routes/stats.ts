/** Section 4.8: statistics. */
import { getStats } from '../../src/stats/get-stats.ts'
import { presentStats, statsShape } from '../present/stats.ts'
import { type Route, query, route } from '../../src/http/route.ts'

export const stats: readonly Route[] = [
  route(getStats, {
    method: 'GET',
    path: '/v1/stats',
    field: 'Query.stats',
    status: 200,
    input: query(),
    shape: statsShape,
    present: presentStats,
    section: '4.8 Statistics',
  }),
]
