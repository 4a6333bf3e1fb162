/** What anybody may have at once: subscriptions, sockets, keys, and guesses. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, test } from 'vitest'
import { newKey } from '../../src/auth/bearer-key.ts'
import { plans } from '../../src/auth/plans.ts'
import { tidy } from '../../src/app/housekeeping.ts'
import { type Caller, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'
import { subscriptions } from '../support/sockets.ts'
import { type Subscribers, startSubscribers } from '../support/subscribers.ts'
import { until } from '../support/until.ts'

const EVENTS = 'subscription { events { id } }'

let app: TestApp
const begin = async (settings: Record<string, string> = {}): Promise<Subscribers> => {
  app = await startApp({ WORKERS: 'off', ...settings })
  return startSubscribers(app)
}
afterEach(() => app.close())

describe('live subscriptions', () => {
  test('an organization has so many at once at most, by whichever door, and room again when one ends', async () => {
    const x = await begin({ LIVE_PER_ORGANIZATION: '2' })
    const [tenant, other] = [await app.tenant(), await app.tenant()]
    const socket = x.socketFor(tenant.key)
    const first = await x.followed(socket, EVENTS)
    await x.followed(socket, EVENTS)
    expect((await socket.ask(EVENTS)).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', status: 429 } }])
    const refused = await tenant.get('/v1/events/stream')
    expectRefusal(refused, 'RATE_LIMITED')
    expect(refused.headers['retry-after']).toBe('10')
    expect(await subscriptions(app)).toBe(2)
    await x.followed(x.socketFor(other.key), EVENTS)
    first.leave()
    await until(() => subscriptions(app), 2)
    await x.followed(socket, EVENTS)
    await x.leave()
  })
})

describe('streams that carry many operations', () => {
  test('a company has so many at once at most, with all its callers, and leaves the others to its organization', async () => {
    await begin({ LIVE_PER_COMPANY: '2', LIVE_PER_ORGANIZATION: '3' })
    const tenant = await app.tenant('platform')
    const keyOfCompany = () => tenant.keyWith(['receive'], { companyId: tenant.companyId })
    const [bound, other] = [await keyOfCompany(), await keyOfCompany()]
    const acting = tenant.with({ 'x-service-company': tenant.companyId })
    const reserve = (caller: Caller) => caller.send('PUT', '/graphql/stream')
    expect([(await reserve(bound)).status, (await reserve(other)).status]).toEqual([201, 201])
    for (const caller of [bound, other, acting]) {
      const { status, headers, body } = await reserve(caller)
      expect({ status, retry: headers['retry-after'], errors: body.errors }).toMatchObject({
        status: 429,
        retry: '10',
        errors: [{ extensions: { code: 'RATE_LIMITED' } }],
      })
    }
    expect([(await reserve(tenant)).status, (await reserve(tenant)).status]).toEqual([201, 429])
    expect((await reserve(await app.tenant())).status).toBe(201)
  })
})

describe('sockets', () => {
  const addressOf = (): string => {
    const address = app.server.server.address()
    return `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/graphql`
  }
  const opened = async (): Promise<WebSocket | number> => {
    const socket = new WebSocket(addressOf(), 'graphql-transport-ws')
    return Promise.race([
      once(socket, 'open').then(() => socket),
      once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode)),
    ])
  }

  test('an address opens so many at most, and more when some have closed', async () => {
    await begin({ SOCKETS_PER_ADDRESS: '3' })
    const sockets = [await opened(), await opened(), await opened()]
    expect(sockets.every((one) => one instanceof WebSocket)).toBe(true)
    expect(await opened()).toBe(429)
    const [first] = sockets as WebSocket[]
    first?.terminate()
    await until(opened, (socket) => socket instanceof WebSocket)
  })

  test('sockets whose caller has not said who it is are fewer than others', async () => {
    const x = await begin()
    const named = x.socketFor((await app.tenant()).key)
    await x.followed(named, EVENTS)
    const outcomes: (WebSocket | number)[] = []
    for (let count = 0; count < 52; count++) outcomes.push(await opened())
    expect(outcomes.filter((one) => one instanceof WebSocket)).toHaveLength(50)
    expect(outcomes.slice(-2)).toEqual([429, 429])
    expect((await named.ask('{ __typename }')).data).toEqual({ __typename: 'Query' })
    for (const socket of outcomes) if (socket instanceof WebSocket) socket.terminate()
    await x.leave()
  })
})

describe('API keys', () => {
  test('an organization has as many keys as its plan allows, and room again when one is revoked', async () => {
    await begin()
    const tenant = await app.tenant()
    await app.platform.db.client.organization.update({ where: { id: tenant.organizationId }, data: { plan: 'free' } })
    app.platform.keys.forget(tenant.organizationId)
    const keys: string[] = []
    for (let count = 1; count < plans.free.keys; count++) keys.push((await tenant.keyWith(['documents.read'])).keyId)
    const before = await tenant.footprint()
    expectRefusal(await tenant.post('/v1/api-keys', { name: 'one more' }), 'CONFLICT')
    expect(await tenant.footprint()).toEqual(before)
    expect((await tenant.delete(`/v1/api-keys/${keys[0]}`)).status).toBeLessThan(300)
    expect((await tenant.post('/v1/api-keys', { name: 'one more' })).status).toBe(201)
  })

  test('after ten unknown keys an address costs no look-ups, and a key that was used before goes on to work', async () => {
    await begin()
    const tenant = await app.tenant()
    expect((await tenant.get('/v1/me')).status).toBe(200)
    const guess = () => app.anyone.get('/v1/me', { authorization: `Bearer ${newKey('personal', true).key}` })
    for (let count = 0; count < 10; count++) expectRefusal(await guess(), 'INVALID_TOKEN')
    expect((await tenant.get('/v1/me')).status).toBe(200)
    const { client } = app.platform.db
    const lookups: string[] = []
    client.$on('query', ({ query }) => void (query.includes('api_key_hashes') && lookups.push(query)))
    for (let count = 0; count < 20; count++) {
      const refused = await guess()
      expectRefusal(refused, 'RATE_LIMITED')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(lookups).toEqual([])
    expect((await tenant.get('/v1/me')).status).toBe(200)
  })
})

describe('work that has failed for good', () => {
  test('failed work is kept for ninety days, and then removed', async () => {
    await begin()
    const tenant = await app.tenant()
    const { client } = app.platform.db
    const day = 86_400_000
    const aged = async (days: number) => {
      const at = new Date(app.clock.now().getTime() - days * day)
      const { organizationId } = tenant
      await client.work.create({
        data: {
          organizationId,
          id: `work_${days}`,
          kind: 'company.refresh',
          subjectId: 'x',
          target: 'x',
          dueAt: at,
          failedAt: at,
          createdAt: at,
        },
      })
    }
    await aged(91)
    await aged(89)
    await tidy(app.platform)
    const left = await client.work.findMany({ where: { failedAt: { not: null } }, select: { id: true } })
    expect(left).toEqual([{ id: 'work_89' }])
  })
})

describe('rate windows', () => {
  test('a clock of the machine that goes back takes no request away from anybody', async () => {
    await begin()
    const tenant = await app.tenant()
    const limited = await tenant.keyWith(['platform'], { rateLimit: 2 })
    expect((await limited.get('/v1/me')).status).toBe(200)
    app.clock.setBack(3_600_000)
    expect((await limited.get('/v1/me')).headers['x-ratelimit-remaining']).toBe('0')
    expectRefusal(await limited.get('/v1/me'), 'RATE_LIMITED')
    app.clock.advance(60_000)
    expect((await limited.get('/v1/me')).status).toBe(200)
  })
})
