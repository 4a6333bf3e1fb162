/** Section 4.5. */
import { getParticipant } from '../../src/directory/get-participant.ts'
import { searchDirectory } from '../../src/directory/search-directory.ts'
import { verifyParticipant } from '../../src/directory/verify-participant.ts'
import {
  listedShape,
  participantShape,
  presentListed,
  presentVerification,
  verificationShape,
} from '../present/directory.ts'
import { listOf, listShape } from '../present/shared.ts'
import { type Route, asBoolean, asList, bodyAndQuery, path, query, route } from '../../src/http/route.ts'

const section = '4.5 Directory'

export const directory: readonly Route[] = [
  route(searchDirectory, {
    method: 'GET',
    path: '/v1/directory/search',
    field: 'Query.searchDirectory',
    status: 200,
    input: query({ naceCodes: asList, documentTypes: asList, includeSubEntities: asBoolean }),
    shape: listShape(listedShape),
    present: (page) => listOf(presentListed(page.detail))(page),
    section,
  }),
  route(verifyParticipant, {
    method: 'POST',
    path: '/v1/directory/verify',
    field: 'Query.verifyParticipant',
    status: 200,
    input: bodyAndQuery({ trace: asBoolean }),
    inQuery: ['trace'],
    shape: verificationShape,
    present: presentVerification,
    section,
  }),
  route(getParticipant, {
    method: 'GET',
    path: '/v1/directory/:participantId',
    field: 'Query.participant',
    status: 200,
    input: path,
    shape: participantShape,
    present: ({ detail, ...rest }) => ({ ...rest, detail: detail as Record<string, unknown> }),
    section,
  }),
]
