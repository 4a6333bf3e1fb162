import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { plans } from '../../../src/auth/plans.ts'
import { mapLimited } from '../../../src/kernel/concurrency.ts'
import { WINDOW_MS, type RateWindow, memoryWindow } from '../../../src/kernel/limits/rate-window.ts'
import { redisWindow } from '../../../src/kernel/limits/redis-window.ts'
import { type Answer, type Caller, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'
import { until } from '../../support/until.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const headersOf = ({ headers }: Answer) => ({
  limit: headers['x-ratelimit-limit'],
  remaining: headers['x-ratelimit-remaining'],
  reset: headers['x-ratelimit-reset'],
  retryAfter: headers['retry-after'],
})

/** A key that may send so many requests a minute. */
const limited = async (rateLimit: number): Promise<Caller> =>
  (await app.tenant()).keyWith(['companies.read', 'companies.write', 'platform'], { rateLimit })

test.each(['/', '/docs/', '/docs/errors', '/openapi.json', '/health/liveness', '/health/readiness', '/metrics'])(
  '%s says what is left of the window of its caller, and takes nothing of it',
  async (path) => {
    const first = headersOf(await app.anyone.get(path))
    const second = headersOf(await app.anyone.get(path))
    expect(first.limit).toMatch(/^\d+$/)
    expect(Number(first.reset)).toBeGreaterThan(0)
    expect(second.remaining).toBe(first.remaining)
    await app.anyone.get('/v1/sandbox')
    expect(Number(headersOf(await app.anyone.get(path)).remaining)).toBe(Number(first.remaining) - 1)
  },
)

