import { expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes/index.ts'
import { type Access, grants, scopeNames } from '../../src/auth/scopes.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import type { Operation } from '../../src/operation/operation.ts'

/** Which scope each operation needs, as it was decided; an operation that is new gets its place here. */
const decided: Readonly<Record<Access, string>> = {
  anyone: `bootstrapSandbox createSandboxHandoff exchangeHandoff exchangeToken getConsentRequest getHandoff
    listOauthScopes registerOauthClient revokeToken startAuthorization startDeviceAuthorization`,
  authenticated: `cancelBulkOperation createHandoff decideConsent flushIdempotency getBulkOperation getBulkResult
     getRequest replayRequest introspectToken listBulkOperations listSandboxStories startBulkExport whoAmI`,
  send: `orderCart playSandboxStory resendDocument sendDocument sendDocuments startBulkSend startCart startPunchOut
    submitFlow validateDocument previewDocument readDocumentFile`,
  receive: `acknowledgeEvent acknowledgeEvents createWebhook deleteWebhook followEvents getDelivery getDeliveryRequest getEvent getWebhook
    listDeliveries listEvents listWebhooks redeliver registerOnNetwork replayEvent testWebhook updateWebhook
    createFlowWebhook getFlowWebhook listFlowWebhooks updateFlowWebhook`,
  'documents.read': `getAttachment getDocument getDocumentFile getEvidence getEvidenceFile getInsight getLifecycle
    getStatusRecipient getStructuredDocument getTimeline listAttachments listAttempts listDocuments listMessageStatuses
    listNotes listObjectTags
    listOrderInvoices listRelated listTagGroups listTags suggestTags getFlow getFlowFile listFlows
    getCart listCarts`,
  'documents.search': 'searchDocuments',
  'documents.write': `actOnDocument actOnDocuments assignTag createTag createTagGroup deleteTag deleteTagGroup removeTag
    updateTag updateTagGroup discardCart`,
  'companies.read': `getCompany getOrganization listCompanies listCompanyAddresses listOwnershipProofs requestToJoin resolveCompany
    searchCompanies`,
  'companies.write': `addCompanyAddress endCompanyAddress advanceClock createMigrationKey redeemMigrationKey confirmOwnership
     deregisterCompany getCompanyImport importCompanies importCompany
    registerCompany resetClock startOwnershipProof updateCompany`,
  directory: `getParticipant searchDirectory verifyParticipant getDirectoryLine getRoutingCode getSiren getSiret
    searchDirectoryLines searchRoutingCodes searchSirens searchSirets`,
  partners: 'createPartner deletePartner mergePartners updatePartner createShop deleteShop updateShop',
  'partners.read': 'findPartnerByAccount getPartner listPartnerInvoices listPartners getShop listShops',
  payments:
    'exportPayments getAgeing getPaymentExport getPaymentInfo importBankFile listPayments recordPayment reversePayment',
  lifecycle: 'updateLifecycle updateLifecycleBatch updateLifecycleByNumber',
  compliance:
    'getPortabilityRequest listPortabilityRequests receivePortabilityMessage sendPortabilityMessage ' +
    'buildPortabilityMessage countComplianceReports getComplianceStatus getEReportingPeriod listComplianceReports ' +
    'listEReportingPeriods parsePortabilityMessage reportPayments reportTransactions',
  stats: 'getStats',
  platform: `acceptJoinRequest cancelOrganizationDeletion requestOrganizationDeletion startOrganizationExport createApiKey createPlatformApiKey exhaustRateLimit listApiKeys listHandoffs listPlatformApiKeys
    getOnboarding getPlatformHealth getPlatformSettings updatePlatformSettings getPlatformUsage listAudit listPlatformCompanies onboardCompanies offboardCompany onboardCompany reactivateCompany resumeCompany setCompanyQuotas
    listMembers updateOrganization suspendCompany revokePlatformApiKey rotateApiKey rotatePlatformApiKey
    listJoinRequests listPlatformEvents listRequestLogs rejectJoinRequest requestUsage resetSandbox revokeApiKey updateApiKey
    revokeHandoff revokeUserAccess createOnboardingLink listOnboardingLinks claimDomain checkDomain getDomain
    listDomains releaseDomain`,
}

const operations = (): Map<string, Operation> => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}))
  const held = [
    ...routes.map(({ operation }) => operation as Operation),
    ...fields.flatMap(({ extensions }) => (extensions['operation'] as Operation | undefined) ?? []),
  ]
  return new Map(held.map((operation) => [operation.name, operation]))
}

test('every operation needs the scope that was decided for it', () => {
  const found = [...operations().values()].map(({ name, scope }) => `${name} ${scope}`)
  const expected = Object.entries(decided).flatMap(([scope, names]) =>
    names.split(/\s+/).map((name) => `${name} ${scope}`),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
})

test('a scope grants itself, everything grants all, and partners grants the reading of partners too', () => {
  for (const held of scopeNames)
    for (const access of Object.keys(decided) as Access[])
      expect({ held, access, granted: grants(new Set([held]), access) }).toEqual({
        held,
        access,
        granted:
          ['anyone', 'authenticated', held].includes(access) ||
          held === '*' ||
          (held === 'partners' && access === 'partners.read'),
      })
})
