import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'

const HOUR = 3_600_000
let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

const withKey = (key: string, from = '203.0.113.7') =>
  tenant.with({ authorization: `Bearer ${key}`, 'x-forwarded-for': from })

describe('keys of a platform', () => {
  test('the limits are one object here and a number there, and one column', async () => {
    const { status, body } = await tenant.post('/v1/platform/api-keys', {
      name: 'a',
      label: 'Shop 7',
      companyId: tenant.companyId,
      rateLimit: { requestsPerMinute: 30, documentsPerMonth: 5 },
    })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { label: 'Shop 7', type: 'personal', rateLimit: { requestsPerMinute: 30, documentsPerMonth: 5 } },
    })
    const listed = (await tenant.get('/v1/api-keys')).body.data[0]
    expect(listed).toMatchObject({ id: body.id, rateLimit: 30, documentsPerMonth: 5, label: 'Shop 7' })
    expect((await withKey(body.key).get('/v1/me')).headers['x-ratelimit-limit']).toBe('30')
  })

  test('a key makes no key that may do more, may call more often or may be used from elsewhere', async () => {
    const maker = await tenant.keyWith(['platform', 'stats'], { rateLimit: 50, allowedNetworks: ['203.0.113.0/24'] })
    const caller = withKey(maker.key)
    const make = (more: object) => caller.post('/v1/platform/api-keys', { name: 'x', ...more })
    const before = await tenant.footprint()
    expectRefusal(await make({ scopes: ['send'] }), 'INSUFFICIENT_SCOPE')
    expectRefusal(await make({ type: 'white_label' }), 'INSUFFICIENT_SCOPE')
    expectRefusal(await make({ allowedNetworks: ['198.51.100.0/24'] }), 'NETWORK_FORBIDDEN')
    expect(await tenant.footprint()).toEqual(before)
    const { body } = await make({ rateLimit: { requestsPerMinute: 400 } })
    expect(body).toMatchObject({ rateLimit: { requestsPerMinute: 50 }, allowedNetworks: ['203.0.113.0/24'] })
  })

  test('a key is used from its networks only, over HTTP and GraphQL', async () => {
    const { body } = await tenant.post('/v1/platform/api-keys', {
      name: 'office',
      allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
    })
    expect((await withKey(body.key).get('/v1/me')).status).toBe(200)
    expect((await withKey(body.key, '2001:db8:1::5').get('/v1/me')).status).toBe(200)
    expectRefusal(await withKey(body.key, '198.51.100.1').get('/v1/me'), 'NETWORK_FORBIDDEN')
    const asked = await withKey(body.key, '2001:dead::1').graphql('{ viewer { organizationId } }')
    expect(asked.errors[0].extensions.code).toBe('NETWORK_FORBIDDEN')
  })

  test('after a rotation both keys work, and the old one ends with the overlap', async () => {
    const { body: old } = await tenant.post('/v1/platform/api-keys', { name: 'rotated', scopes: ['stats'] })
    const { status, body: fresh } = await tenant.post(`/v1/platform/api-keys/${old.id}/rotate`, { overlapHours: 2 })
    expect({ status, fresh }).toMatchObject({ status: 201, fresh: { name: 'rotated', scopes: ['stats'] } })
    for (const { key } of [old, fresh]) expect((await withKey(key).get('/v1/me')).status).toBe(200)
    expectRefusal(await tenant.post(`/v1/platform/api-keys/${old.id}/rotate`), 'CONFLICT')
    app.clock.advance(2 * HOUR + 1_000)
    expectRefusal(await withKey(old.key).get('/v1/me'), 'EXPIRED_TOKEN')
    expect((await withKey(fresh.key).get('/v1/me')).status).toBe(200)
  })

  test('without an overlap the old key dies at once', async () => {
    const { body: old } = await tenant.post('/v1/api-keys', { name: 'leaked' })
    await tenant.post(`/v1/api-keys/${old.id}/rotate`, { overlapHours: 0 })
    expectRefusal(await withKey(old.key).get('/v1/me'), 'REVOKED_KEY')
  })

  test('a key with fewer scopes does not come to more by rotating another', async () => {
    const { body: strong } = await tenant.post('/v1/platform/api-keys', { name: 'strong' })
    const weak = await tenant.keyWith(['platform'])
    const before = await tenant.footprint()
    expectRefusal(await weak.post(`/v1/platform/api-keys/${strong.id}/rotate`), 'INSUFFICIENT_SCOPE')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('the list tells the last use of each key, and finds those that are not used', async () => {
    const { body: used } = await tenant.post('/v1/platform/api-keys', { name: 'used', rateLimit: null })
    const { body: idle } = await tenant.post('/v1/platform/api-keys', { name: 'idle' })
    // Beyond the life of the sandbox, so that it goes on.
    await app.platform.db.client.organization.updateMany({ data: { expiresAt: null } })
    await app.platform.db.client.apiKey.updateMany({ data: { expiresAt: null } })
    app.platform.keys.forget(tenant.organizationId)
    app.clock.advance(91 * 24 * HOUR)
    await withKey(used.key).get('/v1/webhooks')
    const { body } = await tenant.get('/v1/platform/api-keys?unusedForDays=90&limit=100')
    const ids = body.data.map(({ id }: { id: string }) => id)
    expect(ids).toContain(idle.id)
    expect(ids).not.toContain(used.id)
    const { data } = await tenant.graphql(
      '{ platformApiKeys(first: 100) { nodes { id lastUsed { at address operation } } } }',
    )
    const use = data.platformApiKeys.nodes.find(({ id }: { id: string }) => id === used.id).lastUsed
    expect(use).toEqual({ at: expect.any(String), address: '203.0.113.7', operation: 'listWebhooks' })
  })

  test('a platform key revokes the key of a company, and a personal key none of these', async () => {
    const { body: key } = await tenant.post('/v1/platform/api-keys', { name: 'x', companyId: tenant.companyId })
    expectRefusal(await withKey(key.key).delete(`/v1/platform/api-keys/${key.id}`), 'COMPANY_FORBIDDEN')
    const personal = await app.tenant('personal')
    expectRefusal(await personal.get('/v1/platform/api-keys'), 'INSUFFICIENT_SCOPE')
    expect((await tenant.delete(`/v1/platform/api-keys/${key.id}`)).status).toBe(204)
    expectRefusal(await withKey(key.key).get('/v1/me'), 'REVOKED_KEY')
  })
})