describe('the window', () => {
  test('the window lets the limit pass, tells what is left, and refuses the next', async () => {
    const key = await limited(3)
    for (const remaining of ['2', '1', '0'])
      expect(headersOf(await key.get('/v1/me'))).toMatchObject({ limit: '3', remaining, retryAfter: undefined })
    const refused = await key.get('/v1/me')
    expectRefusal(refused, 'RATE_LIMITED')
    expect(headersOf(refused)).toMatchObject({
      limit: '3',
      remaining: '0',
      retryAfter: expect.stringMatching(/^(59|60)$/),
    })
    expectOperationRefusal(await key.get('/v1/companies'), 'RATE_LIMITED')
  })

  test('the window slides: each request makes room exactly 60 seconds after it came', async () => {
    const key = await limited(3)
    const spaced = 20_000
    for (let times = 0; times < 3; times++) {
      expect((await key.get('/v1/me')).status).toBe(200)
      app.clock.advance(spaced)
    }
    // 60 s after the first: room for one, and the second left 20 s later.
    expect((await key.get('/v1/me')).status).toBe(200)
    const refused = await key.get('/v1/me')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(20)
    app.clock.advance(Number(refused.headers['retry-after']) * 1_000)
    expect((await key.get('/v1/me')).status).toBe(200)
    expect((await key.get('/v1/me')).status).toBe(429)
  })

  test('the window does not count what it refuses, so that patience is rewarded', async () => {
    const key = await limited(1)
    await key.get('/v1/me')
    for (let times = 0; times < 5; times++) {
      expect((await key.get('/v1/me')).status).toBe(429)
      app.clock.advance(10_000)
    }
    app.clock.advance(10_000)
    expect((await key.get('/v1/me')).status).toBe(200)
  })

  test('a request over the limit does nothing', async () => {
    const tenant = await app.tenant()
    const key = await tenant.keyWith(['companies.write'], { rateLimit: 1 })
    await key.get('/v1/me')
    const before = await tenant.footprint()
    expectOperationRefusal(await key.post('/v1/companies', { vatNumber: freshVat() }), 'RATE_LIMITED')
    expect(
      (await key.graphql(`mutation { registerCompany(input: {vatNumber: "${freshVat()}"}) { company { id } } }`))
        .errors[0].extensions,
    ).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('each key has a window of its own', async () => {
    const tenant = await app.tenant()
    const [one, other] = [
      await tenant.keyWith(['stats'], { rateLimit: 1 }),
      await tenant.keyWith(['stats'], { rateLimit: 1 }),
    ]
    expect((await one.get('/v1/me')).status).toBe(200)
    expect((await one.get('/v1/me')).status).toBe(429)
    expect((await other.get('/v1/me')).status).toBe(200)
    expect((await tenant.get('/v1/me')).status).toBe(200)
  })

  test('the reset header is a moment in unix seconds, at most a minute ahead', async () => {
    const now = app.clock.now().getTime() / 1_000
    const reset = Number(headersOf(await (await limited(5)).get('/v1/me')).reset)
    expect(reset).toBeGreaterThanOrEqual(Math.floor(now + 59))
    expect(reset).toBeLessThanOrEqual(Math.ceil(now + 62))
  })
})

describe('the limit', () => {
  test.each([
    ['personal', 300],
    ['platform', 600],
    ['white_label', 1_200],
  ] as const)('the limit of a %s tenant is that of its plan, %i', async (type, limit) => {
    expect(headersOf(await (await app.tenant(type)).get('/v1/me')).limit).toBe(String(limit))
  })

  test.each([
    ['free', 60, 50],
    ['starter', 120, 500],
    ['pro', 300, 5_000],
    ['platform', 600, 50_000],
    ['white_label', 1_200, null],
  ] as const)('the plan %s allows %i requests a minute and %s documents a month', async (plan, requests, documents) => {
    expect(plans[plan]).toMatchObject({ requestsPerMinute: requests, documentsPerMonth: documents })
    const tenant = await app.tenant()
    await app.platform.db.client.organization.update({ where: { id: tenant.organizationId }, data: { plan } })
    app.platform.wakeUps.publish('credentials', tenant.organizationId)
    expect(headersOf(await tenant.get('/v1/me')).limit).toBe(String(requests))
  })

  test('the limit of a key can only lower that of its plan', async () => {
    const tenant = await app.tenant('personal')
    expect(headersOf(await (await tenant.keyWith(['stats'], { rateLimit: 1_200 })).get('/v1/me')).limit).toBe('300')
    expect(headersOf(await (await tenant.keyWith(['stats'], { rateLimit: 10 })).get('/v1/me')).limit).toBe('10')
    expect((await (await tenant.keyWith(['stats'], { rateLimit: 10 })).get('/v1/me')).body.rateLimitPerMinute).toBe(10)
  })
})

describe('the three headers of the limit', () => {
  const known = {
    limit: expect.stringMatching(/^\d+$/),
    remaining: expect.stringMatching(/^\d+$/),
    reset: expect.stringMatching(/^\d{10}$/),
  }
  test.each([
    ['a list', 200, (key: Caller) => key.get('/v1/companies')],
    ['a creation', 201, (key: Caller) => key.post('/v1/companies', { vatNumber: freshVat() })],
    [
      'an answer without a body',
      204,
      async (key: Caller) =>
        key.delete(`/v1/companies/vat:${(await key.post('/v1/companies', { vatNumber: freshVat() })).body.vatNumber}`),
    ],
    [
      'a replayed answer',
      201,
      async (key: Caller) => {
        const [again, body] = [key.with({ 'idempotency-key': 'headers' }), { vatNumber: 'DE999999990' }]
        await again.post('/v1/companies', body)
        return again.post('/v1/companies', body)
      },
    ],
    ['invalid input', 400, (key: Caller) => key.post('/v1/companies', {})],
    ['malformed JSON', 400, (key: Caller) => key.send('POST', '/v1/companies', '{')],
    [
      'a missing scope',
      403,
      (key: Caller) =>
        key
          .get('/v1/request-logs')
          .then(async () => (await app.tenant()).keyWith(['stats']))
          .then((weak) => weak.get('/v1/companies')),
    ],
    ['an unknown company', 404, (key: Caller) => key.get('/v1/companies/none')],
    ['an unknown path', 404, (key: Caller) => key.get('/v1/nothing')],
    ['a path that cannot be decoded', 404, (key: Caller) => key.get('/v1/%zz')],
    ['a wrong method', 405, (key: Caller) => key.send('PUT', '/v1/companies', {})],
    [
      'a wrong content type',
      415,
      (key: Caller) => key.send('POST', '/v1/companies', 'x', { 'content-type': 'text/plain' }),
    ],
    [
      'a body that is announced too large',
      413,
      (key: Caller) => key.send('POST', '/v1/companies', undefined, { 'content-length': '52428800' }),
    ],
    ['a VAT number of nobody', 422, (key: Caller) => key.post('/v1/companies', { vatNumber: 'DE000000404' })],
    ['a failing registry', 502, (key: Caller) => key.post('/v1/companies', { vatNumber: 'DE000000502' })],
    ['no credentials', 401, () => app.anyone.get('/v1/me')],
    ['wrong credentials', 401, () => app.anyone.with({ authorization: 'Bearer svc_test_x' }).get('/v1/me')],
    ['a company header of others', 404, (key: Caller) => key.with({ 'x-service-company': 'comp_none' }).get('/v1/me')],
    ['a bootstrap', 201, () => app.anyone.post('/v1/sandbox/bootstrap')],
    ['a GraphQL answer', 200, (key: Caller) => key.post('/graphql', { query: '{ viewer { plan } }' })],
    ['a GraphQL refusal', 200, (key: Caller) => key.post('/graphql', { query: '{ company(id: "none") { id } }' })],
    [
      'a GraphQL document that is none',
      400,
      (key: Caller) => key.post('/graphql', { query: '{' }, { accept: 'application/graphql-response+json' }),
    ],
  ] as const)('the three headers of the limit are on %s (%i)', async (_what, status, send) => {
    const answer = await send(await limited(100))
    expect(answer.status).toBe(status)
    expect(headersOf(answer)).toMatchObject({ ...known, retryAfter: undefined })
  })

  test('the three headers are on the refusal of an address, which counts wrong keys too', async () => {
    const own = await startApp()
    try {
      for (let times = 0; times < 600; times++)
        await (times % 2 === 0 ? own.anyone : own.anyone.with({ authorization: 'Bearer svc_test_guess' })).get('/v1/me')
      const refused = await own.anyone.with({ authorization: 'Bearer svc_test_guess' }).get('/v1/me')
      expectRefusal(refused, 'RATE_LIMITED')
      expect(headersOf(refused)).toMatchObject({
        limit: '600',
        remaining: '0',
        retryAfter: expect.stringMatching(/^\d+$/),
      })
    } finally {
      await own.close()
    }
  })
})

describe('the address of a public caller', () => {
  const left = async (on: TestApp, remoteAddress: string, forwarded = ''): Promise<number> =>
    Number(
      (await on.server.inject({ url: '/v1/me', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).headers[
        'x-ratelimit-remaining'
      ],
    )

  test('a public IPv6 caller counts as its network of 64 bits, and IPv4 is one however it is written', async () => {
    expect([
      await left(app, '2001:db8:1:2::1'),
      await left(app, '2001:db8:1:2:ffff:ffff:ffff:ffff'),
      await left(app, '2001:db8:1:3::1'),
    ]).toEqual([599, 598, 599])
    expect([
      await left(app, '198.51.100.7'),
      await left(app, '::ffff:198.51.100.7'),
      await left(app, '198.51.100.8'),
    ]).toEqual([599, 598, 599])
  })

  test.each([
    ['false', []],
    ['true', ['10.0.0.1']],
    ['2', ['10.0.0.1', '10.0.0.2']],
  ])(
    'the address of a caller behind proxies (%s) is what the outermost has seen, not what the caller writes',
    async (setting, proxies) => {
      const own = await startApp({ TRUST_PROXY: setting })
      try {
        const asked = (caller: string, madeUp: string): Promise<number> => {
          const way = [madeUp, caller, ...proxies]
          return left(
            own,
            way.at(-1) ?? '',
            way
              .slice(0, -1)
              .filter((one) => one !== '')
              .join(', '),
          )
        }
        expect([
          await asked('198.51.100.7', '203.0.113.1'),
          await asked('198.51.100.7', '203.0.113.2'),
          await asked('198.51.100.7', ''),
          await asked('198.51.100.8', '198.51.100.7'),
        ]).toEqual([599, 598, 597, 599])
      } finally {
        await own.close()
      }
    },
  )
})

describe('exhausting the limit on purpose', () => {
  test('exhausting the limit answers 429 to every key of the organization that long, and to nobody else', async () => {
    const tenant = await app.tenant()
    const [colleague, stranger] = [await tenant.keyWith(['stats']), await app.tenant()]
    const answer = await tenant.post('/v1/sandbox/rate-limit/exhaust', { durationSeconds: 90 })
    expect(answer).toMatchObject({
      status: 200,
      body: { exhausted: true, durationSeconds: 90, until: expect.stringMatching(/Z$/) },
    })
    for (const caller of [tenant, colleague]) {
      const refused = await caller.get('/v1/me')
      expectRefusal(refused, 'RATE_LIMITED')
      expect(headersOf(refused)).toMatchObject({ remaining: '0', retryAfter: expect.stringMatching(/^(89|90)$/) })
      expect((await caller.graphql('{ viewer { plan } }')).errors[0].extensions).toMatchObject({
        code: 'RATE_LIMITED',
        retryAfter: expect.any(Number),
      })
    }
    expect((await stranger.get('/v1/me')).status).toBe(200)
    app.clock.advance(90_000)
    expect((await tenant.get('/v1/me')).status).toBe(200)
  })
  test('exhausting the limit lasts a minute unless told otherwise', async () => {
    const tenant = await app.tenant()
    expect((await tenant.post('/v1/sandbox/rate-limit/exhaust')).body.durationSeconds).toBe(60)
    app.clock.advance(59_000)
    expect((await tenant.get('/v1/me')).status).toBe(429)
    app.clock.advance(1_000)
    expect((await tenant.get('/v1/me')).status).toBe(200)
  })
  test.each([0, 3_601, 1.5, '60'])(
    'exhausting the limit takes from 1 to 3600 whole seconds, so not %j',
    async (durationSeconds) => {
      const tenant = await app.tenant()
      expectRefusal(await tenant.post('/v1/sandbox/rate-limit/exhaust', { durationSeconds }), 'INVALID_REQUEST')
      expect((await tenant.get('/v1/me')).status).toBe(200)
    },
  )
})

describe('bootstrapping', () => {
  test('bootstrapping is limited to 120 an hour from one address', { tags: 'heavy' }, async () => {
    const own = await startApp()
    try {
      const bootstrap = () => own.anyone.post('/v1/sandbox/bootstrap')
      // All at once would hold up Redis for longer than it is waited for: who counts alone lets more pass.
      const answers = await mapLimited(Array.from({ length: 120 }), 8, bootstrap)
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(120)
      const before = await own.platform.db.client.organization.count()
      const refused = await bootstrap()
      expectRefusal(refused, 'RATE_LIMITED')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
      own.clock.advance(Number(refused.headers['retry-after']) * 1_000 - 30_000)
      expectRefusal(await bootstrap(), 'RATE_LIMITED')
      expect(await own.platform.db.client.organization.count()).toBe(before)
      own.clock.advance(30_000)
      expect((await bootstrap()).status).toBe(201)
    } finally {
      await own.close()
    }
  })
})

/** However requests come: no 60 seconds hold more than the limit, and nothing is refused while there is room. */
const holds = async (window: RateWindow, caller: string, limit: number, gaps: readonly number[]): Promise<void> => {
  const passed: number[] = []
  let now = 1_000_000
  for (const gap of gaps) {
    now += gap
    const inWindow = passed.filter((time) => time > now - WINDOW_MS).length
    const hit = await window.hit(caller, limit, now)
    expect({ now, allowed: hit.allowed, remaining: hit.remaining }).toEqual({
      now,
      allowed: inWindow < limit,
      remaining: Math.max(0, limit - inWindow - (inWindow < limit ? 1 : 0)),
    })
    const oldest = passed.at(-limit) ?? 0
    expect(hit.retryAfter).toBe(hit.allowed ? 0 : Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1_000)))
    if (hit.allowed) passed.push(now)
  }
  for (const [index, time] of passed.entries())
    expect(passed.slice(index).filter((later) => later < time + WINDOW_MS).length).toBeLessThanOrEqual(limit)
}

const gaps = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(59_999, 60_000, 60_001, 1)),
  { maxLength: 120 },
)
let callers = 0

