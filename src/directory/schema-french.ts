import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { getDirectoryLine } from './french/get-directory-line.ts'
import { getRoutingCode } from './french/get-routing-code.ts'
import { getSiren } from './french/get-siren.ts'
import { getSiret } from './french/get-siret.ts'
import { searchDirectoryLines } from './french/search-directory-lines.ts'
import { searchRoutingCodes } from './french/search-routing-codes.ts'
import { searchSirens } from './french/search-sirens.ts'
import { searchSirets } from './french/search-sirets.ts'
import {
  lineView,
  linesView,
  routingCodeView,
  routingCodesView,
  sirenView,
  sirensView,
  siretView,
  siretsView,
} from './french/view.ts'

/** GraphQL selects for itself what is answered. */
const selected = { omit: ['fields', 'include'] }

query('sirens', searchSirens, objectOf(sirensView), selected)
query('siren', getSiren, objectOf(sirenView), selected)
query('sirets', searchSirets, objectOf(siretsView), selected)
query('siret', getSiret, objectOf(siretView), selected)
query('routingCodes', searchRoutingCodes, objectOf(routingCodesView), selected)
query('routingCode', getRoutingCode, objectOf(routingCodeView), selected)
query('directoryLines', searchDirectoryLines, objectOf(linesView), selected)
query('directoryLine', getDirectoryLine, objectOf(lineView), selected)
