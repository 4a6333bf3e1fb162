/** Section 4.3. */
import { addCompanyAddress } from '../../src/companies/addresses/add-company-address.ts'
import { endCompanyAddress } from '../../src/companies/addresses/end-company-address.ts'
import { listCompanyAddresses } from '../../src/companies/addresses/list-company-addresses.ts'
import { companyAddressView } from '../../src/companies/addresses/view.ts'
import { acceptJoinRequest } from '../../src/companies/accept-join-request.ts'
import { confirmOwnership } from '../../src/companies/confirm-ownership.ts'
import { createMigrationKey } from '../../src/companies/create-migration-key.ts'
import { deregisterCompany } from '../../src/companies/deregister-company.ts'
import { getCompany } from '../../src/companies/get-company.ts'
import { getCompanyImport } from '../../src/companies/get-import.ts'
import { importCompanies } from '../../src/companies/import-companies.ts'
import { importCompany } from '../../src/companies/import-company.ts'
import { listCompanies } from '../../src/companies/list-companies.ts'
import { listJoinRequests } from '../../src/companies/list-join-requests.ts'
import { listOwnershipProofs } from '../../src/companies/list-ownership-proofs.ts'
import { ownershipProofView } from '../../src/companies/ownership-proof-view.ts'
import { migrationKeyView } from '../../src/companies/migration-view.ts'
import { redeemMigrationKey } from '../../src/companies/redeem-migration-key.ts'
import { registerCompany } from '../../src/companies/register-company.ts'
import { registerOnNetwork } from '../../src/companies/register-on-network.ts'
import { rejectJoinRequest } from '../../src/companies/reject-join-request.ts'
import { requestToJoin } from '../../src/companies/request-to-join.ts'
import { resolveCompany } from '../../src/companies/resolve-company.ts'
import { searchCompanies } from '../../src/companies/search-companies.ts'
import { startOwnershipProof } from '../../src/companies/start-ownership-proof.ts'
import { updateCompany } from '../../src/companies/update-company.ts'
import { companyImportView, importedView } from '../../src/companies/import-view.ts'
import { joinRequestView } from '../../src/companies/join-view.ts'
import { resolvedView } from '../../src/companies/resolve-view.ts'
import { companyView, foundCompanyView, registrationView } from '../../src/companies/view.ts'
import { listOfAll, one, pageOf, wholeListOf } from '../../src/http/answers.ts'
import { importBatch } from '../present/import-batch.ts'
import { type Route, asBoolean, asNumber, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'

const section = '4.3 Companies'
const dialect = 'operation'

export const companies: readonly Route[] = [
  route(registerCompany, {
    method: 'POST',
    path: '/v1/companies',
    field: 'Mutation.registerCompany',
    status: 201,
    input: body,
    ...one(companyView),
    dialect,
    section,
  }),
  route(listCompanies, {
    method: 'GET',
    path: '/v1/companies',
    field: 'Query.companies',
    status: 200,
    input: query({ include_address: ['includeAddress', asBoolean] }),
    ...pageOf(companyView),
    dialect,
    section,
  }),
  route(searchCompanies, {
    method: 'GET',
    path: '/v1/companies/search',
    field: 'Query.searchCompanies',
    status: 200,
    input: query({ limit: asNumber }),
    ...listOfAll(foundCompanyView),
    dialect,
    section,
  }),
  route(resolveCompany, {
    method: 'GET',
    path: '/v1/companies/resolve',
    field: 'Query.resolveCompany',
    status: 200,
    input: query(),
    ...one(resolvedView),
    dialect,
    section,
  }),
  route(importCompany, {
    method: 'POST',
    path: '/v1/companies/import',
    field: 'Mutation.importCompany',
    status: 200,
    input: body,
    ...one(importedView),
    dialect,
    section,
  }),
  route(importCompanies, {
    method: 'POST',
    path: '/v1/companies/import/batch',
    field: 'Mutation.importCompanies',
    status: 200,
    input: body,
    ...importBatch,
    dialect,
    section,
  }),
  route(getCompanyImport, {
    method: 'GET',
    path: '/v1/companies/import/batch/:requestId',
    field: 'Query.companyImport',
    status: 200,
    input: path,
    ...one(companyImportView),
    dialect,
    section,
  }),
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
  route(getCompany, {
    method: 'GET',
    path: '/v1/companies/:companyId',
    field: 'Query.company',
    status: 200,
    input: path,
    ...one(companyView),
    dialect,
    section,
  }),
  route(updateCompany, {
    method: 'PATCH',
    path: '/v1/companies/:companyId',
    field: 'Mutation.updateCompany',
    status: 200,
    input: bodyAndPath,
    ...one(companyView),
    dialect,
    section,
  }),
  route(deregisterCompany, {
    method: 'DELETE',
    path: '/v1/companies/:companyId',
    field: 'Mutation.deregisterCompany',
    status: 204,
    input: path,
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
  route(registerOnNetwork, {
    method: 'POST',
    path: '/v1/companies/:companyId/register',
    field: 'Mutation.registerOnNetwork',
    status: 200,
    input: bodyAndPath,
    ...one(registrationView),
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
