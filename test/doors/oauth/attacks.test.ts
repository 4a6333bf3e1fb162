import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { forgetOldAccess } from '../../../src/oauth/forget-old.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'
import { Visitor, allowedCode, askFor, challengeOf, newVerifier, tokenFor } from '../../support/visitor.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' })
  tenant = await app.tenant('platform')
})
afterAll(() => app.close())

const bearer = (token: string): Caller => new Caller(app, { authorization: `Bearer ${token}` })
const from = (address: string): Caller => app.anyone.with({ 'x-forwarded-for': address })
const exchange = (body: object, caller: Caller = app.anyone): Promise<Answer> => caller.post('/v1/oauth/token', body)
const worksWith = async (token: string): Promise<boolean> => (await bearer(token).get('/v1/me')).status === 200

/** Refused, and the organization has what it had. */
const refusesExchange = async (body: object, code: Parameters<typeof expectOperationRefusal>[1]): Promise<void> => {
  const before = await tenant.footprint()
  expectOperationRefusal(await exchange(body), code)
  expect(await tenant.footprint()).toEqual(before)
}

describe('codes', () => {
  test('a code that comes again is refused, and ends the token that it gave', async () => {
    const code = await allowedCode(app, tenant.key)
    const { access_token } = (await exchange(code)).body
    expect(await worksWith(access_token)).toBe(true)
    expectOperationRefusal(await exchange(code), 'INVALID_GRANT')
    expect(await worksWith(access_token)).toBe(false)
  })

  test('of 20 exchanges of one code at the same time exactly one wins', async () => {
    const code = await allowedCode(app, tenant.key)
    const before = await tenant.footprint()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers) if (answer !== won[0]) expectOperationRefusal(answer, 'INVALID_GRANT')
    // All the others have shown that the code is in several hands.
    expect(await worksWith(won[0]?.body.access_token)).toBe(false)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a code works with its own verifier only, and still works afterwards', async () => {
    const code = await allowedCode(app, tenant.key)
    await refusesExchange({ ...code, code_verifier: newVerifier() }, 'INVALID_GRANT')
    expect((await exchange(code)).status).toBe(200)
  })

  test.each([42, 129])('a verifier of %i characters is refused', async (length) => {
    const code = await allowedCode(app, tenant.key)
    await refusesExchange({ ...code, code_verifier: 'x'.repeat(length) }, 'INVALID_REQUEST')
    await refusesExchange({ ...code, code_verifier: `${'x'.repeat(50)}+` }, 'INVALID_REQUEST')
  })

  test('a code ends after five minutes', async () => {
    const code = await allowedCode(app, tenant.key)
    app.clock.advance(5 * 60_000 + 1)
    await refusesExchange(code, 'INVALID_GRANT')
  })

  test('a code of a key that was revoked since is refused', async () => {
    const key = await tenant.keyWith(['send'])
    const code = await allowedCode(app, key.key, ['send'])
    await tenant.delete(`/v1/api-keys/${key.keyId}`)
    await refusesExchange(code, 'INVALID_GRANT')
  })

  test('a code of a registered client works for that client and for its redirect address only', async () => {
    const redirect_uri = 'https://app.example.com/cb'
    const register = (client_name: string) =>
      app.anyone.post('/v1/oauth/register', { client_name, redirect_uris: [redirect_uri] })
    const [own, foreign] = [(await register('Own')).body.client_id, (await register('Foreign')).body.client_id]
    const code = await allowedCode(app, tenant.key, ['send'], { client_id: own, client_name: undefined, redirect_uri })
    await refusesExchange({ ...code, client_id: foreign, redirect_uri }, 'INVALID_GRANT')
    await refusesExchange({ ...code, redirect_uri }, 'INVALID_GRANT')
    await refusesExchange({ ...code, client_id: own, redirect_uri: `${redirect_uri}/x` }, 'INVALID_GRANT')
    expect((await exchange({ ...code, client_id: own, redirect_uri })).status).toBe(200)
  })

  test('who guesses codes is refused after twenty of them, and others are not', async () => {
    const guess = { grant_type: 'authorization_code', code: `oac_${'x'.repeat(43)}`, code_verifier: newVerifier() }
    for (let count = 0; count < 20; count++)
      expectOperationRefusal(await exchange(guess, from('203.0.113.7')), 'INVALID_GRANT')
    expectOperationRefusal(await exchange(guess, from('203.0.113.7')), 'RATE_LIMITED')
    const code = await allowedCode(app, tenant.key)
    expectOperationRefusal(await exchange(code, from('203.0.113.7')), 'RATE_LIMITED')
    expect((await exchange(code, from('203.0.113.8'))).status).toBe(200)
  })

  test('who guesses codes with one key after the other is refused like who has none', async () => {
    const guess = { grant_type: 'authorization_code', code: `oac_${'x'.repeat(43)}`, code_verifier: newVerifier() }
    const callers = [await app.tenant(), await tenant.keyWith(['send']), app.anyone].map((one) =>
      one.with({ 'x-forwarded-for': '203.0.113.9' }),
    )
    for (let count = 0; count < 21; count++)
      expectOperationRefusal(await exchange(guess, callers[count % 3]), count < 20 ? 'INVALID_GRANT' : 'RATE_LIMITED')
    for (const caller of callers) expectOperationRefusal(await exchange(guess, caller), 'RATE_LIMITED')
  })
})

