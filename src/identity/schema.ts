import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { replayRequest } from './replay-request.ts'
import { replayView, viewerView } from './view.ts'
import { whoAmI } from './who-am-i.ts'

query('viewer', whoAmI, objectOf(viewerView))
query('requestReplay', replayRequest, objectOf(replayView), { id: 'requestId' })
