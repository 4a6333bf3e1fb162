import { createHmac } from 'node:crypto'
import { CompactSign } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Answer, type TestApp, startApp } from '../support/app.ts'
import { type IdentityProvider, AUDIENCE, startIdentityProvider } from '../support/identity-provider.ts'
import { connect } from '../support/sockets.ts'
import { until } from '../support/until.ts'

let idp: IdentityProvider
let app: TestApp
beforeAll(async () => {
  idp = await startIdentityProvider({
    ada: { 'org-one': ['admin'], 'org-two': ['read'] },
    bob: { 'org-bob': [] },
    eve: { 'org-eve': ['admin'] },
    nobody: {},
  })
  app = await startApp({ JWT_ISSUER: idp.issuer })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await app.close()
  await idp.stop()
})

const me = (token: string, headers: Record<string, string> = {}, on: TestApp = app): Promise<Answer> =>
  on.anyone.get('/v1/me', { authorization: `Bearer ${token}`, ...headers })
const permissions = (organization = 'org-signed'): Record<string, unknown> => ({
  _permissions: { [organization]: ['admin'] },
})
const organizations = (): Promise<number> => app.platform.db.client.organization.count()
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const seconds = (): number => Math.floor(app.clock.now().getTime() / 1_000)

/** Moves the time of the process, by which keys are asked for again; timers and sockets go on as they are. */
const later = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: systemClock.now().getTime() + ms })
}

describe('a token of the identity provider', () => {
  test('a token names its user and organizations, and acts for the first one', async () => {
    const { status, body } = await me(await idp.tokenOf('ada'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      authMethod: 'jwt',
      userId: 'ada',
      email: 'ada@example.com',
      keyType: null,
      organizationId: 'org-one',
      organizationIds: ['org-one', 'org-two'],
      organizations: [{ id: 'org-one' }, { id: 'org-two' }],
      companyId: null,
      plan: 'free',
    })
  })

  test('the first organization of a token is the one that it names first, also where numbers are names', async () => {
    const { privateKey, kid } = idp.keys
    const now = seconds()
    const tokenWith = (permissions: string): Promise<string> => {
      const usual = JSON.stringify({ sub: 'ada', iss: idp.issuer, aud: AUDIENCE, iat: now, exp: now + 60 }).slice(1, -1)
      const others = '"_plans": {"5": "pro"}, "nested": [{"_permissions": {"5": true}}]'
      const text = `{${others}, "_permissions": ${permissions}, ${usual}}`
      return new CompactSign(Buffer.from(text)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    }
    for (const [permissions, ids] of [
      ['{"29": ["viewer"], "5": ["admin"], "org-a": ["viewer"]}', ['29', '5', 'org-a']],
      ['{"org-a": ["a:{\\"5\\":1}"], "29": {"x": {"5": 1}}, "5": ["admin"]}', ['org-a', '29', '5']],
      ['{"5": false, "org-a": ["viewer"], "\\u0032\\u0039": ["viewer"]}', ['org-a', '29']],
    ] as const) {
      const { body } = await me(await tokenWith(permissions))
      expect(body).toMatchObject({ organizationId: ids[0], organizationIds: ids })
    }
  })

  test('a token acts for another of its organizations when a header names it, in either spelling', async () => {
    const token = await idp.tokenOf('ada')
    for (const header of ['X-Service-Organization-Id', 'Organization-Id', 'organization-id'])
      expect((await me(token, { [header]: 'org-two' })).body).toMatchObject({
        organizationId: 'org-two',
        organizationIds: ['org-one', 'org-two'],
      })
    expect(
      (
        await app.anyone.graphql(
          '{ viewer { organizationId authMethod } }',
          {},
          { authorization: `Bearer ${token}`, 'X-Service-Organization-Id': 'org-two' },
        )
      ).data.viewer,
    ).toEqual({ organizationId: 'org-two', authMethod: 'jwt' })
  })

  test('a token does not act for an organization that it does not grant, known or not, and makes none', async () => {
    const token = await idp.tokenOf('ada')
    const tenant = await app.tenant()
    const before = await organizations()
    for (const id of [tenant.organizationId, 'org-bob', 'org-nowhere', 'public', '']) {
      const { status, body } = await me(token, { 'X-Service-Organization-Id': id })
      expect({ status, code: body.error.code, type: body.error.type }).toEqual({
        status: 403,
        code: 'ORGANIZATION_FORBIDDEN',
        type: 'permission_error',
      })
    }
    expect(await organizations()).toBe(before)
  })

  test('a token of an unknown organization creates it empty, once, however many requests come at once', async () => {
    const before = await organizations()
    const token = await idp.sign(permissions('org-new'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.anyone.get('/v1/companies', { authorization: `Bearer ${token}` })),
    )
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: { data: [], hasMore: false, cursor: null } })
    expect(await organizations()).toBe(before + 1)
  })

  test('a token makes companies and keys, and the keys act for the same organization', async () => {
    const authorization = `Bearer ${await idp.tokenOf('eve')}`
    const { status, body: company } = await app.anyone.post(
      '/v1/companies',
      { vatNumber: 'FR40303265045' },
      { authorization },
    )
    expect({ status, organizationId: company.organizationId }).toEqual({ status: 201, organizationId: 'org-eve' })
    const made = await app.anyone.post(
      '/v1/api-keys',
      { name: 'server', scopes: ['companies.read'] },
      { authorization },
    )
    expect(made.status).toBe(201)
    const withKey = { authorization: `Bearer ${made.body.key}` }
    expect((await app.anyone.get('/v1/companies', withKey)).body.data.map((one: { id: string }) => one.id)).toEqual([
      company.id,
    ])
    expect((await app.anyone.get('/v1/me', withKey)).body).toMatchObject({
      authMethod: 'api_key',
      organizationId: 'org-eve',
      scopes: ['companies.read'],
    })
    const other = `Bearer ${await idp.tokenOf('bob')}`
    expect((await app.anyone.get(`/v1/companies/${company.id}`, { authorization: other })).body.error).toMatchObject({
      code: 'not_found',
      details: [{ rule: 'COMPANY_NOT_FOUND' }],
    })
  })
})

