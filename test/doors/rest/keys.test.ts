import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../../../src/auth/bearer-key.ts'
import { keyRing } from '../../../src/auth/credentials.ts'
import type { Client } from '../../../src/kernel/database/open.ts'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectOperationRefusal, expectRefusal, withoutRequestId } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({}, { bothRoads: true })
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
      kind: 'secret',
      allowedByUser: null,
      clientId: null,
      scopes: ['*'],
      companyId: null,
      label: null,
      allowedNetworks: [],
      documentsPerMonth: null,
      replacedById: null,
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
    expect(list.body.data.find((row: Body) => row.id === made.id)).toEqual({ ...rest, lastUsed: null })
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
          async findFirst({ args, query }) {
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

test.each(['', 'send', 'send documents.read', 'x'.repeat(100)])(
  'scopes that are the text %j are one fault: they are no list',
  async (scopes) => {
    const { body } = await tenant.post('/v1/api-keys', { name: 'x', scopes })
    expect(body.error.details).toEqual([{ field: 'scopes', rule: 'INVALID_REQUEST', message: 'Expected an array.' }])
  },
)

describe('a key that ends', () => {
  test('a key that ends makes no key that outlives it, and says so where one is asked for', async () => {
    const ends = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const maker = await tenant.keyWith(['*'], { expiresAt: ends })
    const make = async (more: object): Promise<Body> =>
      (await maker.post('/v1/api-keys', { name: 'next', ...more })).body
    for (const expiresAt of [undefined, null, ends]) expect((await make({ expiresAt })).expiresAt).toBe(ends)
    const { error } = await make({ expiresAt: '2099-12-31T00:00:00Z' })
    expect(error).toMatchObject({
      code: 'INVALID_DATE',
      details: [{ field: 'expiresAt', message: expect.stringContaining(ends) }],
    })
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
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${app.platform.baseUrl}/.well-known/oauth-protected-resource"`,
    )
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
