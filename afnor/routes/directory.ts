/** XP Z12-013, Directory Service. */
import { getDirectoryLine } from '../../src/directory/french/get-directory-line.ts'
import { getRoutingCode } from '../../src/directory/french/get-routing-code.ts'
import { getSiren } from '../../src/directory/french/get-siren.ts'
import { getSiret } from '../../src/directory/french/get-siret.ts'
import { searchDirectoryLines } from '../../src/directory/french/search-directory-lines.ts'
import { searchRoutingCodes } from '../../src/directory/french/search-routing-codes.ts'
import { searchSirens } from '../../src/directory/french/search-sirens.ts'
import { searchSirets } from '../../src/directory/french/search-sirets.ts'
import { type Route, route } from '../../src/http/route.ts'
import {
  facilityOf,
  facilityShape,
  foundOf,
  foundShape,
  lineOf,
  lineShape,
  oneLineOf,
  oneLineShape,
  oneOfThem,
  routingCodeOf,
  routingCodeShape,
  unitOf,
  unitShape,
} from '../directory-shapes.ts'
import { directorySearch, directorySearchShape, shownIn } from '../directory-input.ts'

const section = 'Directory Service'
const base = '/afnor/directory-service/v1'

export const directory: readonly Route[] = [
  route(searchSirens, {
    method: 'POST',
    path: `${base}/siren/search`,
    field: 'Query.sirens',
    status: 200,
    input: directorySearch,
    bodyShape: directorySearchShape('searchSiren', searchSirens.input),
    shape: foundShape('sirenSearchPost200Response', unitShape),
    present: foundOf(unitOf),
    section,
  }),
  route(getSiren, {
    method: 'GET',
    path: `${base}/siren/code-insee:::siren`,
    field: 'Query.siren',
    status: 200,
    input: shownIn,
    shape: unitShape,
    present: oneOfThem(unitOf),
    section,
  }),
  route(searchSirets, {
    method: 'POST',
    path: `${base}/siret/search`,
    field: 'Query.sirets',
    status: 200,
    input: directorySearch,
    bodyShape: directorySearchShape('searchSiret', searchSirets.input),
    shape: foundShape('siretSearchPost200Response', facilityShape),
    present: foundOf(facilityOf),
    section,
  }),
  route(getSiret, {
    method: 'GET',
    path: `${base}/siret/code-insee:::siret`,
    field: 'Query.siret',
    status: 200,
    input: shownIn,
    shape: facilityShape,
    present: oneOfThem(facilityOf),
    section,
  }),
  route(searchRoutingCodes, {
    method: 'POST',
    path: `${base}/routing-code/search`,
    field: 'Query.routingCodes',
    status: 200,
    input: directorySearch,
    bodyShape: directorySearchShape('routingCodeSearch', searchRoutingCodes.input),
    shape: foundShape('routingCodeSearchPost200Response', routingCodeShape),
    present: foundOf(routingCodeOf),
    section,
  }),
  route(getRoutingCode, {
    method: 'GET',
    path: `${base}/routing-code/siret:::siret/code:::routingIdentifier`,
    field: 'Query.routingCode',
    status: 200,
    input: shownIn,
    shape: routingCodeShape,
    present: oneOfThem(routingCodeOf),
    section,
  }),
  route(searchDirectoryLines, {
    method: 'POST',
    path: `${base}/directory-line/search`,
    field: 'Query.directoryLines',
    status: 200,
    input: directorySearch,
    bodyShape: directorySearchShape('searchDirectoryLine', searchDirectoryLines.input),
    shape: foundShape('directoryLineSearchPost200Response', lineShape),
    present: foundOf(lineOf),
    section,
  }),
  route(getDirectoryLine, {
    method: 'GET',
    path: `${base}/directory-line/code:::addressingIdentifier`,
    field: 'Query.directoryLine',
    status: 200,
    input: shownIn,
    shape: oneLineShape,
    present: oneLineOf,
    section,
  }),
]
