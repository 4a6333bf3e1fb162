import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'
import { Visitor, allowedCode, askFor, challengeOf, newVerifier, tokenFor } from '../../support/visitor.ts'

let app: TestApp
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('platform')
  other = await app.tenant('platform')
})
afterAll(() => app.close())

const bearer = (token: string): Caller => new Caller(app, { authorization: `Bearer ${token}` })
const exchange = (body: object) => app.anyone.post('/v1/oauth/token', body)
const invoice = (to: string, from: string, number: string) => ({
  type: 'invoice',
  from,
  to,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
  },
})

describe('authorization with PKCE', () => {
  test('a program asks, somebody allows on the page, and the token sends an invoice', async () => {
    const { verifier, requestId, consentUrl } = await askFor(app)
    expect(requestId).toMatch(/^areq_[0-9a-z]{26}$/)
    expect(consentUrl).toBe(`${app.platform.baseUrl}/oauth/consent/${requestId}`)
    const visitor = new Visitor(app)
    await visitor.allow(consentUrl, tenant.key, ['send', 'documents.read'])
    expect(visitor.page.status).toBe(200)
    const { status, body, headers } = await exchange({
      grant_type: 'authorization_code',
      code: visitor.shownCode,
      code_verifier: verifier,
    })
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
    expect(body).toEqual({
      access_token: expect.stringMatching(/^svc_plat_test_[\w-]{43}$/),
      token_type: 'Bearer',
      scopes: ['send', 'documents.read'],
      scope: 'send documents.read',
      expires_in: 28_800,
      organization_id: tenant.organizationId,
      company_id: null,
    })
    const agent = bearer(body.access_token)
    const sent = await agent.post('/v1/documents/send', invoice(other.peppolId, tenant.peppolId, 'AG-1'))
    expect({ status: sent.status, number: sent.body.number }).toEqual({ status: 201, number: 'AG-1' })
    expect((await agent.get('/v1/partners')).status).toBe(403)
  })

  test('the list of scopes says what each of them allows', async () => {
    const { status, body } = await app.anyone.get('/v1/oauth/scopes')
    expect(status).toBe(200)
    expect(body.scopes).toContainEqual({ id: 'send', description: 'Send documents' })
    expect(body.scopes).toHaveLength(16)
  })

  test('the outcome goes to the redirect address with state and issuer, and to no other address', async () => {
    const { consentUrl } = await askFor(app, { redirect_uri: 'http://127.0.0.1:8123/cb?x=1', state: 'a b&c' })
    const page = await new Visitor(app).allow(consentUrl, tenant.key, ['send'])
    const told = new URL(String(page.headers['location']))
    expect(told.origin + told.pathname).toBe('http://127.0.0.1:8123/cb')
    expect(Object.fromEntries(told.searchParams)).toEqual({
      x: '1',
      code: expect.stringMatching(/^oac_[\w-]{43}$/),
      state: 'a b&c',
      iss: app.platform.baseUrl,
    })
  })

  test('a refusal tells the program access_denied, and gives nothing', async () => {
    const { consentUrl, requestId } = await askFor(app, { redirect_uri: 'https://app.example.com/cb', state: 's' })
    const before = await tenant.footprint()
    const visitor = new Visitor(app)
    await visitor.open(consentUrl)
    await visitor.submit(`/oauth/consent/${requestId}/sign-in`, { key: tenant.key })
    const { headers } = await visitor.submit(`/oauth/consent/${requestId}/decision`, { decision: 'refuse' })
    const told = new URL(String(headers['location']))
    expect(Object.fromEntries(told.searchParams)).toEqual({
      error: 'access_denied',
      state: 's',
      iss: app.platform.baseUrl,
    })
    expect(await tenant.footprint()).toEqual(before)
    expect((await new Visitor(app).open(consentUrl)).status).toBe(404)
  })

  test('unticked scopes are not given, and a company that is chosen binds the token', async () => {
    const { verifier, consentUrl } = await askFor(app, { scopes: ['send', 'documents.read', 'stats'] })
    const visitor = new Visitor(app)
    await visitor.allow(consentUrl, tenant.key, ['documents.read'], { companyId: tenant.companyId })
    const { body } = await exchange({
      grant_type: 'authorization_code',
      code: visitor.shownCode,
      code_verifier: verifier,
    })
    expect({ scopes: body.scopes, company: body.company_id }).toEqual({
      scopes: ['documents.read'],
      company: tenant.companyId,
    })
    expect(body.access_token).toMatch(/^svc_test_/)
    expect((await bearer(body.access_token).get('/v1/me')).body).toMatchObject({
      companyId: tenant.companyId,
      scopes: ['documents.read'],
    })
  })

  test(
    'in an organization of more companies than the page lists, any of them is chosen by its identifier',
    { tags: 'heavy' },
    async () => {
      const large = await app.tenant('platform')
      const first = large.companyId
      const { consentUrl, verifier } = await askFor(app)
      for (let count = 0; count < 100; count++) await large.post('/v1/companies', { vatNumber: freshVat() })
      const visitor = new Visitor(app)
      const path = new URL(consentUrl).pathname
      await visitor.open(path)
      await visitor.submit(`${path}/sign-in`, { key: large.key })
      expect(visitor.page.text).not.toContain(first)
      const fields = { decision: 'allow', scope: ['send'], companyId: '' }
      await visitor.submit(`${path}/decision`, { ...fields, otherCompanyId: first })
      const { body } = await exchange({
        grant_type: 'authorization_code',
        code: visitor.shownCode,
        code_verifier: verifier,
      })
      expect(body.company_id).toBe(first)
    },
  )

  test('the page says when the access ends: at the latest with the key that lets the program in', async () => {
    const ends = async (key: string, body: object = {}): Promise<string> => {
      const { consentUrl, requestId } = await askFor(app, body)
      const visitor = new Visitor(app)
      await visitor.open(consentUrl)
      await visitor.submit(`/oauth/consent/${requestId}/sign-in`, { key })
      return visitor.page.text
    }
    const after = (ms: number): Date => new Date(app.clock.now().getTime() + ms)
    const shown = (end: Date): string =>
      `${end.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
    const [days, minutes] = [after(3 * 24 * 3_600_000), after(30 * 60_000)]
    const long = await tenant.keyWith(['send'], { expiresAt: days.toISOString() })
    expect(await ends(long.key, { offline: true })).toContain(`at the latest until ${shown(days)}`)
    const short = await tenant.keyWith(['send'], { expiresAt: minutes.toISOString() })
    expect(await ends(short.key)).toContain(`The access ends on ${shown(minutes)}`)
  })

  test('who has less than is asked for gives what it has', async () => {
    const key = await tenant.keyWith(['documents.read'])
    const { consentUrl, requestId } = await askFor(app, { scopes: ['*'] })
    const visitor = new Visitor(app)
    await visitor.open(consentUrl)
    await visitor.submit(`/oauth/consent/${requestId}/sign-in`, { key: key.key })
    expect(visitor.page.text).toContain('value="documents.read" checked')
    expect(visitor.page.text).not.toContain('value="*"')
  })

  test('one click makes a sandbox that the program gets access to', async () => {
    const { verifier, consentUrl, requestId } = await askFor(app)
    const visitor = new Visitor(app)
    await visitor.open(consentUrl)
    await visitor.submit(`/oauth/consent/${requestId}/sandbox`)
    await visitor.submit(`/oauth/consent/${requestId}/decision`, { decision: 'allow', scope: ['send'] })
    const { body } = await exchange({
      grant_type: 'authorization_code',
      code: visitor.shownCode,
      code_verifier: verifier,
    })
    expect(body.scopes).toEqual(['send'])
    expect([tenant.organizationId, other.organizationId]).not.toContain(body.organization_id)
  })

  test('GraphQL asks, decides and exchanges like REST', async () => {
    const verifier = newVerifier()
    const ask = await app.anyone.graphql(
      `mutation($input: StartAuthorizationInput!) { startAuthorization(input: $input) { requestId consentUrl } }`,
      { input: { clientName: 'G', scopes: ['SEND'], codeChallenge: challengeOf(verifier) } },
    )
    const { requestId } = ask.data.startAuthorization
    const shown = await tenant.graphql(`{ consentRequest(id: "${requestId}") { clientName isRegistered scopes } }`)
    expect(shown.data.consentRequest).toEqual({ clientName: 'G', isRegistered: false, scopes: ['SEND'] })
    const decided = await tenant.graphql(
      `mutation { decideConsent(input: { consentId: "${requestId}", allow: true }) { allowed code redirectUrl } }`,
    )
    expect(decided.data.decideConsent).toMatchObject({ allowed: true, redirectUrl: null })
    const token = await app.anyone.graphql(
      `mutation($input: ExchangeTokenInput!) { exchangeToken(input: $input) { accessToken scopes refreshToken } }`,
      { input: { grantType: 'AUTHORIZATION_CODE', code: decided.data.decideConsent.code, codeVerifier: verifier } },
    )
    expect(token.data.exchangeToken).toMatchObject({ scopes: ['SEND'], refreshToken: null })
  })
})

describe('the page', () => {
  test('the page runs no script, stands in no frame, is kept nowhere and tells nobody where it was', async () => {
    const { consentUrl } = await askFor(app, { redirect_uri: 'https://app.example.com/cb' })
    const visitor = new Visitor(app)
    const { headers, text } = await visitor.open(consentUrl)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src|unsafe|\*/)
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(text).not.toContain('<script')
    expect(String(headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
  })

  test('by https the cookie is bound to the host and to encrypted connections', async () => {
    const live = await startApp({ BASE_URL: 'https://api.example.com' })
    const { requestId } = await askFor(live)
    const { headers } = await new Visitor(live).open(`/oauth/consent/${requestId}`)
    expect(String(headers['set-cookie'])).toMatch(/^__Host-consent=.*Path=\/; HttpOnly; SameSite=Lax; .*Secure$/)
    await live.close()
  })

  test('text of a program is shown as text, in one line, without links', async () => {
    const { consentUrl } = await askFor(app, { client_name: '<a href="https://evil.example">Bank</a>' })
    const { text } = await new Visitor(app).open(consentUrl)
    expect(text).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;Bank&lt;/a&gt;')
    expect(text).not.toContain('href="https://evil')
    for (const client_name of ['a\nb', '\u202eknaB', 'x'.repeat(81)])
      expectOperationRefusal(
        await app.anyone.post('/v1/oauth/authorize', { client_name, scopes: ['send'], code_challenge: 'x'.repeat(43) }),
        'INVALID_REQUEST',
      )
  })

  test('the page speaks French and English', async () => {
    const { consentUrl } = await askFor(app)
    const french = await new Visitor(app, { 'accept-language': 'fr-BE,fr;q=0.9,en;q=0.5' }).open(consentUrl)
    expect(french.text).toContain('<html lang="fr">')
    expect(french.text).toContain('Envoyer des documents')
    expect((await new Visitor(app).open(`${consentUrl}?lang=fr`)).text).toContain('<html lang="fr">')
    expect((await new Visitor(app).open(consentUrl)).text).toContain('<html lang="en">')
  })

  test('a key that does not exist, or that an agent has, does not sign in', async () => {
    const { access_token } = await tokenFor(app, tenant.key)
    for (const key of [`svc_plat_test_${'x'.repeat(43)}`, 'nonsense', access_token]) {
      const { consentUrl, requestId } = await askFor(app)
      const visitor = new Visitor(app)
      await visitor.open(consentUrl)
      const { status, text } = await visitor.submit(`/oauth/consent/${requestId}/sign-in`, { key })
      expect({ status, isSignedIn: text.includes('name="decision"') }).toEqual({ status: 400, isSignedIn: false })
      expect(text).not.toContain(key)
    }
  })
})

describe('tokens', () => {
  test('a token is a key of its own kind: listed by its name, revoked like a key, and named in the log', async () => {
    const { access_token } = await tokenFor(app, tenant.key, ['send'], { client_name: 'Night Runner' })
    const agent = bearer(access_token)
    expect(
      (await agent.post('/v1/documents/send', { type: 'event', from: tenant.peppolId, document: { number: 'N' } }))
        .status,
    ).toBe(201)
    const { body } = await tenant.get('/v1/api-keys?kind=agent&limit=100')
    const listed = body.data.find(({ name }: Body) => name === 'Night Runner')
    expect(listed).toMatchObject({ kind: 'agent', scopes: ['send'], keyPrefix: access_token.slice(0, 20) })
    expect(body.data.every(({ kind }: Body) => kind === 'agent')).toBe(true)
    expect((await tenant.get('/v1/api-keys?kind=secret')).body.data.some(({ id }: Body) => id === listed.id)).toBe(
      false,
    )
    await app.platform.requestLog.flush()
    const { body: usage } = await tenant.get('/v1/request-logs/usage?by=key')
    expect(usage.data).toContainEqual(expect.objectContaining({ apiKeyId: listed.id, label: 'Night Runner' }))
    expect((await tenant.delete(`/v1/api-keys/${listed.id}`)).status).toBe(204)
    expectOperationRefusal(await agent.get('/v1/companies'), 'REVOKED_KEY')
  })

  test('a token ends with the key that let it in, and so does what it made', async () => {
    const key = await tenant.keyWith(['platform', 'send'])
    const { access_token } = await tokenFor(app, key.key, ['platform'], { scopes: ['platform'] })
    const { body: made } = await bearer(access_token).post('/v1/api-keys', { name: 'Of an agent' })
    expect((await bearer(made.key).get('/v1/me')).status).toBe(200)
    await tenant.delete(`/v1/api-keys/${key.keyId}`)
    expect((await bearer(access_token).get('/v1/me')).status).toBe(401)
    expect((await bearer(made.key).get('/v1/me')).status).toBe(401)
  })

  test('a token ends at the latest with the key that let it in', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const key = await tenant.keyWith(['send'], { expiresAt })
    expect((await tokenFor(app, key.key, ['send'])).expires_in).toBeLessThanOrEqual(60)
  })

  test('an agent lets nobody in', async () => {
    const { access_token } = await tokenFor(app, tenant.key)
    const { requestId } = await askFor(app)
    const before = await tenant.footprint()
    expectOperationRefusal(
      await bearer(access_token).post(`/v1/oauth/requests/${requestId}/decision`, { allow: true }),
      'INSUFFICIENT_SCOPE',
    )
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a token is stored as a hash, and no log has tokens, codes or verifiers', async () => {
    const code = await allowedCode(app, tenant.key)
    const { access_token } = (await exchange(code)).body
    await exchange(code)
    const { body: made } = await tenant.post('/v1/oauth/handoff', {})
    await new Visitor(app).open(new URL(made.handoff_url).pathname)
    await app.platform.requestLog.close()
    const { client } = app.platform.db
    const stored = JSON.stringify([
      await client.requestLog.findMany(),
      await client.oauthRequest.findMany(),
      await client.apiKey.findMany(),
      await client.apiKeyHash.findMany(),
      await client.handoff.findMany(),
      await client.handoffHash.findMany(),
    ])
    for (const secret of [access_token.slice(20), code.code, code.code_verifier, made.handoff_token])
      expect(stored).not.toContain(secret)
  })
})
