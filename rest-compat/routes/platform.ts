/** Section 4.9: what a platform does for the companies that it manages. */
import { companyImportView } from '../../src/companies/import-view.ts'
import { companyView } from '../../src/companies/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, asBoolean, asNumber, body, bodyAndPath, path, query, route } from '../../src/http/route.ts'
import { newPlatformKeyView, platformKeyView } from '../../src/keys/view.ts'
import { createPlatformApiKey } from '../../src/tenants/create-platform-key.ts'
import { auditTable, auditView } from '../../src/tenants/audit-view.ts'
import { listAudit } from '../../src/tenants/list-audit.ts'
import { getOnboarding } from '../../src/tenants/get-onboarding.ts'
import { getPlatformUsage } from '../../src/tenants/get-usage.ts'
import { listPlatformCompanies } from '../../src/tenants/list-platform-companies.ts'
import { usageTable, usageView } from '../../src/tenants/usage-view.ts'
import { listPlatformApiKeys } from '../../src/tenants/list-platform-keys.ts'
import { onboardCompanies } from '../../src/tenants/onboard-companies.ts'
import { onboardCompany } from '../../src/tenants/onboard-company.ts'
import { revokePlatformApiKey } from '../../src/tenants/revoke-platform-key.ts'
import { rotatePlatformApiKey } from '../../src/tenants/rotate-platform-key.ts'
import { offboardCompany } from '../../src/tenants/offboard-company.ts'
import { reactivateCompany } from '../../src/tenants/reactivate-company.ts'
import { resumeCompany } from '../../src/tenants/resume-company.ts'
import { setCompanyQuotas } from '../../src/tenants/set-quotas.ts'
import { getPlatformSettings } from '../../src/tenants/get-settings.ts'
import { getPlatformHealth } from '../../src/tenants/get-health.ts'
import { healthView } from '../../src/tenants/health-view.ts'
import { settingsView } from '../../src/tenants/settings-view.ts'
import { updatePlatformSettings } from '../../src/tenants/update-settings.ts'
import { checkDomain } from '../../src/tenants/domains/check-domain.ts'
import { claimDomain } from '../../src/tenants/domains/claim-domain.ts'
import { domainView } from '../../src/tenants/domains/domain-view.ts'
import { getDomain } from '../../src/tenants/domains/get-domain.ts'
import { listDomains } from '../../src/tenants/domains/list-domains.ts'
import { releaseDomain } from '../../src/tenants/domains/release-domain.ts'
import { suspendCompany } from '../../src/tenants/suspend-company.ts'
import { managedCompanyView, onboardingView } from '../../src/tenants/view.ts'
import { batchOf } from '../present/batch.ts'

const section = 'Platforms'