describe('for any times of arrival', () => {
  test('the window in memory never lets more than the limit pass in 60 seconds, at any times of arrival', async () => {
    await expect(
      fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 12 }), gaps, (limit, times) =>
          holds(memoryWindow(), 'one', limit, times),
        ),
        { numRuns: 150 },
      ),
    ).resolves.toBeUndefined()
  })

  test('a limit that changes between requests holds from then on', () => {
    const window = memoryWindow()
    const hit = (limit: number, now: number) => window.hit('one', limit, now) as { allowed: boolean; remaining: number }
    for (let now = 1; now <= 5; now++) expect(hit(10, now).allowed).toBe(true)
    expect(hit(3, 6).allowed).toBe(false)
    expect(hit(10, 7)).toMatchObject({ allowed: true })
    expect(hit(3, 60_005)).toMatchObject({ allowed: true, remaining: 1 })
  })

  // Of the runs only `npm run test:services` has one.
  test.skipIf(inject('redis') === '')(
    'the window in Redis lets the limit pass in 60 seconds and no more, at any times of arrival',
    { tags: 'services' },
    async () => {
      const window = redisWindow(inject('redis'), pino({ level: 'silent' }), { set: () => undefined })
      await until(async () => (await window.hit('warm-up', 1_000_000, 1)).allowed, true)
      try {
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 1, max: 12 }), gaps, (limit, times) =>
            holds(window, `property ${process.pid} ${(callers += 1)}`, limit, times),
          ),
          { numRuns: 30 },
        )
      } finally {
        await window.close()
      }
    },
  )
})