describe('tokens that are refused', () => {
  const forgedClaims = () => ({
    iss: idp.issuer,
    aud: 'invoice-exchange',
    sub: 'x',
    exp: 9_999_999_999,
    ...permissions('org-forged'),
  })
  const forged = {
    'without a signature (alg none)': () => Promise.resolve(`${encoded({ alg: 'none' })}.${encoded(forgedClaims())}.`),
    'signed with the public key as a secret (HS256)': () => {
      const signed = `${encoded({ alg: 'HS256', kid: idp.keys.kid })}.${encoded(forgedClaims())}`
      return Promise.resolve(`${signed}.${createHmac('sha256', idp.keys.publicPem).update(signed).digest('base64url')}`)
    },
    'whose payload was changed': async () => {
      const [header, , signature] = (await idp.sign(permissions())).split('.')
      return `${header}.${encoded(forgedClaims())}.${signature}`
    },
    'for another audience': () => idp.sign({ ...permissions('org-forged'), aud: 'somebody-else' }),
    'without an audience': () => idp.sign({ ...permissions('org-forged'), aud: undefined }),
    'of another issuer': () => idp.sign({ ...permissions('org-forged'), iss: 'https://elsewhere.example' }),
    'that begins later': () => idp.sign({ ...permissions('org-forged'), nbf: seconds() + 3_600 }),
    'without a subject': () => idp.sign({ ...permissions('org-forged'), sub: undefined }),
    'whose subject has NUL': () => idp.sign({ ...permissions('org-forged'), sub: 'a\u0000b' }),
    'whose subject has half of a surrogate pair': () => idp.sign({ ...permissions('org-forged'), sub: 'a\ud800' }),
    'whose subject has no end': () => idp.sign({ ...permissions('org-forged'), sub: 'x'.repeat(256) }),
    'without an end': () => idp.sign({ ...permissions('org-forged'), exp: undefined }),
    'without permissions': () => idp.sign({}),
    'with empty permissions': () => idp.tokenOf('nobody'),
    'with permissions that are a list': () => idp.sign({ _permissions: ['org-forged'] }),
    'with permissions that are null': () => idp.sign({ _permissions: null }),
    'that is no token': () => Promise.resolve('eyJhbGciOiJSUzI1NiJ9'),
  }

  test.each(Object.entries(forged))(
    'a token %s is refused as INVALID_TOKEN, and no organization is made',
    async (_name, make) => {
      const token = await make()
      const before = await organizations()
      const { status, headers, body } = await me(token)
      expect({ status, code: body.error.code, type: body.error.type }).toEqual({
        status: 401,
        code: 'INVALID_TOKEN',
        type: 'authentication_error',
      })
      expect(headers['www-authenticate']).toBe(
        `Bearer resource_metadata="${app.platform.baseUrl}/.well-known/oauth-protected-resource"`,
      )
      expect(await organizations()).toBe(before)
    },
  )

  test('a token that names an organization by an impossible id is refused, and no organization is made', async () => {
    const before = await organizations()
    for (const id of ['public', '../x', 'a b', 'x'.repeat(65)])
      expect((await me(await idp.sign(permissions(id)))).body.error).toMatchObject({ code: 'ORGANIZATION_FORBIDDEN' })
    expect(await organizations()).toBe(before)
  })

  test('a token past its end is refused when it first comes, and when it was known before', async () => {
    const late = await me(await idp.sign({ ...permissions('org-late'), exp: seconds() - 1 }))
    expect({ status: late.status, code: late.body.error.code }).toEqual({ status: 401, code: 'EXPIRED_TOKEN' })
    const token = await idp.sign({ ...permissions(), exp: seconds() + 60 })
    expect((await me(token)).status).toBe(200)
    app.clock.advance(61_000)
    expect((await me(token)).body.error).toMatchObject({ code: 'EXPIRED_TOKEN' })
  })
})

