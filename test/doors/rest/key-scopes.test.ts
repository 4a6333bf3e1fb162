import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopeNames } from '../../../src/auth/scopes.ts'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, expectRefusal, withoutRequestId } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('platform')
})
afterAll(() => app.close())

const bearer = (key: string): Caller => new Caller(app, { authorization: `Bearer ${key}` })

const refusesNewKey = async (caller: Caller, body: object, code: Parameters<typeof expectRefusal>[1]) => {
  const before = await tenant.footprint()
  const answer = await caller.post('/v1/api-keys', body)
  expectRefusal(answer, code)
  expect(await tenant.footprint()).toEqual(before)
  return answer
}

describe('scopes', () => {
  test('a key holds the scopes it was given, and without a list those of its maker', async () => {
    const maker = await tenant.keyWith(['platform', 'companies.read', 'companies.read'])
    expect((await maker.get('/v1/me')).body.scopes).toEqual(['platform', 'companies.read'])
    expect((await maker.post('/v1/api-keys', { name: 'Heir' })).body.scopes).toEqual(['platform', 'companies.read'])
  })

  test('a key never gives more scopes than it holds', async () => {
    const maker = await tenant.keyWith(['platform', 'partners'])
    for (const scopes of [['*'], ['send'], ['platform', 'companies.write']]) {
      const answer = await refusesNewKey(maker, { name: 'More', scopes }, 'INSUFFICIENT_SCOPE')
      expect(answer.body.error.details).toMatchObject([{ field: 'scopes' }])
    }
    expect((await maker.post('/v1/api-keys', { name: 'Less', scopes: ['partners'] })).status).toBe(201)
    expect((await maker.post('/v1/api-keys', { name: 'Implied', scopes: ['partners.read'] })).status).toBe(201)
  })

  test('a key with a limit of its own makes none that calls more often', async () => {
    const maker = await tenant.keyWith(['platform'], { rateLimit: 200 })
    const made = async (rateLimit?: number | null): Promise<Body> =>
      (await maker.post('/v1/api-keys', { name: 'Heir', rateLimit })).body
    for (const wanted of [undefined, null, 201, 1_200]) expect((await made(wanted)).rateLimit).toBe(200)
    expect((await made(199)).rateLimit).toBe(199)
    expect((await bearer((await made()).key).get('/v1/me')).headers['x-ratelimit-limit']).toBe('200')
  })

  test('every scope of the specification can be given to a key', async () => {
    const { status, body } = await tenant.post('/v1/api-keys', { name: 'All', scopes: scopeNames })
    expect(status).toBe(201)
    expect(body.scopes).toEqual([
      'send',
      'receive',
      'documents.read',
      'documents.search',
      'documents.write',
      'companies.read',
      'companies.write',
      'directory',
      'partners',
      'partners.read',
      'payments',
      'lifecycle',
      'compliance',
      'stats',
      'platform',
      '*',
    ])
  })

  test('keys are made, listed and revoked with the scope platform only', async () => {
    const { keyId } = await tenant.keyWith(['stats'])
    const key = await tenant.keyWith(
      scopeNames.filter((scope) => scope !== 'platform' && scope !== '*'),
      { name: 'All but platform' },
    )
    expectRefusal(await key.get('/v1/api-keys'), 'INSUFFICIENT_SCOPE')
    expectRefusal(await key.delete(`/v1/api-keys/${keyId}`), 'INSUFFICIENT_SCOPE')
    const answer = await refusesNewKey(key, { name: 'No' }, 'INSUFFICIENT_SCOPE')
    expect(answer.body.error.details).toEqual([
      expect.objectContaining({ field: 'Authorization', rule: 'INSUFFICIENT_SCOPE', scope: 'platform' }),
    ])
  })
})

