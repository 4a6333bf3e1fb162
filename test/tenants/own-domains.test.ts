/** Requests whose host is an own domain: at every door, and with every kind of credentials. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type IdentityProvider, AUDIENCE, startIdentityProvider } from '../support/identity-provider.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../support/refusals.ts'
import { connect } from '../support/sockets.ts'
import { rowsOf } from '../support/stored-rows.ts'
import { Visitor, allowedCode, askFor, tokenFor } from '../support/visitor.ts'

const HOME = 'https://api.exchange.example'
const ATELIER = 'pay.atelier.test'
const BAKERY = 'pay.bakery.test'
const SHOP = 'shop.atelier.test'

let app: TestApp
let idp: IdentityProvider
let base: string
let atelier: Tenant
let bakery: Tenant
let shop: Body
beforeAll(async () => {
  idp = await startIdentityProvider({})
  app = await startApp({ BASE_URL: HOME, JWT_ISSUER: idp.issuer })
  base = await app.listen()
  atelier = await app.tenant('white_label')
  bakery = await app.tenant('white_label')
  shop = (await atelier.post('/v1/companies', { vatNumber: freshVat() })).body
  await serve(atelier, ATELIER)
  await serve(bakery, BAKERY)
  await serve(atelier, SHOP, { companyId: shop.id })
})
afterAll(async () => {
  await app.close()
  await idp.stop()
})

const serve = async (caller: Caller, domain: string, more: object = {}): Promise<string> => {
  const { id } = (await caller.post('/v1/platform/domains', { domain, ...more })).body
  await app.platform.runner?.settle()
  expect((await caller.get(`/v1/platform/domains/${id}`)).body.status).toBe('active')
  return id
}
const at = (caller: Caller, host: string): Caller => caller.with({ host })
const bearer = (token: string): Caller => new Caller(app, { authorization: `Bearer ${token}` })
const rowsOfBoth = async (): Promise<unknown> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
  await app.platform.membersSeen.flush()
  return [await rowsOf(app, atelier.organizationId), await rowsOf(app, bakery.organizationId)]
}
/** Nothing happens to anybody. */
const nothingHappens = async (ask: () => Promise<unknown>): Promise<void> => {
  const before = await rowsOfBoth()
  await ask()
  expect(await rowsOfBoth()).toEqual(before)
}
const exchange = (token: object, host: string): Promise<Answer> => at(app.anyone, host).post('/v1/oauth/token', token)

