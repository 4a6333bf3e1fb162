import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

const webhook = { url: 'http://127.0.0.1:1/', events: ['document.received'] }
const whole = (more: object = {}): object => ({
  vatNumber: freshVat(),
  webhook,
  apiKey: { name: 'ERP', scopes: ['send', 'companies.read'] },
  ...more,
})

/** Everything onboarding writes, beside what every footprint counts. */
const everything = async (): Promise<object> => ({
  ...(await tenant.footprint()),
  webhooks: await app.platform.db.client.webhook.count({ where: { organizationId: tenant.organizationId } }),
  participants: await app.platform.db.client.participant.count({ where: { organizationId: tenant.organizationId } }),
  hashes: await app.platform.db.client.apiKeyHash.count({ where: { organizationId: tenant.organizationId } }),
})

describe('onboarding a company', () => {
  test('one call makes the company, its webhook and its key, which acts for that company alone', async () => {
    const { status, body } = await tenant.post('/v1/platform/companies', whole({ externalId: 'customer-1' }))
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        company: { externalId: 'customer-1', receivesDocuments: true },
        apiKey: { companyId: body.company.id, type: 'personal', scopes: ['send', 'companies.read'] },
        webhook: { companyId: body.company.id, secret: expect.stringMatching(/^whsec_/) },
        verification: { name: body.company.name, isOnNetwork: true },
      },
    })
    const bound = tenant.with({ authorization: `Bearer ${body.apiKey.key}` })
    expect((await bound.get('/v1/companies')).body.data.map(({ id }: Body) => id)).toEqual([body.company.id])
    expectRefusal(await bound.get('/v1/platform/api-keys'), 'INSUFFICIENT_SCOPE')
    await app.platform.runner?.settle()
    expect((await tenant.get('/v1/companies/ext:customer-1')).body.smpRegistered).toBe(true)
  })

  test('a repeated idempotency key answers the same secrets and makes nothing', async () => {
    const input = whole()
    const headers = { 'idempotency-key': 'onboard-1' }
    const first = await tenant.post('/v1/platform/companies', input, headers)
    const before = await everything()
    const again = await tenant.post('/v1/platform/companies', input, headers)
    expect(again.bytes.equals(first.bytes)).toBe(true)
    expect(again.body.apiKey.key).toMatch(/^svc_test_/)
    expect(await everything()).toEqual(before)
  })

  test('a company that does not receive documents is not published', async () => {
    const { body } = await tenant.post('/v1/platform/companies', whole({ receiveDocuments: false }))
    await app.platform.runner?.settle()
    const { body: company } = await tenant.get(`/v1/companies/${body.company.id}`)
    expect(company).toMatchObject({ receivesDocuments: false, smpRegistered: false, smp: { status: 'none' } })
    const registered = await tenant.post(`/v1/companies/${body.company.id}/register`)
    expect(registered.status).toBe(200)
    await app.platform.runner?.settle()
    expect((await tenant.get(`/v1/companies/${body.company.id}`)).body).toMatchObject({
      receivesDocuments: true,
      smpRegistered: true,
    })
  })

  test('without autoVerify nobody is asked, and the caller says how the company is called', async () => {
    expectRefusal(await tenant.post('/v1/platform/companies', whole({ autoVerify: false })), 'MISSING_FIELD')
    const { body } = await tenant.post('/v1/platform/companies', whole({ autoVerify: false, name: 'Own Words' }))
    expect(body).toMatchObject({ verification: null, company: { name: 'Own Words', dataProviderType: 'caller' } })
  })

  test.each([
    ['the registry knows nobody', { vatNumber: 'DE000000404' }, 'VAT_NOT_FOUND'],
    ['the external id is taken', { externalId: 'taken' }, 'CONFLICT'],
    ['the webhook has no good address', { webhook: { ...webhook, url: 'ftp://127.0.0.1/' } }, 'INVALID_REQUEST'],
    ['the key would end in the past', { apiKey: { name: 'x', expiresAt: '2020-01-01T00:00:00Z' } }, 'INVALID_DATE'],
    ['the key has an unknown network', { apiKey: { name: 'x', allowedNetworks: ['10.0.0.0/99'] } }, 'INVALID_REQUEST'],
  ] as const)('where %s, nothing is left', async (_what, more, code) => {
    if (code === 'CONFLICT') await tenant.patch(`/v1/companies/${tenant.companyId}`, { externalId: 'taken' })
    const before = await everything()
    expectRefusal(await tenant.post('/v1/platform/companies', whole(more)), code)
    expect(await everything()).toEqual(before)
  })

  test('a key with fewer scopes makes no company with a key that has more', async () => {
    const small = await tenant.keyWith(['platform', 'companies.read'])
    const before = await everything()
    const { body, ...answer } = await small.post(
      '/v1/platform/companies',
      whole({ apiKey: { name: 'x', scopes: ['send'] } }),
    )
    expectRefusal({ body, ...answer }, 'INSUFFICIENT_SCOPE')
    expect(body.error.details[0].field).toBe('apiKey.scopes')
    expect(await everything()).toEqual(before)
  })

  test('personal keys and callers of one company onboard nobody', async () => {
    const personal = await app.tenant('personal')
    expectRefusal(await personal.post('/v1/platform/companies', whole()), 'INSUFFICIENT_SCOPE')
    const acting = tenant.with({ 'x-service-company': tenant.companyId })
    expectRefusal(await acting.post('/v1/platform/companies', whole()), 'COMPANY_FORBIDDEN')
  })

  test('GraphQL onboards in the same way, and repeats the secrets too', async () => {
    const mutation = `mutation ($input: OnboardCompanyInput!) {
      onboardCompany(input: $input) { company { id } key webhookSecret verification { provider } }
    }`
    const input = {
      vatNumber: freshVat(),
      webhook: { ...webhook, events: ['DOCUMENT_RECEIVED'] },
      apiKey: { name: 'x' },
      idempotencyKey: 'g',
    }
    const { data, errors } = await tenant.graphql(mutation, { input })
    expect(errors).toBeUndefined()
    expect(data.onboardCompany.key).toMatch(/^svc_test_/)
    expect((await tenant.graphql(mutation, { input })).data).toEqual(data)
  })
})

describe('onboarding many companies', () => {
  test('each item succeeds or fails by itself, and the progress is read by the id of the request', async () => {
    const twice = freshVat()
    const items = [whole(), { vatNumber: twice }, { vatNumber: twice }, { vatNumber: 'DE000000404' }, whole()]
    const { status, body, headers } = await tenant.post('/v1/platform/companies/batch', { items })
    expect({ status, body }).toMatchObject({ status: 200, body: { succeeded: 3, failed: 2 } })
    expect(body.results.map((one: Body) => one.error?.code ?? one.ok)).toEqual([
      true,
      true,
      'COMPANY_EXISTS',
      'VAT_NOT_FOUND',
      true,
    ])
    expect(body.results[0].onboarded.apiKey.key).toMatch(/^svc_test_/)
    const progress = await tenant.get(`/v1/platform/companies/batch/${headers['x-request-id']}`)
    expect(progress.body).toMatchObject({ state: 'finished', total: 5, examined: 5, failed: 2 })
  })
})
