/** Section 4.5. */
import { getParticipant } from '../../src/directory/get-participant.ts'
import { searchDirectory } from '../../src/directory/search-directory.ts'
import { verifyParticipant } from '../../src/directory/verify-participant.ts'
import {
  brieflyListedView,
  listedView,
  participantOnNetworkView,
  tracedVerificationView,
} from '../../src/directory/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, asBoolean, asList, bodyAndQuery, path, query, route } from '../../src/http/route.ts'

const listed = { basic: pageOf(brieflyListedView), full: pageOf(listedView) }

const section = 'Directory'

export const directory: readonly Route[] = [
  route(searchDirectory, {
    method: 'GET',
    path: '/v1/directory/search',
    field: 'Query.searchDirectory',
    status: 200,
    input: query({ naceCodes: asList, documentTypes: asList, includeSubEntities: asBoolean }),
    shape: listed.full.shape,
    present: (page) => listed[page.detail].present(page),
    fewer: (page) => listed.full.fewer?.(page) as typeof page | undefined,
    section,
  }),
  route(verifyParticipant, {
    method: 'POST',
    path: '/v1/directory/verify',
    field: 'Query.verifyParticipant',
    status: 200,
    input: bodyAndQuery({ trace: asBoolean }),
    inQuery: ['trace'],
    ...one(tracedVerificationView),
    section,
  }),
  route(getParticipant, {
    method: 'GET',
    path: '/v1/directory/:participantId',
    field: 'Query.participant',
    status: 200,
    input: path,
    ...one(participantOnNetworkView),
    section,
  }),
]