describe('keys of another organization at an own domain', () => {
  test('are refused at every door, and nothing happens', async () => {
    const foreign = at(bakery, ATELIER)
    await nothingHappens(async () => {
      for (const answer of [
        await foreign.get('/v1/me'),
        await foreign.get('/v1/documents'),
        await foreign.post('/v1/partners', { name: 'x' }),
        await foreign.delete('/v1/webhooks/wh_01kafm4h7vf8xbkrs9q2m3c5de'),
        await foreign.get('/v1/events/stream'),
        await foreign.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        await foreign.get('/v1/events/stream', { accept: 'text/event-stream' }),
      ])
        expectRefusal(answer, 'DOMAIN_FORBIDDEN')
      for (const method of ['GET', 'POST']) {
        const asked = await foreign.send(method, '/graphql', undefined, { accept: 'text/event-stream' })
        expect(asked.body.errors?.[0].extensions.code).toBe('DOMAIN_FORBIDDEN')
      }
      const mutation = await foreign.graphql('mutation { createApiKey(input: {name: "x", scopes: [SEND]}) { key } }')
      expect(mutation.errors[0].extensions).toMatchObject({ code: 'DOMAIN_FORBIDDEN', status: 403 })
      const reserved = await foreign.send('PUT', '/graphql/stream')
      expect(reserved.body.errors[0].extensions.code).toBe('DOMAIN_FORBIDDEN')
      const basic = Buffer.from(`key:${bakery.key}`).toString('base64')
      const form = await at(app.anyone, ATELIER).send('POST', '/v1/oauth/token', 'grant_type=client_credentials', {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect(form.status).toBe(403)
    })
  })

  test('are refused on websockets, in the first message and in the headers', async () => {
    const authorization = `Bearer ${bakery.key}`
    for (const [parameters, headers] of [
      [{ authorization }, {}],
      [undefined, { authorization }],
      [{ authorization, host: BAKERY }, {}],
    ] as const) {
      const socket = connect(`${base}/graphql`, parameters, { ...headers, host: ATELIER })
      void socket.ask('{ viewer { organizationId } }').catch(() => undefined)
      expect(await socket.closed).toEqual({ code: 4403, reason: 'DOMAIN_FORBIDDEN' })
    }
    const own = connect(`${base}/graphql`, { authorization: `Bearer ${atelier.key}` }, { host: ATELIER })
    expect(await own.ask('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } })
    await own.client.dispose()
  })

  test('are those of the organization however the host is written, and no other host is meant', async () => {
    for (const host of [ATELIER, ATELIER.toUpperCase(), `${ATELIER}:8443`, `${ATELIER}.`, `${ATELIER}.:443`]) {
      expectRefusal(await at(bakery, host).get('/v1/me'), 'DOMAIN_FORBIDDEN')
      expect((await at(atelier, host).get('/v1/me')).status).toBe(200)
    }
    for (const host of [
      'api.exchange.example',
      'localhost:80',
      '127.0.0.1',
      '[::1]:4000',
      `x.${ATELIER}`,
      'atelier.test',
    ])
      expect((await at(bakery, host).get('/v1/me')).status).toBe(200)
  })

  test('of users count as well: the token decides for the organization of the domain', async () => {
    const token = await idp.sign({
      sub: 'ada',
      aud: AUDIENCE,
      _permissions: { [bakery.organizationId]: ['admin'], [atelier.organizationId]: ['admin'] },
    })
    const user = bearer(token)
    expect((await at(user, BAKERY).get('/v1/me')).body.organizationId).toBe(bakery.organizationId)
    expect((await at(user, ATELIER).get('/v1/me')).body.organizationId).toBe(atelier.organizationId)
    const chosen = user.with({ 'x-service-organization-id': bakery.organizationId })
    expectRefusal(await at(chosen, ATELIER).get('/v1/me'), 'DOMAIN_FORBIDDEN')
    const stranger = bearer(
      await idp.sign({ sub: 'bob', aud: AUDIENCE, _permissions: { 'org-never-seen': ['admin'] } }),
    )
    expect((await at(stranger, ATELIER).get('/v1/me')).status).toBe(403)
    expect(await app.platform.db.client.organization.count({ where: { id: 'org-never-seen' } })).toBe(0)
  })

  test('are accepted as long as the domain is not active', async () => {
    await atelier.post('/v1/platform/domains', { domain: 'pay.000000461.example' })
    await atelier.post('/v1/platform/domains', { domain: 'pay.000000464.example' })
    await app.platform.runner?.settle()
    for (const host of ['pay.000000461.example', 'pay.000000464.example']) {
      expect((await at(bakery, host).get('/v1/me')).status).toBe(200)
      expect((await at(app.anyone, host).get('/')).body).toMatchObject({
        name: 'Invoice Exchange',
        openapi: `${HOME}/openapi.json`,
      })
    }
  })
})

describe('the domain of one company', () => {
  test('takes keys of the company and of the organization, and of no other company', async () => {
    const bound = await atelier.keyWith(['*'], { companyId: shop.id })
    const sister = await atelier.keyWith(['*'], { companyId: atelier.companyId })
    expect((await at(bound, SHOP).get('/v1/me')).status).toBe(200)
    expect((await at(atelier, SHOP).get('/v1/me')).status).toBe(200)
    await nothingHappens(async () => {
      expectRefusal(await at(sister, SHOP).get('/v1/documents'), 'DOMAIN_FORBIDDEN')
      expectRefusal(await at(bakery, SHOP).get('/v1/documents'), 'DOMAIN_FORBIDDEN')
      const acting = atelier.with({ 'x-service-company': atelier.companyId })
      expectRefusal(await at(acting, SHOP).get('/v1/documents'), 'DOMAIN_FORBIDDEN')
    })
    expect((await at(sister, ATELIER).get('/v1/me')).status).toBe(200)
  })

  test('is not served while the company is gone, and again when it is back', async () => {
    const gone = (await atelier.post('/v1/companies', { vatNumber: freshVat() })).body
    await serve(atelier, 'gone.atelier.test', { companyId: gone.id })
    expectRefusal(await at(bakery, 'gone.atelier.test').get('/v1/me'), 'DOMAIN_FORBIDDEN')
    await atelier.post(`/v1/platform/companies/${gone.id}/offboard`)
    expect((await at(bakery, 'gone.atelier.test').get('/v1/me')).status).toBe(200)
    await atelier.post(`/v1/platform/companies/${gone.id}/reactivate`)
    expectRefusal(await at(bakery, 'gone.atelier.test').get('/v1/me'), 'DOMAIN_FORBIDDEN')
  })
})

describe('a released domain', () => {
  test('is no longer served from then on, and its DNS records give it to nobody', async () => {
    const id = await serve(atelier, 'short.atelier.test')
    expectRefusal(await at(bakery, 'short.atelier.test').get('/v1/me'), 'DOMAIN_FORBIDDEN')
    await atelier.delete(`/v1/platform/domains/${id}`)
    expect((await at(bakery, 'short.atelier.test').get('/v1/me')).status).toBe(200)
    expect((await at(app.anyone, 'short.atelier.test').get('/')).body.name).toBe('Invoice Exchange')
    const { body } = await atelier.post('/v1/platform/domains', { domain: 'short.atelier.test' })
    expect(body.status).toBe('pending')
  })
})

describe('the header X-Forwarded-Host', () => {
  test('counts for nothing without a proxy, and then as far as the proxies have added to it', async () => {
    const forged = { 'x-forwarded-host': ATELIER }
    expect((await bakery.get('/v1/me', forged)).status).toBe(200)
    expectRefusal(await at(bakery, ATELIER).get('/v1/me', { 'x-forwarded-host': BAKERY }), 'DOMAIN_FORBIDDEN')
    const behind = await startApp({ BASE_URL: HOME, TRUST_PROXY: '1' })
    const [one, two] = [await behind.tenant('platform'), await behind.tenant('platform')]
    await one.post('/v1/platform/domains', { domain: 'pay.one.test' })
    await behind.platform.runner?.settle()
    const from = (hosts: string) => two.get('/v1/me', { host: 'inner.lan', 'x-forwarded-host': hosts })
    expectRefusal(await from('pay.one.test'), 'DOMAIN_FORBIDDEN')
    expectRefusal(await from('elsewhere.test, pay.one.test'), 'DOMAIN_FORBIDDEN')
    expect((await from('pay.one.test, elsewhere.test')).status).toBe(200)
    await behind.close()
  })
})

describe('links in answers', () => {
  test('begin with the domain that was asked for, and with the address of the service elsewhere', async () => {
    for (const [caller, own] of [
      [at(atelier, ATELIER), `https://${ATELIER}`],
      [at(atelier, SHOP), `https://${SHOP}`],
      [atelier, HOME],
    ] as const) {
      const refused = await caller.get('/v1/documents/doc_unknown')
      expect(refused.body.error.docUrl).toContain(`${own}/docs/errors#`)
      const nothing = await caller.get('/v1/unknown')
      expect(nothing.body.error.docUrl).toBe(`${own}/docs/errors#RESOURCE_NOT_FOUND`)
      const asked = await caller.graphql('{ webhook(id: "wh_01kafm4h7vf8xbkrs9q2m3c5de") { id } }')
      expect(asked.errors[0].extensions.docUrl).toContain(`${own}/docs/errors#`)
      const handoff = await caller.post('/v1/oauth/handoff', { scopes: ['documents.read'] })
      expect(handoff.body.handoff_url).toBe(`${own}/oauth/handoff/${handoff.body.handoff_token}`)
      const anyone = app.anyone.with({ host: new URL(own).host })
      const device = await anyone.post('/v1/oauth/device', { client_name: 'TV', scopes: ['send'] })
      expect(device.body.verification_uri).toBe(`${own}/oauth/device`)
      const nameless = await anyone.get('/v1/documents')
      expect(nameless.headers['www-authenticate']).toBe(
        `Bearer resource_metadata="${own}/.well-known/oauth-protected-resource"`,
      )
      const tool = await caller.post(
        '/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_document', arguments: { documentId: 'x' } },
        },
        { accept: 'application/json, text/event-stream' },
      )
      expect(tool.bytes.toString()).toContain(`${own}/docs/errors#`)
    }
  })

  test(
    'of metadata, contract and page for agents as well: each domain is an issuer of its own',
    { tags: 'heavy' },
    async () => {
      for (const [host, own] of [
        [ATELIER, `https://${ATELIER}`],
        [BAKERY, `https://${BAKERY}`],
        ['api.exchange.example', HOME],
      ] as const) {
        const { get } = at(app.anyone, host)
        const server = (await get('/.well-known/oauth-authorization-server')).body
        expect(server.issuer).toBe(own)
        const addresses = Object.entries(server).filter(([key]) => key.endsWith('_endpoint'))
        expect(addresses.length).toBeGreaterThan(5)
        for (const [, address] of addresses) expect(address).toMatch(new RegExp(`^${own}/`))
        const resource = (await get('/.well-known/oauth-protected-resource/mcp')).body
        expect(resource).toMatchObject({ resource: `${own}/mcp`, authorization_servers: [own] })
        for (const path of ['/.well-known/api-catalog', '/llms.txt', '/openapi.json']) {
          const text = (await get(path)).bytes.toString()
          expect(text).toContain(own)
          for (const other of [ATELIER, BAKERY, 'api.exchange.example'].filter((one) => one !== host))
            expect(text).not.toContain(other)
        }
      }
    },
  )

  test('of work that nobody waits for begin with the domain of the organization', async () => {
    const site = async (tenant: Tenant, companyId: string | null = null): Promise<string> =>
      (await app.platform.sites.of(tenant.organizationId, companyId)).baseUrl
    expect(await site(atelier)).toBe(`https://${ATELIER}`)
    expect(await site(atelier, shop.id)).toBe(`https://${SHOP}`)
    expect(await site(atelier, atelier.companyId)).toBe(`https://${ATELIER}`)
    expect(await site(await app.tenant())).toBe(HOME)
  })
})

describe('access that is given at one domain', () => {
  test('a code, a refresh token, a handoff and a key of others are unknown there, and stay as they are', async () => {
    const code = await allowedCode(app, bakery.key)
    const { refresh_token } = await tokenFor(app, bakery.key, ['send'], { offline: true })
    const { handoff_token } = (await bakery.post('/v1/oauth/handoff', { scopes: ['send'] })).body
    const token = await tokenFor(app, bakery.key)
    const key = await bakery.keyWith(['send'])
    await nothingHappens(async () => {
      expectOperationRefusal(await exchange(code, ATELIER), 'INVALID_GRANT')
      expectOperationRefusal(await exchange({ grant_type: 'refresh_token', refresh_token }, ATELIER), 'INVALID_GRANT')
      const client = { grant_type: 'client_credentials', client_id: key.keyId, client_secret: key.key }
      expectOperationRefusal(await exchange(client, ATELIER), 'DOMAIN_FORBIDDEN')
      const there = at(app.anyone, ATELIER)
      expectOperationRefusal(await there.post('/v1/oauth/handoff/exchange', { handoff_token }), 'INVALID_GRANT')
      expect((await there.get(`/oauth/handoff/${handoff_token}`)).status).toBeGreaterThanOrEqual(400)
      await there.post('/v1/oauth/revoke', { token: token.access_token })
    })
    expect((await bearer(token.access_token).get('/v1/documents')).status).toBe(200)
    expect((await exchange(code, BAKERY)).status).toBe(200)
    expect((await at(app.anyone, BAKERY).post('/v1/oauth/handoff/exchange', { handoff_token })).status).toBe(200)
  })

  test('a code that was used is unknown there too: who shows it at the domain of others ends nothing', async () => {
    const code = await allowedCode(app, bakery.key)
    const { access_token } = (await exchange(code, BAKERY)).body
    await nothingHappens(async () => expectOperationRefusal(await exchange(code, ATELIER), 'INVALID_GRANT'))
    expect((await bearer(access_token).get('/v1/documents')).status).toBe(200)
  })

  test('the onboarding link of others is unknown there, and is signed at its own domain', async () => {
    const [theirs, ofShop] = await Promise.all(
      [
        [bakery, bakery.companyId],
        [atelier, shop.id],
      ].map(async ([caller, companyId]) => {
        const made = await (caller as Tenant).post(`/v1/platform/companies/${companyId}/onboarding-links`)
        return new URL(made.body.url).pathname
      }),
    )
    const signature = { name: 'Ada', role: 'Boss', street: 'Kouter 1', postalCode: '9000', city: 'Gent', agree: 'yes' }
    /** Has the page from its own domain, and takes its form to another. */
    const signs = async (path: string | undefined, [own, there]: [string, string]): Promise<number[]> => {
      const visitor = new Visitor(app, { host: own })
      await visitor.open(path ?? '')
      const { csrf } = visitor
      visitor.headers['host'] = there
      const seen = await visitor.open(path ?? '')
      return [seen.status, (await visitor.submit(path ?? '', { ...signature, csrf })).status]
    }
    await nothingHappens(async () => {
      for (const there of [ATELIER, SHOP]) expect(await signs(theirs, [BAKERY, there])).toEqual([404, 404])
      expect(await signs(ofShop, [SHOP, BAKERY])).toEqual([404, 404])
    })
    expect(await signs(theirs, [BAKERY, BAKERY])).toEqual([200, 200])
    expect(await signs(ofShop, [SHOP, ATELIER])).toEqual([200, 200])
  })

  test('no new organization is made there, because nobody would know it there', async () => {
    const { client } = app.platform.db
    const before = await client.organization.count()
    const there = at(app.anyone, ATELIER)
    expect((await there.post('/v1/sandbox/bootstrap')).status).toBe(403)
    expectOperationRefusal(await there.post('/v1/oauth/handoff/sandbox'), 'DOMAIN_FORBIDDEN')
    expect((await there.get('/llms.txt')).bytes.toString()).not.toContain('handoff/sandbox')
    expect(await client.organization.count()).toBe(before)
  })

  test('on its consent page a key of others is not valid, and its own gives a code with its issuer', async () => {
    const asked = { redirect_uri: 'http://127.0.0.1:5555/back', response_type: 'code' }
    const { consentUrl } = await askFor(app, { redirect_uri: asked.redirect_uri })
    const { pathname } = new URL(consentUrl)
    const visitor = new Visitor(app, { host: ATELIER })
    await visitor.open(pathname)
    expect(visitor.page.text).not.toContain('/sandbox"')
    const refused = await visitor.submit(`${pathname}/sign-in`, { key: bakery.key })
    expect({ status: refused.status, told: refused.text.includes('This key is not valid.') }).toEqual({
      status: 400,
      told: true,
    })
    const forced = await visitor.submit(`${pathname}/sandbox`)
    expect(forced.status).toBe(403)
    await visitor.open(pathname)
    await visitor.submit(`${pathname}/sign-in`, { key: atelier.key })
    const given = await visitor.submit(`${pathname}/decision`, { decision: 'allow', scope: ['send'] })
    expect(new URL(given.headers['location'] ?? '').searchParams.get('iss')).toBe(`https://${ATELIER}`)
  })
})
