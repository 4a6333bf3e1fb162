import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes/index.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshFrenchVat, freshVat } from '../support/numbers.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true', WORKERS: 'off' })
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const company = async (): Promise<string> => (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body.id
const key = async (): Promise<string> => (await tenant.post('/v1/api-keys', { name: 'k' })).body.id
const hook = { url: 'http://127.0.0.1:1/', events: ['document.sent'] }
const webhook = async (): Promise<string> => (await tenant.post('/v1/webhooks', hook)).body.id
const ended = async (): Promise<string> => {
  const id = await company()
  await tenant.post(`/v1/platform/companies/${id}/offboard`)
  return id
}
const suspended = async (): Promise<string> => {
  const id = await company()
  await tenant.post(`/v1/platform/companies/${id}/suspend`)
  return id
}
const joinRequest = async (): Promise<{ companyId: string; id: string }> => {
  const companyId = await company()
  const { organizationId } = tenant
  const id = `jreq_${companyId.slice(5)}`
  const createdAt = app.clock.now()
  await app.platform.db.client.joinRequest.create({ data: { organizationId, id, companyId, userId: 'bob', createdAt } })
  return { companyId, id }
}
const decided = async (how: string): Promise<Answer> => {
  const { companyId, id } = await joinRequest()
  return tenant.post(`/v1/companies/${companyId}/join-requests/${id}/${how}`)
}
const addressed = async (): Promise<Answer> => {
  const { body } = await tenant.post('/v1/companies', { vatNumber: freshFrenchVat() })
  return tenant.post(`/v1/companies/${body.id}/addresses`, { address: `${body.peppolId}_X` })
}
let domains = 0
const claim = (): Promise<Answer> => tenant.post('/v1/platform/domains', { domain: `d${(domains += 1)}.audited.test` })
const platform = '/v1/platform/companies'
const migrationKey = (): Promise<Answer> => tenant.post(`/v1/companies/${tenant.companyId}/migration-key`)
const askDeletion = (): Promise<Answer> => tenant.post('/v1/organization/deletion', { confirm: tenant.organizationId })
const cancelDeletion = (): Promise<Answer> => tenant.post('/v1/organization/deletion/cancel')

/** Each operation that changes what the audit is about: how it is called, and the kind of its entry. */
const changes: Record<string, [kind: string, call: () => Promise<Answer>]> = {
  createApiKey: ['key', () => tenant.post('/v1/api-keys', { name: 'x' })],
  rotateApiKey: ['key', async () => tenant.post(`/v1/api-keys/${await key()}/rotate`)],
  updateApiKey: ['key', async () => tenant.patch(`/v1/api-keys/${await key()}`, { name: 'y' })],
  revokeApiKey: ['key', async () => tenant.delete(`/v1/api-keys/${await key()}`)],
  createPlatformApiKey: ['key', () => tenant.post('/v1/platform/api-keys', { name: 'x' })],
  rotatePlatformApiKey: ['key', async () => tenant.post(`/v1/platform/api-keys/${await key()}/rotate`)],
  revokePlatformApiKey: ['key', async () => tenant.delete(`/v1/platform/api-keys/${await key()}`)],
  createWebhook: ['webhook', () => tenant.post('/v1/webhooks', hook)],
  updateWebhook: ['webhook', async () => tenant.patch(`/v1/webhooks/${await webhook()}`, { rotateSecret: true })],
  deleteWebhook: ['webhook', async () => tenant.delete(`/v1/webhooks/${await webhook()}`)],
  setCompanyQuotas: [
    'quotas',
    async () => tenant.patch(`${platform}/${await company()}/quotas`, { documentsPerMonth: 5 }),
  ],
  updatePlatformSettings: [
    'settings',
    () => tenant.patch('/v1/platform/settings', { branding: { supportEmail: 'a@example.com' } }),
  ],
  updateCompany: [
    'settings',
    async () => tenant.patch(`/v1/companies/${await company()}`, { settings: { defaultCurrency: 'USD' } }),
  ],
  updateOrganization: ['organization', () => tenant.patch('/v1/organization', { name: 'Audited' })],
  onboardCompany: [
    'key',
    () => tenant.post(platform, { vatNumber: freshVat(), apiKey: { name: 'x' }, autoVerify: true }),
  ],
  createOnboardingLink: ['company', async () => tenant.post(`${platform}/${await company()}/onboarding-links`)],
  createMigrationKey: ['company', () => migrationKey()],
  redeemMigrationKey: [
    'company',
    async () => {
      const { migrationKey: made } = (await migrationKey()).body
      return tenant.post(`/v1/companies/${tenant.companyId}/migration-key/redeem`, { migrationKey: made })
    },
  ],
  requestOrganizationDeletion: [
    'organization',
    async () => {
      await cancelDeletion()
      return askDeletion()
    },
  ],
  cancelOrganizationDeletion: [
    'organization',
    async () => {
      await askDeletion()
      return cancelDeletion()
    },
  ],
  suspendCompany: ['company', async () => tenant.post(`${platform}/${await company()}/suspend`)],
  resumeCompany: ['company', async () => tenant.post(`${platform}/${await suspended()}/resume`)],
  offboardCompany: ['company', async () => tenant.post(`${platform}/${await company()}/offboard`)],
  reactivateCompany: ['company', async () => tenant.post(`${platform}/${await ended()}/reactivate`)],
  addCompanyAddress: ['company', addressed],
  endCompanyAddress: [
    'company',
    async () => {
      const { companyId, id } = (await addressed()).body
      return tenant.post(`/v1/companies/${companyId}/addresses/${id}/end`)
    },
  ],
  deregisterCompany: ['company', async () => tenant.delete(`/v1/companies/${await company()}`)],
  registerOnNetwork: ['company', async () => tenant.post(`/v1/companies/${await ended()}/register`)],
  claimDomain: ['domain', claim],
  checkDomain: ['domain', async () => tenant.post(`/v1/platform/domains/${(await claim()).body.id}/check`)],
  releaseDomain: ['domain', async () => tenant.delete(`/v1/platform/domains/${(await claim()).body.id}`)],
  acceptJoinRequest: ['member', () => decided('accept')],
  rejectJoinRequest: ['member', () => decided('reject')],
}

/** What else changes something under these addresses, each with the reason why it is no matter of the audit. */
const others: Record<string, string> = {
  onboardCompanies: 'writes what onboardCompany writes, for each',
  testWebhook: 'sends an event, and changes nothing',
  redeliver: 'sends an event again',
  registerCompany: 'begins a company: its event tells of it',
  importCompany: 'begins a company: its event tells of it',
  importCompanies: 'begins companies: their events tell of them',
  requestToJoin: 'asks for something that others decide',
  startOwnershipProof: 'begins a proof, and changes no right',
  confirmOwnership: 'is told by its event',
}

describe('the audit', () => {
  test.each(Object.entries(changes))('has an entry of %s, with who and which request', async (name, [kind, call]) => {
    const { status, headers } = await call()
    expect(status).toBeLessThan(300)
    const { body } = await tenant.get(`/v1/platform/audit?kind=${kind}&limit=20`)
    const own = body.data.filter((entry: Body) => entry.requestId === headers['x-request-id'])
    expect(own.map(({ operation }: Body) => operation)).toContain(name)
    for (const entry of own) {
      expect(entry.keyId).toMatch(/^key_/)
      expect(entry.changes.length).toBeGreaterThan(0)
    }
  })

  test('knows every operation on companies, keys, webhooks and the organization that changes something', () => {
    const about = /^\/v1\/(platform|api-keys|webhooks|organization|companies)/
    const writing = routes.filter(({ path, operation }) => about.test(path) && operation.writes)
    const names = new Set(writing.map(({ operation }) => operation.name))
    expect([...names].toSorted()).toEqual([...Object.keys(changes), ...Object.keys(others)].toSorted())
  })
})