describe('over a websocket', () => {
  test('a websocket takes a token in its first message, acts as it says, and closes when it ends', async () => {
    const address = `${await app.listen()}/graphql`
    const token = await idp.sign({
      _permissions: { 'org-ws': ['owner'], 'org-ws-two': ['owner'] },
      exp: seconds() + 2,
    })
    const socket = connect(address, { Authorization: `Bearer ${token}`, 'X-Service-Organization-Id': 'org-ws-two' })
    const { received } = socket.follow('subscription { companyCreated { company { name } } }')
    expect((await socket.ask('{ viewer { organizationId userId } }')).data.viewer).toEqual({
      organizationId: 'org-ws-two',
      userId: 'signed',
    })
    expect(
      (
        await socket.ask(
          'mutation { registerCompany(input: {vatNumber: "FR40303265045", name: "Seen"}) { company { name } } }',
        )
      ).data,
    ).toEqual({ registerCompany: { company: { name: 'Seen' } } })
    await until(() => received, [{ data: { companyCreated: { company: { name: 'Seen' } } } }])
    app.clock.advance(2_000)
    expect(await socket.closed).toMatchObject({ code: 4403 })
    const again = connect(address, { Authorization: `Bearer ${token}` })
    await again.ask('{ __typename }')
    expect(await again.closed).toEqual({ code: 4403, reason: 'EXPIRED_TOKEN' })
  })
})

describe('the keys of the identity provider', () => {
  let own: IdentityProvider
  let fresh: TestApp
  beforeEach(async () => {
    own = await startIdentityProvider({})
    fresh = await startApp({ JWT_ISSUER: own.issuer })
  })
  afterEach(async () => {
    await fresh.close()
    await own.stop()
  })
  const jwks = (): number => own.asked.filter((path) => path === '/jwks').length

  test('keys of the identity provider are asked for again for an unknown one, once in 30 seconds', async () => {
    const before = jwks()
    expect((await me(await own.sign(permissions()), {}, fresh)).status).toBe(200)
    expect(jwks()).toBe(before + 1)
    await own.rotate('second')
    const token = await own.sign(permissions())
    const soon = await Promise.all(Array.from({ length: 5 }, () => me(token, {}, fresh)))
    expect(soon.map(({ body }) => body.error.code)).toEqual(Array(5).fill('INVALID_TOKEN'))
    expect(jwks()).toBe(before + 1)
    later(31_000)
    expect((await me(token, {}, fresh)).status).toBe(200)
    expect(jwks()).toBe(before + 2)
    const unknown = await own.sign(permissions(), { kid: 'never' })
    for (let count = 0; count < 5; count++) expect((await me(unknown, {}, fresh)).body.error.code).toBe('INVALID_TOKEN')
    expect(jwks()).toBe(before + 2)
  })

  test('while the identity provider is down, unknown tokens are 503, known ones and API keys work', async () => {
    const tenant = await fresh.tenant()
    const known = await own.sign({ ...permissions(), exp: seconds() + 7_200 })
    expect((await me(known, {}, fresh)).status).toBe(200)
    const unknown = await own.sign({ ...permissions(), sub: 'later', exp: seconds() + 7_200 })
    const refused = async (): Promise<void> => {
      const { status, headers, body } = await me(unknown, {}, fresh)
      expect({ status, code: body.error.code, type: body.error.type }).toEqual({
        status: 503,
        code: 'UPSTREAM_UNAVAILABLE',
        type: 'upstream_error',
      })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1:\d+\/jwks|fetch failed/)
    }
    await own.stop()
    later(11 * 60_000)
    await refused()
    await refused()
    expect((await me(known, {}, fresh)).status).toBe(200)
    expect((await tenant.get('/v1/me')).status).toBe(200)
    await own.start()
    for (const path of ['/', '/jwks']) {
      own.failing = path
      await refused()
    }
    own.failing = undefined
    expect((await me(unknown, {}, fresh)).body).toMatchObject({ userId: 'later' })
  })

  test('without an identity provider every token is refused as invalid', { tags: 'heavy' }, async () => {
    const without = await startApp()
    expect((await me(await idp.sign(permissions()), {}, without)).body.error).toMatchObject({ code: 'INVALID_TOKEN' })
    await without.close()
  })
})