describe('a key of one company', () => {
  test('a key of one company is bound to it, and so are the keys it makes', async () => {
    const key = await tenant.keyWith(['platform', 'companies.read'], { companyId: tenant.companyId })
    expect((await key.get('/v1/me')).body.companyId).toBe(tenant.companyId)
    const heir = await key.post('/v1/api-keys', { name: 'Heir' })
    expect(heir.body.companyId).toBe(tenant.companyId)
    const sister = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await refusesNewKey(key, { name: 'Sister', companyId: sister.body.id }, 'COMPANY_FORBIDDEN')
  })

  test('a key is bound to the company that is meant, by whichever of its names', async () => {
    const { body: company } = await tenant.get(`/v1/companies/${tenant.companyId}`)
    for (const companyId of [`vat:${company.vatNumber}`, `peppol:${company.peppolId}`])
      expect(await tenant.post('/v1/api-keys', { name: 'Named', companyId })).toMatchObject({
        status: 201,
        body: { companyId: company.id },
      })
  })

  test('a key of one company sees and revokes only keys of that company', async () => {
    const unbound = await tenant.keyWith(['stats'])
    const key = await tenant.keyWith(['platform'], { companyId: tenant.companyId })
    expect((await key.get('/v1/api-keys?limit=100')).body.data.map((row: Body) => row.companyId)).not.toContain(null)
    expectRefusal(await key.delete(`/v1/api-keys/${unbound.keyId}`), 'RESOURCE_NOT_FOUND')
    expect((await unbound.get('/v1/me')).status).toBe(200)
  })

  test('a key cannot be made for a company of others, or for none that exists', async () => {
    const stranger = await app.tenant()
    const theirs = await refusesNewKey(tenant, { name: 'X', companyId: stranger.companyId }, 'COMPANY_NOT_FOUND')
    const nobody = await refusesNewKey(
      tenant,
      { name: 'X', companyId: 'comp_01kafm4h7vf8xbkrs9q2m3c5de' },
      'COMPANY_NOT_FOUND',
    )
    expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobody))
    expect((await tenant.post('/v1/api-keys', { name: 'X', companyId: null })).body.companyId).toBeNull()
  })
})

describe('X-Service-Company', () => {
  const as = (caller: Caller, companyId: string): Caller => caller.with({ 'x-service-company': companyId })
  let own: Tenant
  let [first, second] = ['', '']
  beforeAll(async () => {
    own = await app.tenant('white_label')
    first = (await own.post('/v1/companies', { vatNumber: freshVat() })).body.id
    second = (await own.post('/v1/companies', { vatNumber: freshVat() })).body.id
  })

  test('a platform key acts for the company that X-Service-Company names, and sees no other', async () => {
    expect((await as(own, first).get('/v1/me')).body.companyId).toBe(first)
    expect((await as(own, first).get('/v1/companies')).body.data.map((row: Body) => row.id)).toEqual([first])
    expectOperationRefusal(await as(own, first).get(`/v1/companies/${second}`), 'COMPANY_FORBIDDEN')
    expect((await as(own, first).graphql('{ companies { nodes { id } } }')).data.companies.nodes).toEqual([
      { id: first },
    ])
  })

  test('a company of others or of nobody in X-Service-Company is 404 for every key, byte for byte', async () => {
    const stranger = await app.tenant()
    for (const caller of [
      own,
      await own.keyWith(['companies.read'], { companyId: first }),
      await app.tenant('personal'),
    ]) {
      const theirs = await as(caller, stranger.companyId).get('/v1/companies')
      expectOperationRefusal(theirs, 'COMPANY_NOT_FOUND')
      expect(withoutRequestId(theirs)).toBe(
        withoutRequestId(await as(caller, 'comp_01kafm4h7vf8xbkrs9q2m3c5de').get('/v1/companies')),
      )
    }
  })

  test('a key of one company may name that one in X-Service-Company, and is refused any other', async () => {
    const bound = await own.keyWith(['companies.read'], { companyId: first })
    expect((await as(bound, first).get('/v1/companies')).status).toBe(200)
    expectOperationRefusal(await as(bound, second).get('/v1/companies'), 'COMPANY_FORBIDDEN')
    expectRefusal(await as(bound, second).get('/v1/me'), 'COMPANY_FORBIDDEN')
  })

  test('a personal key cannot act for another company', async () => {
    const personal = await app.tenant('personal')
    const { body } = await personal.post('/v1/companies', { vatNumber: freshVat() })
    expectOperationRefusal(await as(personal, body.id).get('/v1/companies'), 'COMPANY_FORBIDDEN')
  })

  test('the organization headers mean nothing to a key', async () => {
    const stranger = await app.tenant()
    expect(
      (
        await own
          .with({ 'x-service-organization-id': stranger.organizationId, 'organization-id': stranger.organizationId })
          .get('/v1/me')
      ).body.organizationId,
    ).toBe(own.organizationId)
  })
})

describe('GET /v1/me', () => {
  test('GET /v1/me tells a key all it is', async () => {
    const { status, body } = await tenant.get('/v1/me')
    expect(status).toBe(200)
    expect(body).toEqual({
      authMethod: 'api_key',
      userId: null,
      email: null,
      keyType: 'platform',
      organizationId: tenant.organizationId,
      organizationIds: [tenant.organizationId],
      organizations: [{ id: tenant.organizationId, name: 'test', country: null, vatNumber: null }],
      companyId: null,
      roles: [],
      scopes: ['*'],
      isTestMode: true,
      plan: 'platform',
      quota: { limit: null, used: 0 },
      rateLimitPerMinute: 600,
    })
  })
  test('GET /v1/me needs no scope', async () => {
    expect((await (await tenant.keyWith(['stats'])).get('/v1/me')).body.scopes).toEqual(['stats'])
  })
})
