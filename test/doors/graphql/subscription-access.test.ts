import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Following, subscriptions } from '../../support/sockets.ts'
import { type Subscribers, companyCreated, registered, startSubscribers } from '../../support/subscribers.ts'
import { until } from '../../support/until.ts'

let app: TestApp
let x: Subscribers
beforeAll(async () => {
  // Nothing but what the tests do makes events.
  app = await startApp({ WORKERS: 'off' })
  x = await startSubscribers(app)
})
afterEach(() => x.leave())
afterAll(() => app.close())

describe('who may follow', () => {
  test('a key without receive and a caller without credentials are refused when they subscribe', async () => {
    const tenant = await app.tenant()
    const { key } = await tenant.keyWith(['companies.read', 'platform'])
    for (const query of [companyCreated, 'subscription { events { id } }']) {
      expect((await x.socketFor(key).ask(query)).errors[0].extensions).toMatchObject({
        code: 'INSUFFICIENT_SCOPE',
        status: 403,
      })
      const anonymous = x.socketFor(undefined)
      expect((await anonymous.ask(query)).errors[0].extensions).toMatchObject({ code: 'MISSING_AUTH', status: 401 })
      expect((await anonymous.ask('{ __typename }')).data).toEqual({ __typename: 'Query' })
    }
    const overSse = await tenant
      .with({ authorization: `Bearer ${key}`, accept: 'text/event-stream' })
      .post('/graphql', { query: companyCreated })
    expect(String(overSse.body)).toContain('INSUFFICIENT_SCOPE')
  })

  test('a key without companies.read follows events, and does not see the company', async () => {
    const tenant = await app.tenant()
    const { key } = await tenant.keyWith(['receive'])
    const { received, leave } = await x.followed(
      x.socketFor(key),
      'subscription { companyCreated { companyId company { name } } }',
    )
    const companyId = await registered(tenant, 0)
    await until(() => received.length, 1)
    expect(received[0].data).toEqual({ companyCreated: { companyId, company: null } })
    expect(received[0].errors[0].extensions).toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 })
    leave()
  })

  test('credentials that are wrong when the socket opens close it', async () => {
    for (const key of ['svc_test_nothing', 'no token']) {
      const socket = x.socketFor(key)
      await socket.ask('{ __typename }')
      expect(await socket.closed).toEqual({ code: 4403, reason: 'INVALID_TOKEN' })
    }
  })

  test('credentials that are wrong are counted by address, as they are over HTTP', async () => {
    const left = async (): Promise<number> => Number((await app.anyone.get('/v1/me')).headers['x-ratelimit-remaining'])
    const before = await left()
    for (let times = 0; times < 3; times++) {
      const socket = x.socketFor(`svc_test_guess${times}`)
      await socket.ask('{ __typename }')
      await socket.closed
    }
    expect(await left()).toBe(before - 4)
  })

  test('a revoked key closes the sockets that were opened with it, and no others', async () => {
    const tenant = await app.tenant()
    const made = await tenant.keyWith(['receive', 'companies.read'])
    const [socket, other] = [x.socketFor(made.key), x.socketFor(tenant.key)]
    const before = await subscriptions(app)
    await x.followed(socket, companyCreated)
    const stays = await x.followed(other, companyCreated)
    expect((await tenant.delete(`/v1/api-keys/${made.keyId}`)).status).toBe(204)
    expect(await socket.closed).toMatchObject({ code: 4403 })
    await until(() => subscriptions(app), before + 1)
    await registered(tenant, 0)
    await until(() => stays.received.length, 1)
    stays.leave()
    const again = x.socketFor(made.key)
    await again.ask(companyCreated)
    expect(await again.closed).toEqual({ code: 4403, reason: 'REVOKED_KEY' })
  })

  test('a revoked key ends a stream of server-sent events', async () => {
    const tenant = await app.tenant()
    const made = await tenant.keyWith(['receive'])
    const before = await subscriptions(app)
    const { done } = x.sse(
      Object.assign(Object.create(tenant) as Tenant, { key: made.key }),
      'subscription { companyCreated { id } }',
    )
    await until(() => subscriptions(app), before + 1)
    await tenant.delete(`/v1/api-keys/${made.keyId}`)
    await done
    await until(() => subscriptions(app), before)
    expect(await subscriptions(app)).toBe(before)
  })

  test('a key that expires closes its socket', async () => {
    const tenant = await app.tenant()
    const expiresAt = new Date(app.clock.now().getTime() + 1_500).toISOString()
    const { key } = await tenant.keyWith(['receive'], { expiresAt })
    const socket = x.socketFor(key)
    await x.followed(socket, 'subscription { companyCreated { id } }')
    app.clock.advance(1_500)
    expect(await socket.closed).toMatchObject({ code: 4403 })
  })

  test('the credentials of a socket are looked at again at each operation', async () => {
    const tenant = await app.tenant()
    const { key } = await tenant.keyWith(['receive', 'companies.read'])
    const socket = x.socketFor(key)
    expect((await socket.ask('{ viewer { scopes } }')).data.viewer.scopes).toEqual(['RECEIVE', 'COMPANIES_READ'])
    // As another instance would change it: nothing tells this one.
    await app.platform.db.client.apiKey.updateMany({
      where: { organizationId: tenant.organizationId, scopes: { has: 'receive' } },
      data: { scopes: ['receive'] },
    })
    app.platform.keys.forget(tenant.organizationId)
    expect((await socket.ask('{ companies { nodes { id } } }')).errors[0].extensions).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    })
  })

  test('each operation over a socket counts against the rate of its key', async () => {
    const tenant = await app.tenant()
    const { key } = await tenant.keyWith(['companies.read'], { rateLimit: 3 })
    const socket = x.socketFor(key)
    for (let count = 0; count < 3; count++) expect((await socket.ask('{ viewer { plan } }')).errors).toBeUndefined()
    const refused = await socket.ask('{ viewer { plan } }')
    expect(refused.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429, type: 'rate_limit_error' })
    expect(refused.errors[0].extensions.retryAfter).toBeGreaterThan(0)
  })

  test('the company header and the organization header count over a socket as over HTTP', async () => {
    const tenant = await app.tenant()
    const [mine, others] = [await registered(tenant, 0), await registered(tenant, 1)]
    const socket = x.socketFor(tenant.key, { 'X-Service-Company': mine })
    expect((await socket.ask('{ companies { nodes { id } } }')).data.companies.nodes).toEqual([{ id: mine }])
    expect(
      (await socket.ask('query ($id: ID!) { company(id: $id) { id } }', { id: others })).errors[0].extensions,
    ).toMatchObject({ code: 'COMPANY_FORBIDDEN' })
    const byHeaders = x.socketWith({ ...tenant.headers, 'x-service-company': others })
    expect((await byHeaders.ask('{ companies { nodes { id } } }')).data.companies.nodes).toEqual([{ id: others }])
  })
})

