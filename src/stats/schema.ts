import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { getStats } from './get-stats.ts'
import { statsView } from './view.ts'

query('stats', getStats, objectOf(statsView))
