/** Section 4.3. */
import { z } from 'zod'
import { acceptJoinRequest } from '../../src/companies/accept-join-request.ts'
import { deregisterCompany } from '../../src/companies/deregister-company.ts'
import { getCompany } from '../../src/companies/get-company.ts'
import { getCompanyImport } from '../../src/companies/get-import.ts'
import { importCompanies } from '../../src/companies/import-companies.ts'
import { importCompany } from '../../src/companies/import-company.ts'
import { listCompanies } from '../../src/companies/list-companies.ts'
import { listJoinRequests } from '../../src/companies/list-join-requests.ts'
import { registerCompany } from '../../src/companies/register-company.ts'
import { registerOnNetwork } from '../../src/companies/register-on-network.ts'
import { rejectJoinRequest } from '../../src/companies/reject-join-request.ts'
import { requestToJoin } from '../../src/companies/request-to-join.ts'
import { resolveCompany } from '../../src/companies/resolve-company.ts'
import { searchCompanies } from '../../src/companies/search-companies.ts'
import { updateCompany } from '../../src/companies/update-company.ts'
import {
  companyShape,
  foundCompanyShape,
  presentCompany,
  presentFound,
  presentRegistration,
  registrationShape,
} from '../present/company.ts'
import { joinRequestShape, presentJoinRequest } from '../present/join-request.ts'
import {
  importBatchShape,
  importShape,
  importedShape,
  presentImport,
  presentImportBatch,
  presentImported,
  presentResolved,
  resolvedShape,
} from '../present/registry.ts'
import { listOf, listShape } from '../present/shared.ts'
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
    shape: companyShape,
    present: presentCompany,
    dialect,
    section,
  }),
  route(listCompanies, {
    method: 'GET',
    path: '/v1/companies',
    field: 'Query.companies',
    status: 200,
    input: query({ include_address: ['includeAddress', asBoolean] }),
    shape: listShape(companyShape),
    present: listOf(presentCompany),
    dialect,
    section,
  }),
  route(searchCompanies, {
    method: 'GET',
    path: '/v1/companies/search',
    field: 'Query.searchCompanies',
    status: 200,
    input: query({ limit: asNumber }),
    shape: z.array(foundCompanyShape),
    present: (rows) => rows.map(presentFound),
    dialect,
    section,
  }),
  route(resolveCompany, {
    method: 'GET',
    path: '/v1/companies/resolve',
    field: 'Query.resolveCompany',
    status: 200,
    input: query(),
    shape: resolvedShape,
    present: presentResolved,
    dialect,
    section,
  }),
  route(importCompany, {
    method: 'POST',
    path: '/v1/companies/import',
    field: 'Mutation.importCompany',
    status: 200,
    input: body,
    shape: importedShape,
    present: presentImported,
    dialect,
    section,
  }),
  route(importCompanies, {
    method: 'POST',
    path: '/v1/companies/import/batch',
    field: 'Mutation.importCompanies',
    status: 200,
    input: body,
    shape: importBatchShape,
    present: presentImportBatch,
    dialect,
    section,
  }),
  route(getCompanyImport, {
    method: 'GET',
    path: '/v1/companies/import/batch/:requestId',
    field: 'Query.companyImport',
    status: 200,
    input: path,
    shape: importShape,
    present: presentImport,
    dialect,
    section,
  }),
  route(listJoinRequests, {
    method: 'GET',
    path: '/v1/companies/join-requests',
    field: 'Query.joinRequests',
    status: 200,
    input: query(),
    shape: listShape(joinRequestShape),
    present: listOf(presentJoinRequest),
    dialect,
    section,
  }),
  route(getCompany, {
    method: 'GET',
    path: '/v1/companies/:companyId',
    field: 'Query.company',
    status: 200,
    input: path,
    shape: companyShape,
    present: presentCompany,
    dialect,
    section,
  }),
  route(updateCompany, {
    method: 'PATCH',
    path: '/v1/companies/:companyId',
    field: 'Mutation.updateCompany',
    status: 200,
    input: bodyAndPath,
    shape: companyShape,
    present: presentCompany,
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
    shape: joinRequestShape,
    present: presentJoinRequest,
    dialect,
    section,
  }),
  route(acceptJoinRequest, {
    method: 'POST',
    path: '/v1/companies/:companyId/join-requests/:joinRequestId/accept',
    field: 'Mutation.acceptJoinRequest',
    status: 200,
    input: bodyAndPath,
    shape: joinRequestShape,
    present: presentJoinRequest,
    dialect,
    section,
  }),
  route(rejectJoinRequest, {
    method: 'POST',
    path: '/v1/companies/:companyId/join-requests/:joinRequestId/reject',
    field: 'Mutation.rejectJoinRequest',
    status: 200,
    input: bodyAndPath,
    shape: joinRequestShape,
    present: presentJoinRequest,
    dialect,
    section,
  }),
  route(registerOnNetwork, {
    method: 'POST',
    path: '/v1/companies/:companyId/register',
    field: 'Mutation.registerOnNetwork',
    status: 200,
    input: bodyAndPath,
    shape: registrationShape,
    present: presentRegistration,
    dialect,
    section,
  }),
]
