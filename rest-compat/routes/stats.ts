/** Section 4.8: statistics. */
import { one } from '../../src/http/answers.ts'
import { getInsight } from '../../src/stats/get-insight.ts'
import { getStats } from '../../src/stats/get-stats.ts'
import { insightView } from '../../src/stats/insight-view.ts'
import { statsInJsonView } from '../../src/stats/view.ts'
import { type Route, query, route } from '../../src/http/route.ts'

export const stats: readonly Route[] = [
  route(getStats, {
    method: 'GET',
    path: '/v1/stats',
    field: 'Query.stats',
    status: 200,
    input: query(),
    ...one(statsInJsonView),
    section: 'Statistics',
  }),
  route(getInsight, {
    method: 'GET',
    path: '/v1/stats/insight',
    field: 'Query.insight',
    status: 200,
    input: query(),
    ...one(insightView),
    section: 'Statistics',
  }),
]
