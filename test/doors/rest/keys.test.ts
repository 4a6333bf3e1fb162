import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../../../src/auth/bearer-key.ts'
import { keyRing } from '../../../src/auth/credentials.ts'
import { scopeNames } from '../../../src/auth/scopes.ts'
import type { Client } from '../../../src/kernel/database/open.ts'
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

describe('a new key', () => {
  test.each([
    ['personal', 'svc_test_', 'pro'],
    ['platform', 'svc_plat_test_', 'platform'],
    ['white_label', 'svc_wl_test_', 'white_label'],
  ] as const)('a new key of a %s tenant starts with %s', async (type, prefix, plan) => {
    const maker = await app.tenant(type)
    expect(maker.key.slice(0, prefix.length)).toBe(prefix)
    const { status, body } = await maker.post('/v1/api-keys', { name: 'ERP' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      key: expect.stringMatching(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`)),
      keyPrefix: body.key.slice(0, prefix.length + 6),
      name: 'ERP',
      scopes: ['*'],
      companyId: null,
      rateLimit: null,
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: (await maker.get('/v1/api-keys')).body.data.find(({ id }: Body) => id !== body.id).expiresAt,
    })
    expect((await bearer(body.key).get('/v1/me')).body).toMatchObject({ keyType: type, plan, isTestMode: true })
  })

  test('a new key is shown once: lists know its prefix, and the database only the hash of it', async () => {
    const { body: made } = await tenant.post('/v1/api-keys', { name: 'Once' })
    const { key, ...rest } = made
    const list = await tenant.get('/v1/api-keys?limit=100')
    expect(list.body.data.find((row: Body) => row.id === made.id)).toEqual(rest)
    expect(list.bytes.toString()).not.toContain(key)
    const { client } = app.platform.db
    const stored = JSON.stringify([await client.apiKey.findMany(), await client.apiKeyHash.findMany()])
    expect(stored).not.toContain(key.slice(made.keyPrefix.length))
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'))
  })

  test('keys are listed newest first, page by page, without what was revoked', async () => {
    const other = await app.tenant()
    const made: string[] = []
    for (let index = 0; index < 5; index++) made.unshift((await other.keyWith(['stats'])).keyId)
    await other.delete(`/v1/api-keys/${made[1]}`)
    const first = (await other.get('/v1/api-keys?limit=3')).body
    const second = (await other.get(`/v1/api-keys?limit=3&cursor=${first.cursor}`)).body
    expect(first.hasMore).toBe(true)
    expect([...first.data, ...second.data].map((row: Body) => row.id).slice(0, 4)).toEqual(
      made.filter((_, index) => index !== 1),
    )
    expect(second).toMatchObject({ hasMore: false, cursor: null })
  })

  test.each([
    [{}, 'MISSING_FIELD', 'name'],
    [{ name: '' }, 'INVALID_REQUEST', 'name'],
    [{ name: 'x'.repeat(101) }, 'INVALID_REQUEST', 'name'],
    [{ name: 'x', scopes: [] }, 'INVALID_REQUEST', 'scopes'],
    [{ name: 'x', scopes: ['companies:read'] }, 'INVALID_ENUM', 'scopes[0]'],
    [{ name: 'x', scopes: 'send' }, 'INVALID_REQUEST', 'scopes'],
    [{ name: 'x', expiresAt: '2030-02-30T00:00:00Z' }, 'INVALID_DATE', 'expiresAt'],
    [{ name: 'x', expiresAt: '2030-01-01' }, 'INVALID_DATE', 'expiresAt'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'INVALID_DATE', 'expiresAt'],
    [{ name: 'x', rateLimit: 0 }, 'INVALID_REQUEST', 'rateLimit'],
    [{ name: 'x', rateLimit: 1_201 }, 'INVALID_REQUEST', 'rateLimit'],
    [{ name: 'x', rateLimit: 1.5 }, 'INVALID_REQUEST', 'rateLimit'],
    [{ name: 'x', type: 'platform' }, 'INVALID_REQUEST', 'type'],
  ] as const)('a new key is refused for %j', async (body, code, field) => {
    expect((await refusesNewKey(tenant, body, code)).body.error.details).toEqual([
      expect.objectContaining({ field, rule: code }),
    ])
  })
})

describe('the end of a key', () => {
  test('a revoked key is refused from the next request on, with 401 REVOKED_KEY', async () => {
    const key = await tenant.keyWith(['companies.read'])
    expect((await key.get('/v1/companies')).status).toBe(200)
    const answer = await tenant.delete(`/v1/api-keys/${key.keyId}`)
    expect({ status: answer.status, length: answer.bytes.length }).toEqual({ status: 204, length: 0 })
    expectOperationRefusal(await key.get('/v1/companies'), 'REVOKED_KEY')
    expectRefusal(await key.get('/v1/me'), 'REVOKED_KEY')
    expect((await key.graphql('{ viewer { organizationId } }')).errors[0].extensions).toMatchObject({
      code: 'REVOKED_KEY',
      status: 401,
    })
  })

  test('a request that was accepted before its key is revoked is answered', async () => {
    const key = await tenant.keyWith(['companies.write'])
    await key.get('/v1/me')
    const inFlight = key.post('/v1/companies', { vatNumber: 'DE000000504' })
    const revocation = await tenant.delete(`/v1/api-keys/${key.keyId}`)
    expect(revocation.status).toBe(204)
    expectOperationRefusal(await inFlight, 'UPSTREAM_TIMEOUT')
    expectRefusal(await key.get('/v1/me'), 'REVOKED_KEY')
  })

  test('a key revoked while it is looked up is not remembered, and simultaneous requests share one look', async () => {
    const key = await tenant.keyWith(['stats'])
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let looks = 0
    const slow = app.platform.db.client.$extends({
      query: {
        apiKeyHash: {
          async findUnique({ args, query }) {
            looks += 1
            const row = await query(args)
            reached.resolve()
            await gate.promise
            return row
          },
        },
      },
    }) as unknown as Client
    const ring = keyRing(slow, app.clock, true)
    const before = Promise.all(Array.from({ length: 20 }, () => ring.actorOf(key.key)))
    await reached.promise
    await tenant.delete(`/v1/api-keys/${key.keyId}`)
    ring.forget(tenant.organizationId)
    gate.resolve()
    expect(new Set((await before).map(({ keyId }) => keyId))).toEqual(new Set([key.keyId]))
    expect(looks).toBe(1)
    await expect(ring.actorOf(key.key)).rejects.toMatchObject({ code: 'REVOKED_KEY' })
  })

  test('a key may revoke itself', async () => {
    const key = await tenant.keyWith(['platform'])
    expect((await key.delete(`/v1/api-keys/${key.keyId}`)).status).toBe(204)
    expectRefusal(await key.get('/v1/me'), 'REVOKED_KEY')
  })

  test('revoking a key twice is 404 the second time', async () => {
    const { keyId } = await tenant.keyWith(['stats'])
    await tenant.delete(`/v1/api-keys/${keyId}`)
    expectRefusal(await tenant.delete(`/v1/api-keys/${keyId}`), 'RESOURCE_NOT_FOUND')
  })

  test('a key of another organization is the same 404 as one that never was, and stays valid', async () => {
    const stranger = await (await app.tenant()).keyWith(['stats'])
    const absent = withoutRequestId(await tenant.delete('/v1/api-keys/key_01kafm4h7vf8xbkrs9q2m3c5de'))
    const answer = await tenant.delete(`/v1/api-keys/${stranger.keyId}`)
    expectRefusal(answer, 'RESOURCE_NOT_FOUND')
    expect(withoutRequestId(answer)).toBe(absent)
    expect((await stranger.get('/v1/me')).status).toBe(200)
  })

  test('a key expires to the second', async () => {
    const own = await startApp()
    try {
      const maker = await own.tenant()
      const expiresAt = new Date(own.clock.now().getTime() + 3_600_000).toISOString()
      const key = await maker.keyWith(['stats'], { expiresAt })
      expect((await key.get('/v1/me')).status).toBe(200)
      own.clock.advance(3_600_000)
      expectRefusal(await key.get('/v1/me'), 'EXPIRED_TOKEN')
      expect((await maker.get('/v1/me')).status).toBe(200)
      own.clock.advance(7 * 24 * 3_600_000)
      expectRefusal(await maker.get('/v1/me'), 'EXPIRED_TOKEN')
    } finally {
      await own.close()
    }
  })
})

describe('a key that ends', () => {
  test('a key that ends makes no key that outlives it', async () => {
    const ends = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const maker = await tenant.keyWith(['*'], { expiresAt: ends })
    const make = async (more: object): Promise<Body> =>
      (await maker.post('/v1/api-keys', { name: 'next', ...more })).body
    for (const expiresAt of [undefined, null, ends, '2099-12-31T00:00:00Z'])
      expect((await make({ expiresAt })).expiresAt).toBe(ends)
    const sooner = new Date(Date.parse(ends) - 60_000).toISOString()
    expect((await make({ expiresAt: sooner })).expiresAt).toBe(sooner)
  })
})

describe('credentials that are refused', () => {
  test.each([
    ['nothing', undefined, 'MISSING_AUTH'],
    ['an unknown key', 'Bearer svc_test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'INVALID_TOKEN'],
    ['a prefix alone', 'Bearer svc_', 'INVALID_TOKEN'],
    ['another scheme', 'Basic dTpw', 'INVALID_TOKEN'],
    ['an empty header', '', 'INVALID_TOKEN'],
    ['no token', 'Bearer ', 'INVALID_TOKEN'],
    ['two tokens', 'Bearer a b', 'INVALID_TOKEN'],
    ['a token where no identity provider is configured', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'INVALID_TOKEN'],
    ['9 kB', `Bearer svc_test_${'x'.repeat(9_000)}`, 'INVALID_TOKEN'],
  ] as const)('a request with %s for credentials is 401', async (_what, authorization, code) => {
    const answer = await (authorization === undefined ? app.anyone : app.anyone.with({ authorization })).get('/v1/me')
    expectRefusal(answer, code)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  test('the scheme of credentials is read in any case, and a key one character off is unknown', async () => {
    expect((await app.anyone.with({ authorization: `bearer ${tenant.key}` }).get('/v1/me')).status).toBe(200)
    for (const key of [`${tenant.key}A`, tenant.key.slice(0, -1), tenant.key.toUpperCase()])
      expect((await bearer(key).get('/v1/me')).status).toBe(401)
  })

  test('a live key is unknown to a sandbox', async () => {
    const { client } = app.platform.db
    const { key, hash, keyPrefix } = newKey('platform', false)
    const { organizationId } = tenant
    await client.apiKey.create({
      data: {
        organizationId,
        id: 'key_live',
        name: 'live',
        type: 'platform',
        testMode: false,
        keyPrefix,
        scopes: ['*'],
        createdAt: app.clock.now(),
        revokedAt: null,
      },
    })
    await client.apiKeyHash.create({ data: { hash, organizationId, keyId: 'key_live' } })
    expect(key).toMatch(/^svc_plat_live_/)
    expectRefusal(await bearer(key).get('/v1/me'), 'INVALID_TOKEN')
    await client.apiKey.delete({ where: { organizationId_id: { organizationId, id: 'key_live' } } })
  })
})

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

describe('resetting the sandbox', () => {
  test('a reset of the sandbox needs the literal yes', async () => {
    const own = await app.tenant()
    await own.post('/v1/companies', { vatNumber: freshVat() })
    const before = await own.footprint()
    for (const [body, code] of [
      [{}, 'MISSING_FIELD'],
      [{ confirm: true }, 'INVALID_ENUM'],
      [{ confirm: 'YES' }, 'INVALID_ENUM'],
      [{ confirm: 'yes', scope: 'keys' }, 'INVALID_ENUM'],
    ] as const)
      expectRefusal(await own.post('/v1/sandbox/reset', body), code)
    expect(await own.footprint()).toEqual(before)
  })
  test('a reset leaves only the first company of its organization and its keys, and ends other keys', async () => {
    const [own, other] = [await app.tenant(), await app.tenant()]
    const { body: company } = await own.post('/v1/companies', { vatNumber: freshVat() })
    await other.post('/v1/companies', { vatNumber: freshVat() })
    const bound = await own.keyWith(['*'], { companyId: company.id })
    expect((await bound.get('/v1/me')).status).toBe(200)
    const before = await other.footprint()
    expect((await own.post('/v1/sandbox/reset', { confirm: 'yes' })).body).toEqual({ reset: true, scope: 'all' })
    expect(await own.footprint()).toEqual({
      companies: 1,
      addresses: 0,
      apiKeys: 1,
      events: 0,
      work: 0,
      usage: 0,
      documents: 0,
      partners: 0,
      files: 0,
    })
    expect((await own.get(`/v1/companies/${own.companyId}`)).body).toMatchObject({
      id: own.companyId,
      status: 'active',
    })
    expectRefusal(await bound.get('/v1/me'), 'INVALID_TOKEN')
    expect(await other.footprint()).toEqual(before)
  })
  test('a reset with the scope events wipes events and nothing else', async () => {
    const own = await app.tenant()
    await own.post('/v1/companies', { vatNumber: freshVat() })
    const before = await own.footprint()
    expect((await own.post('/v1/sandbox/reset', { confirm: 'yes', scope: 'events' })).body).toEqual({
      reset: true,
      scope: 'events',
    })
    expect(await own.footprint()).toEqual({ ...before, events: 0 })
  })
})

describe('bootstrapping', () => {
  test('a bootstrap answers its key once, with organization and company, and when they end', async () => {
    const { status, body } = await app.anyone.post('/v1/sandbox/bootstrap', {
      label: 'L'.repeat(64),
      email: 'a@b.example',
      keyType: 'white_label',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      organizationId: expect.stringMatching(/^org_/),
      apiKey: expect.stringMatching(/^svc_wl_test_/),
      keyPrefix: body.apiKey.slice(0, 18),
      keyType: 'white_label',
      company: {
        id: expect.stringMatching(/^comp_/),
        name: `Sandbox ${'L'.repeat(64)}`,
        vatNumber: expect.stringMatching(/^BE\d{10}$/),
        country: 'BE',
        peppolId: `0208:${body.company.vatNumber.slice(2)}`,
      },
      expiresAt: expect.any(String),
    })
    expect(Math.abs(Date.parse(body.expiresAt) - app.clock.now().getTime() - 7 * 24 * 3_600_000)).toBeLessThan(60_000)
    expect(97 - (Number(body.company.vatNumber.slice(2, 10)) % 97)).toBe(Number(body.company.vatNumber.slice(10)))
  })
  test('a bootstrap makes a personal key named quickstart by default', async () => {
    const { body } = await app.anyone.post('/v1/sandbox/bootstrap')
    expect(body).toMatchObject({
      keyType: 'personal',
      apiKey: expect.stringMatching(/^svc_test_/),
      company: { name: 'Sandbox quickstart' },
    })
  })
  test.each([
    [{ label: 'x'.repeat(65) }, 'INVALID_REQUEST'],
    [{ label: '' }, 'INVALID_REQUEST'],
    [{ keyType: 'root' }, 'INVALID_ENUM'],
    [{ email: 'nobody' }, 'INVALID_REQUEST'],
    [{ lable: 'x' }, 'INVALID_REQUEST'],
  ] as const)('a bootstrap with %j is refused and makes nothing', async (body, code) => {
    const before = await app.platform.db.client.organization.count()
    expectRefusal(await app.anyone.post('/v1/sandbox/bootstrap', body), code)
    expect(await app.platform.db.client.organization.count()).toBe(before)
  })
})
