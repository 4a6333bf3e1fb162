import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { buildPortabilityMessage } from './build-message.ts'
import { parsePortabilityMessage } from './parse-message.ts'
import { builtView, parsedView } from './view.ts'

query('portabilityMessage', buildPortabilityMessage, objectOf(builtView))
query('parsedPortabilityMessage', parsePortabilityMessage, objectOf(parsedView))
