import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { viewerView } from './view.ts'
import { whoAmI } from './who-am-i.ts'

query('viewer', whoAmI, objectOf(viewerView))