export const platform: readonly Route[] = [
  route(onboardCompany, {
    method: 'POST',
    path: '/v1/platform/companies',
    field: 'Mutation.onboardCompany',
    status: 201,
    input: body,
    ...one(onboardingView),
    section,
  }),
  route(listPlatformCompanies, {
    method: 'GET',
    path: '/v1/platform/companies',
    field: 'Query.platformCompanies',
    status: 200,
    input: query({ usageAbove: asNumber, nearQuota: asBoolean }),
    ...pageOf(managedCompanyView),
    section,
  }),
  route(getPlatformUsage, {
    method: 'GET',
    path: '/v1/platform/usage',
    field: 'Query.platformUsage',
    status: 200,
    input: query({ rows: asNumber }),
    ...one(usageView),
    table: usageTable,
    section,
  }),
  route(onboardCompanies, {
    method: 'POST',
    path: '/v1/platform/companies/batch',
    field: 'Mutation.onboardCompanies',
    status: 200,
    input: body,
    ...batchOf('onboarded', one(onboardingView)),
    section,
  }),
  route(getOnboarding, {
    method: 'GET',
    path: '/v1/platform/companies/batch/:requestId',
    field: 'Query.onboarding',
    status: 200,
    input: path,
    ...one(companyImportView),
    section,
  }),
  route(suspendCompany, {
    method: 'POST',
    path: '/v1/platform/companies/:companyId/suspend',
    field: 'Mutation.suspendCompany',
    status: 200,
    input: bodyAndPath,
    ...one(companyView),
    section,
  }),
  route(resumeCompany, {
    method: 'POST',
    path: '/v1/platform/companies/:companyId/resume',
    field: 'Mutation.resumeCompany',
    status: 200,
    input: bodyAndPath,
    ...one(companyView),
    section,
  }),
  route(offboardCompany, {
    method: 'POST',
    path: '/v1/platform/companies/:companyId/offboard',
    field: 'Mutation.offboardCompany',
    status: 200,
    input: bodyAndPath,
    ...one(companyView),
    section,
  }),
  route(reactivateCompany, {
    method: 'POST',
    path: '/v1/platform/companies/:companyId/reactivate',
    field: 'Mutation.reactivateCompany',
    status: 200,
    input: bodyAndPath,
    ...one(companyView),
    section,
  }),
  route(setCompanyQuotas, {
    method: 'PATCH',
    path: '/v1/platform/companies/:companyId/quotas',
    field: 'Mutation.setCompanyQuotas',
    status: 200,
    input: bodyAndPath,
    ...one(companyView),
    section,
  }),
  route(getPlatformHealth, {
    method: 'GET',
    path: '/v1/platform/health',
    field: 'Query.platformHealth',
    status: 200,
    input: query({ rows: asNumber }),
    ...one(healthView),
    section,
  }),
  route(getPlatformSettings, {
    method: 'GET',
    path: '/v1/platform/settings',
    field: 'Query.platformSettings',
    status: 200,
    input: query(),
    ...one(settingsView),
    section,
  }),
  route(updatePlatformSettings, {
    method: 'PATCH',
    path: '/v1/platform/settings',
    field: 'Mutation.updatePlatformSettings',
    status: 200,
    input: body,
    ...one(settingsView),
    section,
  }),
  route(claimDomain, {
    method: 'POST',
    path: '/v1/platform/domains',
    field: 'Mutation.claimDomain',
    status: 201,
    input: body,
    ...one(domainView),
    section,
  }),
  route(listDomains, {
    method: 'GET',
    path: '/v1/platform/domains',
    field: 'Query.domains',
    status: 200,
    input: query(),
    ...pageOf(domainView),
    section,
  }),
  route(getDomain, {
    method: 'GET',
    path: '/v1/platform/domains/:domainId',
    field: 'Query.domain',
    status: 200,
    input: path,
    ...one(domainView),
    section,
  }),
  route(checkDomain, {
    method: 'POST',
    path: '/v1/platform/domains/:domainId/check',
    field: 'Mutation.checkDomain',
    status: 200,
    input: path,
    ...one(domainView),
    section,
  }),
  route(releaseDomain, {
    method: 'DELETE',
    path: '/v1/platform/domains/:domainId',
    field: 'Mutation.releaseDomain',
    status: 204,
    input: path,
    section,
  }),
  route(listAudit, {
    method: 'GET',
    path: '/v1/platform/audit',
    field: 'Query.auditEntries',
    status: 200,
    input: query(),
    ...pageOf(auditView),
    table: auditTable,
    answersLines: true,
    section,
  }),
  route(createPlatformApiKey, {
    method: 'POST',
    path: '/v1/platform/api-keys',
    field: 'Mutation.createPlatformApiKey',
    status: 201,
    input: body,
    ...one(newPlatformKeyView),
    section,
  }),
  route(listPlatformApiKeys, {
    method: 'GET',
    path: '/v1/platform/api-keys',
    field: 'Query.platformApiKeys',
    status: 200,
    input: query({ unusedForDays: asNumber }),
    ...pageOf(platformKeyView),
    section,
  }),
  route(rotatePlatformApiKey, {
    method: 'POST',
    path: '/v1/platform/api-keys/:keyId/rotate',
    field: 'Mutation.rotatePlatformApiKey',
    status: 201,
    input: bodyAndPath,
    ...one(newPlatformKeyView),
    section,
  }),
  route(revokePlatformApiKey, {
    method: 'DELETE',
    path: '/v1/platform/api-keys/:keyId',
    field: 'Mutation.revokePlatformApiKey',
    status: 204,
    input: path,
    section,
  }),
]