describe('requests', () => {
  const request = { client_name: 'X', scopes: ['send'], code_challenge: challengeOf(newVerifier()) }

  test.each([
    ['plain', { ...request, code_challenge_method: 'plain' }, 'INVALID_ENUM'],
    ['no challenge', { client_name: 'X', scopes: ['send'] }, 'MISSING_FIELD'],
    ['a challenge that is no SHA-256', { ...request, code_challenge: 'short' }, 'INVALID_REQUEST'],
    ['an unknown scope', { ...request, scopes: ['root'] }, 'INVALID_ENUM'],
    ['no name', { ...request, client_name: undefined }, 'MISSING_FIELD'],
    ['no scopes', { ...request, scopes: undefined }, 'MISSING_FIELD'],
    ['a client that nobody registered', { ...request, client_id: 'client_x' }, 'INVALID_REQUEST'],
  ] as const)('%s is refused', async (_what, body, code) => {
    const before = await app.platform.db.client.oauthRequest.count()
    expectOperationRefusal(await app.anyone.post('/v1/oauth/authorize', body), code)
    expect(await app.platform.db.client.oauthRequest.count()).toBe(before)
  })

  test.each([
    'http://app.example.com/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://cb',
    'https://user:secret@app.example.com/cb',
    'https://app.example.com/cb#fragment',
    'http://127.0.0.1.example.com/cb',
    'http://[::ffff:1.2.3.4]/cb',
    '//app.example.com',
    'https:\\\\app.example.com',
    'https://app.example.com/\r\nSet-Cookie: a=b',
  ])('the redirect address %j is refused', async (redirect_uri) => {
    const before = await app.platform.db.client.oauthRequest.count()
    expectOperationRefusal(
      await app.anyone.post('/v1/oauth/authorize', { ...request, redirect_uri }),
      'INVALID_REQUEST',
    )
    expect(await app.platform.db.client.oauthRequest.count()).toBe(before)
  })

  test.each([
    ['oauth-register', 60, '/v1/oauth/register', { client_name: 'X', redirect_uris: ['https://app.example.com/cb'] }],
    ['oauth-authorize', 600, '/v1/oauth/authorize', request],
    ['oauth-device', 120, '/v1/oauth/device', { client_name: 'X', scopes: ['send'] }],
  ])('of %s, an address makes %i an hour, and another address is not refused', async (what, most, path, body) => {
    const { rate, db } = app.platform
    for (let count = 1; count < most; count++)
      await rate.hit(`${what}:ip:203.0.113.40`, most, app.clock.steady(), 3_600_000)
    expect((await from('203.0.113.40').post(path, body)).status).toBeLessThan(300)
    const stored = () => Promise.all([db.client.oauthRequest.count(), db.client.oauthClient.count()])
    const before = await stored()
    expectOperationRefusal(await from('203.0.113.40').post(path, body), 'RATE_LIMITED')
    expect(await stored()).toEqual(before)
    expect((await from('203.0.113.41').post(path, body)).status).toBeLessThan(300)
  })

  test.each([
    ['bootstrap', 120, '/v1/sandbox/bootstrap', {}],
    ['handoff', 120, '/v1/oauth/handoff/sandbox', {}],
    ['oauth-register', 60, '/v1/oauth/register', { client_name: 'X', redirect_uris: ['https://app.example.com/cb'] }],
    ['oauth-authorize', 600, '/v1/oauth/authorize', request],
    ['oauth-device', 120, '/v1/oauth/device', { client_name: 'X', scopes: ['send'] }],
  ])('of %s, an address makes %i an hour with all its keys together', async (what, most, path, body) => {
    const { rate, db } = app.platform
    const [one, other] = [await app.tenant(), await tenant.keyWith(['send'])].map((key) =>
      key.with({ 'x-forwarded-for': '203.0.113.50' }),
    ) as [Caller, Caller]
    for (let count = 2; count < most; count++)
      await rate.hit(`${what}:ip:203.0.113.50`, most, app.clock.steady(), 3_600_000)
    expect((await one.post(path, body)).status).toBeLessThan(300)
    expect((await from('203.0.113.50').post(path, body)).status).toBeLessThan(300)
    const stored = () =>
      Promise.all([db.client.oauthRequest.count(), db.client.oauthClient.count(), db.client.organization.count()])
    const before = await stored()
    for (const caller of [one, other, from('203.0.113.50')]) {
      const refused = await caller.post(path, body)
      expect({ status: refused.status, retry: Number(refused.headers['retry-after']) > 3_500 }).toEqual({
        status: 429,
        retry: true,
      })
    }
    expect(await stored()).toEqual(before)
  })

  test('a registered client is sent to its own addresses only; on loopback the port is free', async () => {
    const redirect_uris = ['https://app.example.com/cb', 'http://127.0.0.1/cb']
    const { body } = await app.anyone.post('/v1/oauth/register', { client_name: 'X', redirect_uris })
    const ask = (redirect_uri: string) =>
      app.anyone.post('/v1/oauth/authorize', {
        ...request,
        client_name: undefined,
        client_id: body.client_id,
        redirect_uri,
      })
    expect((await ask('https://app.example.com/cb')).status).toBe(201)
    expect((await ask('http://127.0.0.1:4711/cb')).status).toBe(201)
    for (const other of [
      'https://app.example.com/cb/',
      'https://app.example.com/cb?x=1',
      'https://app.example.com:8443/cb',
      'https://evil.example/cb',
      'http://127.0.0.1:4711/other',
      'http://localhost:4711/cb',
    ])
      expectOperationRefusal(await ask(other), 'INVALID_REQUEST')
  })

  test('a registered client that names no scopes asks for what reads', async () => {
    const redirect_uris = ['https://app.example.com/cb']
    const client = (await app.anyone.post('/v1/oauth/register', { client_name: 'X', redirect_uris })).body
    const { code_challenge } = request
    const asked = await app.anyone.post('/v1/oauth/authorize', { client_id: client.client_id, code_challenge })
    expect(asked.status).toBe(201)
    const { body } = await app.anyone.get(`/v1/oauth/requests/${asked.body.request_id}`)
    expect(body.scopes).toContain('documents.read')
    expect(body.scopes).not.toContain('send')
  })

  test('a browser that comes with an unknown client or address stays here', async () => {
    const { body } = await app.anyone.post('/v1/oauth/register', {
      client_name: 'X',
      redirect_uris: ['https://app.example.com/cb'],
    })
    const open = (parameters: Record<string, string>) =>
      app.anyone.get(`/oauth/authorize?${new URLSearchParams({ response_type: 'code', ...parameters })}`)
    for (const parameters of [
      { client_id: 'client_x', redirect_uri: 'https://evil.example/' },
      { client_id: body.client_id, redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'https://evil.example/' },
    ] as Record<string, string>[]) {
      const { status, headers } = await open(parameters)
      expect({ status, location: headers['location'] }).toEqual({ status: 400, location: undefined })
    }
    const { headers } = await open({
      client_id: body.client_id,
      redirect_uri: 'https://app.example.com/cb',
      state: 's',
    })
    const told = new URL(String(headers['location']))
    expect(told.host).toBe('app.example.com')
    expect(Object.fromEntries(told.searchParams)).toMatchObject({
      error: 'invalid_request',
      state: 's',
      iss: app.platform.baseUrl,
    })
  })

  test('a browser that comes for something else than a code is sent back with the word of the standard', async () => {
    const redirect_uris = ['https://app.example.com/cb']
    const { body } = await app.anyone.post('/v1/oauth/register', { client_name: 'X', redirect_uris })
    const { code_challenge } = request
    const before = await app.platform.db.client.oauthRequest.count()
    for (const [response_type, error] of [
      ['token', 'unsupported_response_type'],
      ['code id_token', 'unsupported_response_type'],
      ['', 'unsupported_response_type'],
      [undefined, 'invalid_request'],
    ] as const) {
      const parameters = { client_id: body.client_id, code_challenge, code_challenge_method: 'S256', state: 's' }
      const query = new URLSearchParams({ ...parameters, ...(response_type !== undefined && { response_type }) })
      const { status, headers } = await app.anyone.get(`/oauth/authorize?${query}`)
      const told = new URL(String(headers['location'])).searchParams
      expect([status, told.get('error'), told.get('state'), told.get('code')]).toEqual([303, error, 's', null])
    }
    expect(await app.platform.db.client.oauthRequest.count()).toBe(before)
  })

  test('a browser that comes with a character that is not stored is told so', async () => {
    for (const query of [
      'client_id=a%00b&response_type=code',
      'client_id=x&request_uri=urn:ietf:params:oauth:request_uri:a%00',
    ])
      expect((await new Visitor(app).open(`/oauth/authorize?${query}`)).status).toBe(400)
  })

  test('a request ends after ten minutes, and nobody can tell whether it ever was', async () => {
    const { consentUrl, requestId } = await askFor(app)
    app.clock.advance(10 * 60_000 + 1)
    const seen = await new Visitor(app).open(consentUrl)
    const never = await new Visitor(app).open('/oauth/consent/areq_01kafm4h7vf8xbkrs9q2m3c5de')
    expect({ status: seen.status, text: seen.text }).toEqual({ status: 404, text: never.text })
    const decide = await tenant.post(`/v1/oauth/requests/${requestId}/decision`, { allow: true })
    expectOperationRefusal(decide, 'RESOURCE_NOT_FOUND')
  })

  test('a request is decided once', async () => {
    const { requestId } = await askFor(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tenant.post(`/v1/oauth/requests/${requestId}/decision`, { allow: true })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  })

  test('nobody gives more than was asked for, more than they have, or a company of others', async () => {
    const stranger = await app.tenant('platform')
    const reader = await tenant.keyWith(['documents.read'])
    const { requestId } = await askFor(app)
    const path = `/v1/oauth/requests/${requestId}/decision`
    const before = await tenant.footprint()
    expectOperationRefusal(await tenant.post(path, { allow: true, scopes: ['send', 'payments'] }), 'INVALID_REQUEST')
    expectOperationRefusal(await tenant.post(path, { allow: true, scopes: ['*'] }), 'INVALID_REQUEST')
    expectOperationRefusal(await reader.post(path, { allow: true, scopes: ['send'] }), 'INSUFFICIENT_SCOPE')
    expectOperationRefusal(await tenant.post(path, { allow: true, companyId: stranger.companyId }), 'COMPANY_NOT_FOUND')
    expect(await tenant.footprint()).toEqual(before)
    expect((await app.anyone.get(`/v1/oauth/requests/${requestId}`)).status).toBe(200)
  })

  test('who guesses identifiers of requests is refused', async () => {
    const caller = from('203.0.113.20')
    const guess = () => caller.get('/v1/oauth/requests/areq_01kafm4h7vf8xbkrs9q2m3c5de')
    for (let count = 0; count < 20; count++) expectOperationRefusal(await guess(), 'RESOURCE_NOT_FOUND')
    expectOperationRefusal(await guess(), 'RATE_LIMITED')
  })
})

describe('forms of other pages', () => {
  const signedIn = async () => {
    const { requestId, consentUrl } = await askFor(app)
    const visitor = new Visitor(app)
    await visitor.open(consentUrl)
    await visitor.submit(`/oauth/consent/${requestId}/sign-in`, { key: tenant.key })
    return { visitor, requestId, path: `/oauth/consent/${requestId}/decision` }
  }
  const isOpen = async (requestId: string): Promise<boolean> =>
    (await app.anyone.get(`/v1/oauth/requests/${requestId}`)).status === 200

  test('a form without the secret of the page decides nothing', async () => {
    const { visitor, requestId, path } = await signedIn()
    for (const csrf of ['', 'x', newVerifier()]) {
      const { status } = await visitor.submit(path, { csrf, decision: 'allow', scope: 'send' })
      expect({ status, open: await isOpen(requestId) }).toEqual({ status: 400, open: true })
    }
  })

  test('a form with the secret of another browser, or without the cookie, decides nothing', async () => {
    const { visitor, requestId, path } = await signedIn()
    const attacker = new Visitor(app)
    await attacker.open(`/oauth/consent/${requestId}`)
    const theirs = attacker.csrf
    await visitor.submit(path, { csrf: theirs, decision: 'allow', scope: 'send' })
    expect(await isOpen(requestId)).toBe(true)
    const stranger = new Visitor(app)
    await stranger.submit(path, { csrf: visitor.csrf, decision: 'allow', scope: 'send' })
    expect(await isOpen(requestId)).toBe(true)
  })

  test('a sign-in for one request decides no other', async () => {
    const { visitor } = await signedIn()
    const { requestId } = await askFor(app)
    const csrf = visitor.csrf
    await visitor.submit(`/oauth/consent/${requestId}/decision`, { csrf, decision: 'allow', scope: 'send' })
    expect(await isOpen(requestId)).toBe(true)
  })

  test('a cookie that was changed, or that is a quarter of an hour old, is no sign-in', async () => {
    const { visitor, requestId, path } = await signedIn()
    const csrf = visitor.csrf
    const whole = visitor.cookies.get('consent') ?? ''
    visitor.cookies.set('consent', `${whole.slice(0, -4)}AAAA`)
    await visitor.submit(path, { csrf, decision: 'allow', scope: 'send' })
    expect(await isOpen(requestId)).toBe(true)
    expect(whole).not.toContain(tenant.key.slice(-20))
  })
})

describe('renewals', () => {
  const renew = (refresh_token: string, caller?: Caller): Promise<Answer> =>
    exchange({ grant_type: 'refresh_token', refresh_token }, caller)

  test('a refresh token works once, and gives a new pair in the place of the old one', async () => {
    const first = await tokenFor(app, tenant.key, ['send'], { offline: true })
    const { status, body } = await renew(first.refresh_token)
    expect({ status, scopes: body.scopes }).toEqual({ status: 200, scopes: ['send'] })
    expect(body.refresh_token).not.toBe(first.refresh_token)
    expect([await worksWith(first.access_token), await worksWith(body.access_token)]).toEqual([false, true])
  })

  test('a refresh token that comes again ends the access, whoever has the newer one', async () => {
    const first = await tokenFor(app, tenant.key, ['send'], { offline: true })
    const { body } = await renew(first.refresh_token)
    expectOperationRefusal(await renew(first.refresh_token), 'INVALID_GRANT')
    expect(await worksWith(body.access_token)).toBe(false)
    expectOperationRefusal(await renew(body.refresh_token), 'INVALID_GRANT')
  })

  test('of 20 renewals at the same time exactly one wins', async () => {
    const first = await tokenFor(app, tenant.key, ['send'], { offline: true })
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(first.refresh_token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('access is not renewed after the key that gave it was revoked', async () => {
    const key = await tenant.keyWith(['send'])
    const revoked = await tokenFor(app, key.key, ['send'], { offline: true })
    await tenant.delete(`/v1/api-keys/${key.keyId}`)
    expectOperationRefusal(await renew(revoked.refresh_token), 'INVALID_GRANT')
  })

  test('nobody revokes the key of a program by showing it, and a token ends by showing it', async () => {
    const { access_token, refresh_token } = await tokenFor(app, tenant.key, ['send'], { offline: true })
    expect((await app.anyone.post('/v1/oauth/revoke', { token: tenant.key })).status).toBe(200)
    expect(await worksWith(tenant.key)).toBe(true)
    expect((await app.anyone.post('/v1/oauth/revoke', { token: refresh_token })).status).toBe(200)
    expect(await worksWith(access_token)).toBe(false)
  })
})

describe('what is told of a token', () => {
  test('a token that is refused everywhere is not active, and is again when it is accepted again', async () => {
    const { company } = (await tenant.post('/v1/platform/companies', { vatNumber: freshVat() })).body
    const key = await tenant.keyWith(['send'], { companyId: company.id })
    const agent = await tokenFor(app, key.key, ['send'])
    const asks = async (): Promise<unknown[]> => {
      const answers: unknown[] = []
      for (const token of [key.key, agent.access_token]) {
        const { body } = await tenant.post('/v1/oauth/introspect', { token })
        answers.push([body.active, await worksWith(token), Object.keys(body).length > 1])
      }
      return answers
    }
    const [accepted, refused] = [
      [true, true, true],
      [false, false, false],
    ]
    expect(await asks()).toEqual([accepted, accepted])
    await tenant.post(`/v1/platform/companies/${company.id}/suspend`)
    expect(await asks()).toEqual([refused, refused])
    await tenant.post(`/v1/platform/companies/${company.id}/resume`)
    expect(await asks()).toEqual([accepted, accepted])
    await tenant.delete(`/v1/api-keys/${key.keyId}`)
    expect(await asks()).toEqual([refused, refused])
  })
})

describe('what is over', () => {
  test('old requests, handoffs, clients and agents are removed, and what is in use stays', async () => {
    const own = await startApp()
    const owner = await own.tenant('platform')
    const { client } = own.platform.db
    const { refresh_token } = await tokenFor(own, owner.key, ['send'], { offline: true })
    await tokenFor(own, owner.key, ['send'])
    await owner.post('/v1/oauth/handoff', {})
    await own.anyone.post('/v1/oauth/register', { client_name: 'X', redirect_uris: ['https://app.example.com/cb'] })
    const after = (days: number) => forgetOldAccess(client, new Date(own.clock.now().getTime() + days * 24 * 3_600_000))
    await after(0)
    expect(await client.apiKey.count({ where: { kind: 'agent' } })).toBe(2)
    await after(29)
    expect((await own.anyone.post('/v1/oauth/token', { grant_type: 'refresh_token', refresh_token })).status).toBe(200)
    expect(await client.oauthRequest.count()).toBe(0)
    await after(100)
    const left = [client.apiKey.count({ where: { kind: 'agent' } }), client.handoff.count(), client.oauthClient.count()]
    expect(await Promise.all(left)).toEqual([0, 0, 0])
    await own.close()
  })
})
