/** Section 4.3: whose a company and its addresses are. */
import { addCompanyAddress } from '../../src/companies/addresses/add-company-address.ts'
import { endCompanyAddress } from '../../src/companies/addresses/end-company-address.ts'
import { listCompanyAddresses } from '../../src/companies/addresses/list-company-addresses.ts'
import { companyAddressView } from '../../src/companies/addresses/view.ts'
import { acceptJoinRequest } from '../../src/companies/accept-join-request.ts'
import { confirmOwnership } from '../../src/companies/confirm-ownership.ts'
import { createMigrationKey } from '../../src/companies/create-migration-key.ts'
import { listJoinRequests } from '../../src/companies/list-join-requests.ts'
import { listOwnershipProofs } from '../../src/companies/list-ownership-proofs.ts'
import { ownershipProofView } from '../../src/companies/ownership-proof-view.ts'
import { migrationKeyView } from '../../src/companies/migration-view.ts'
import { redeemMigrationKey } from '../../src/companies/redeem-migration-key.ts'
import { rejectJoinRequest } from '../../src/companies/reject-join-request.ts'
import { requestToJoin } from '../../src/companies/request-to-join.ts'
import { startOwnershipProof } from '../../src/companies/start-ownership-proof.ts'
import { joinRequestView } from '../../src/companies/join-view.ts'
import { companyView, registrationView } from '../../src/companies/view.ts'
import { one, pageOf, wholeListOf } from '../../src/http/answers.ts'
import { type Route, bodyAndPath, path, query, route } from '../../src/http/route.ts'

const section = 'Companies'
const dialect = 'operation'

export const ownership: readonly Route[] = [
  route(listJoinRequests, {
    method: 'GET',
    path: '/v1/companies/join-requests',
    field: 'Query.joinRequests',
    status: 200,
    input: query(),
    ...pageOf(joinRequestView),
    dialect,
    section,
  }),
  route(requestToJoin, {
    method: 'POST',
    path: '/v1/companies/:companyId/join',
    field: 'Mutation.requestToJoin',
    status: 201,
    input: bodyAndPath,
    ...one(joinRequestView),
    dialect,
    section,
  }),
  route(acceptJoinRequest, {
    method: 'POST',
    path: '/v1/companies/:companyId/join-requests/:joinRequestId/accept',
    field: 'Mutation.acceptJoinRequest',
    status: 200,
    input: bodyAndPath,
    ...one(joinRequestView),
    dialect,
    section,
  }),
  route(rejectJoinRequest, {
    method: 'POST',
    path: '/v1/companies/:companyId/join-requests/:joinRequestId/reject',
    field: 'Mutation.rejectJoinRequest',
    status: 200,
    input: bodyAndPath,
    ...one(joinRequestView),
    dialect,
    section,
  }),
  route(listCompanyAddresses, {
    method: 'GET',
    path: '/v1/companies/:companyId/addresses',
    field: 'Query.companyAddresses',
    status: 200,
    input: path,
    ...wholeListOf(companyAddressView),
    dialect,
    section,
  }),
  route(addCompanyAddress, {
    method: 'POST',
    path: '/v1/companies/:companyId/addresses',
    field: 'Mutation.addCompanyAddress',
    status: 201,
    input: bodyAndPath,
    ...one(companyAddressView),
    dialect,
    section,
  }),
  route(endCompanyAddress, {
    method: 'POST',
    path: '/v1/companies/:companyId/addresses/:addressId/end',
    field: 'Mutation.endCompanyAddress',
    status: 200,
    input: bodyAndPath,
    ...one(companyAddressView),
    dialect,
    section,
  }),
  route(createMigrationKey, {
    method: 'POST',
    path: '/v1/companies/:companyId/migration-key',
    field: 'Mutation.createMigrationKey',
    status: 201,
    input: bodyAndPath,
    ...one(migrationKeyView),
    dialect,
    section,
  }),
  route(redeemMigrationKey, {
    method: 'POST',
    path: '/v1/companies/:companyId/migration-key/redeem',
    field: 'Mutation.redeemMigrationKey',
    status: 200,
    input: bodyAndPath,
    ...one(registrationView),
    dialect,
    section,
  }),
  route(listOwnershipProofs, {
    method: 'GET',
    path: '/v1/companies/:companyId/ownership',
    field: 'Query.ownershipProofs',
    status: 200,
    input: path,
    ...wholeListOf(ownershipProofView),
    dialect,
    section,
  }),
  route(startOwnershipProof, {
    method: 'POST',
    path: '/v1/companies/:companyId/ownership',
    field: 'Mutation.startOwnershipProof',
    status: 201,
    input: bodyAndPath,
    ...one(ownershipProofView),
    dialect,
    section,
  }),
  route(confirmOwnership, {
    method: 'POST',
    path: '/v1/companies/:companyId/ownership/confirm',
    field: 'Mutation.confirmOwnership',
    status: 200,
    input: bodyAndPath,
    ...one(companyView),
    dialect,
    section,
  }),
]
