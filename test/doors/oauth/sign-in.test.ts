import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Caller, type TestApp, startApp } from '../../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { Visitor, askFor } from '../../support/visitor.ts'

const BASE = 'https://api.example.com'

let app: TestApp
let idp: IdentityProvider
beforeAll(async () => {
  const people = { ada: { org_north: ['admin'], org_south: ['viewer'] }, bob: { org_north: ['viewer'] } }
  idp = await startIdentityProvider(people, `${BASE}/oauth/callback`)
  app = await startApp({
    BASE_URL: BASE,
    JWT_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: 'service',
    OIDC_CLIENT_SECRET: 'secret-of-service',
  })
})
afterAll(async () => {
  await app.close()
  await idp.stop()
})

/** What the browser of somebody does at the provider, until it is sent back to us. */
const atProvider = async (address: string, who: string): Promise<string> => {
  const cookies = new Map<string, string>()
  let next = address
  for (let step = 0; step < 6 && !next.startsWith(BASE); step++) {
    const url = next.includes('/interaction/') ? `${next}?as=${who}` : next
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    next = new URL(answer.headers.get('location') ?? '', url).href
  }
  return next
}

const signIn = async (visitor: Visitor, requestId: string, who: string): Promise<void> => {
  const { headers } = await visitor.open(`/oauth/consent/${requestId}/login`)
  await visitor.open(await atProvider(String(headers['location']), who))
}

describe('signing in with the identity provider', () => {
  test('somebody signs in there, chooses one of their organizations, and lets a program in', async () => {
    const { requestId, verifier } = await askFor(app, { scopes: ['documents.read', 'send'] })
    const visitor = new Visitor(app)
    await visitor.open(`/oauth/consent/${requestId}`)
    expect(visitor.page.text).toContain(`href="/oauth/consent/${requestId}/login?lang=en"`)
    await signIn(visitor, requestId, 'ada')
    expect(visitor.page.text).toContain('ada@example.com')
    await visitor.submit(`/oauth/consent/${requestId}/organization`, { organizationId: 'org_south' })
    // There ada only reads.
    expect(visitor.page.text).not.toContain('name="scope" value="send"')
    await visitor.submit(`/oauth/consent/${requestId}/organization`, { organizationId: 'org_north' })
    await visitor.submit(`/oauth/consent/${requestId}/decision`, { decision: 'allow', scope: ['send'] })
    const { body } = await app.anyone.post('/v1/oauth/token', {
      grant_type: 'authorization_code',
      code: visitor.shownCode,
      code_verifier: verifier,
    })
    expect(body).toMatchObject({ organization_id: 'org_north', scopes: ['send'] })
    const agent = new Caller(app, { authorization: `Bearer ${body.access_token}` })
    expect((await agent.get('/v1/me')).body).toMatchObject({ organizationId: 'org_north', scopes: ['send'] })
    const key = await app.platform.db.client.apiKey.findFirst({ where: { organizationId: 'org_north' } })
    expect(key).toMatchObject({ kind: 'agent', allowedByUser: 'ada' })
  })

  test('an organization that is not one of the person is not chosen, and nobody gets into it', async () => {
    const stranger = await app.tenant('platform')
    const { requestId } = await askFor(app, { scopes: ['send'] })
    const visitor = new Visitor(app)
    await signIn(visitor, requestId, 'ada')
    const before = await stranger.footprint()
    await visitor.submit(`/oauth/consent/${requestId}/organization`, { organizationId: stranger.organizationId })
    expect(visitor.page.text).not.toContain('name="decision"')
    await visitor.submit(`/oauth/consent/${requestId}/decision`, { decision: 'allow', scope: ['send'] })
    expect(visitor.page.status).toBe(400)
    expect(await stranger.footprint()).toEqual(before)
    expect((await app.anyone.get(`/v1/oauth/requests/${requestId}`)).status).toBe(200)
  })

  test('the language that somebody chose comes back with them from the provider', async () => {
    const { requestId } = await askFor(app)
    const visitor = new Visitor(app)
    const { headers } = await visitor.open(`/oauth/consent/${requestId}/login?lang=fr`)
    await visitor.open(await atProvider(String(headers['location']), 'ada'))
    expect(visitor.page.text).toContain('<html lang="fr">')
  })

  test('a program gets no more than the person has', async () => {
    const { requestId } = await askFor(app, { scopes: ['send'] })
    const visitor = new Visitor(app)
    await signIn(visitor, requestId, 'bob')
    expect(visitor.page.text).not.toContain('value="allow"')
    await visitor.submit(`/oauth/consent/${requestId}/decision`, { decision: 'allow', scope: ['send'] })
    expect(visitor.page.status).toBe(403)
    expect((await app.anyone.get(`/v1/oauth/requests/${requestId}`)).status).toBe(200)
  })

  test('an answer of the provider counts only in the browser that asked, and once', async () => {
    const { requestId } = await askFor(app)
    const visitor = new Visitor(app)
    const { headers } = await visitor.open(`/oauth/consent/${requestId}/login`)
    const back = await atProvider(String(headers['location']), 'ada')
    const attacker = new Visitor(app)
    await attacker.open(`/oauth/consent/${requestId}`)
    expect((await attacker.open(back)).status).toBe(400)
    expect((await visitor.open(back.replace(/state=[^&]+/, 'state=other'))).status).toBe(400)
    await visitor.open(back)
    expect(visitor.page.text).toContain('ada@example.com')
    expect((await visitor.open(back)).status).toBe(400)
  })

  test('a provider that does not answer is told, and nothing is decided', async () => {
    const { requestId } = await askFor(app)
    idp.failing = '/.well-known'
    expect((await new Visitor(app).open(`/oauth/consent/${requestId}/login`)).status).toBe(503)
    idp.failing = undefined
    expect((await app.anyone.get(`/v1/oauth/requests/${requestId}`)).status).toBe(200)
  })

  test('without a client at the provider there is no such way', async () => {
    const plain = await startApp()
    const { requestId } = await askFor(plain)
    const visitor = new Visitor(plain)
    await visitor.open(`/oauth/consent/${requestId}`)
    expect(visitor.page.text).not.toContain('/login')
    expect((await visitor.open(`/oauth/consent/${requestId}/login`)).status).toBe(404)
    await plain.close()
  })
})
