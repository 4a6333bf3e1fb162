import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { getInsight } from './get-insight.ts'
import { getStats } from './get-stats.ts'
import { insightView } from './insight-view.ts'
import { statsView } from './view.ts'

query('stats', getStats, objectOf(statsView))
query('insight', getInsight, objectOf(insightView))