describe('leaving', () => {
  test('who completes, closes or leaves while it subscribes is not followed any more', async () => {
    const tenant = await app.tenant()
    const before = await subscriptions(app)
    const socket = x.socketFor(tenant.key)
    const many: Following[] = []
    for (let count = 0; count < 5; count++) many.push(await x.followed(socket, companyCreated))
    for (const { leave } of many.slice(0, 3)) leave()
    await until(() => subscriptions(app), before + 2)
    await socket.client.dispose()
    await until(() => subscriptions(app), before)
    for (let count = 0; count < 20; count++) {
      const brief = x.socketFor(tenant.key)
      const { leave } = brief.follow(companyCreated)
      if (count % 2 === 0) leave()
      else await brief.ask('{ __typename }')
      await brief.client.dispose()
    }
    await registered(tenant, 0)
    await until(() => subscriptions(app), before)
    expect(await subscriptions(app)).toBe(before)
  })

  test('a message that is no operation or too long closes its own socket only', async () => {
    const tenant = await app.tenant()
    const stays = await x.followed(x.socketFor(tenant.key), companyCreated)
    const long = x.socketFor(tenant.key)
    await long.ask(`{ viewer { plan } } # ${'x'.repeat(1_100_000)}`)
    expect(await long.closed).toMatchObject({ code: 1009 })
    await registered(tenant, 0)
    await until(() => stays.received.length, 1)
    stays.leave()
  })
})
