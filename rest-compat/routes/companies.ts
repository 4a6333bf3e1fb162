/** Section 4.3. */
import { deregisterCompany } from '../../src/companies/deregister-company.ts'
import { getCompany } from '../../src/companies/get-company.ts'
import { getCompanyImport } from '../../src/companies/get-import.ts'
import { importCompanies } from '../../src/companies/import-companies.ts'
import { importCompany } from '../../src/companies/import-company.ts'
import { listCompanies } from '../../src/companies/list-companies.ts'
import { registerCompany } from '../../src/companies/register-company.ts'
import { registerOnNetwork } from '../../src/companies/register-on-network.ts'
import { resolveCompany } from '../../src/companies/resolve-company.ts'
import { searchCompanies } from '../../src/companies/search-companies.ts'
import { updateCompany } from '../../src/companies/update-company.ts'
import { companyImportView, importedView } from '../../src/companies/import-view.ts'
import { resolvedView } from '../../src/companies/resolve-view.ts'
import { companyView, foundCompanyView, registrationView } from '../../src/companies/view.ts'
import { listOfAll, one, pageOf } from '../../src/http/answers.ts'
import { importBatch } from '../present/import-batch.ts'
import { type Route, asBoolean, asNumber, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'

const section = 'Companies'
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
]
