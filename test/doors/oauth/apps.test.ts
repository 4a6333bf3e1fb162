/** Programs that are apps of a phone or a desk: addresses with a scheme of their own (RFC 8252). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'
import { Visitor, askFor, challengeOf, newVerifier } from '../../support/visitor.ts'

const SCHEME = 'com.example.ledger'
const ADDRESS = `${SCHEME}:/callback`

let app: TestApp
let tenant: Tenant
let client: string
const register = (redirect_uris: string[], client_name = 'Ledger'): Promise<Answer> =>
  app.anyone.post('/v1/oauth/register', { client_name, redirect_uris })
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('platform')
  client = (await register([ADDRESS])).body.client_id
})
afterAll(() => app.close())

const clients = (): Promise<number> => app.platform.db.client.oauthClient.count()
const refusedAddresses = [
  'myapp://callback',
  'javascript:alert(1)',
  'javascript://com.example/%0aalert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'intent://x#Intent;scheme=http;end',
  'vbscript:x',
  'blob:https://example.com/x',
  'view-source:https://example.com',
  'com.example.ledger:callback',
  'com.example.ledger:',
  '.example:/cb',
  'com..example:/cb',
  'com.example.ledger:/cb#fragment',
  'com.example.ledger://user:secret@host/cb',
  'com.example.ledger:/cb\r\nSet-Cookie: a=b',
  'https://a;script-src.example.com/cb',
  "https://a'unsafe-inline'.example.com/cb",
  'https://a,b.example.com/cb',
]

describe('the address of an app', () => {
  test.each(refusedAddresses)('%j is no address of an app, and is not registered', async (address) => {
    const before = await clients()
    expectOperationRefusal(await register([address]), 'INVALID_REQUEST')
    expect(await clients()).toBe(before)
  })

  test('only the client that registered exactly this address is led to it', async () => {
    const ask = (body: object): Promise<Answer> =>
      app.anyone.post('/v1/oauth/authorize', {
        scopes: ['send'],
        code_challenge: challengeOf(newVerifier()),
        ...body,
      })
    expect((await ask({ client_id: client, redirect_uri: ADDRESS })).status).toBe(201)
    const before = await app.platform.db.client.oauthRequest.count()
    for (const body of [
      { client_name: 'Ledger', redirect_uri: ADDRESS },
      ...[`${ADDRESS}/`, `${SCHEME}:/other`, `${SCHEME}://callback`, 'com.example.thief:/callback'].map(
        (redirect_uri) => ({ client_id: client, redirect_uri }),
      ),
    ])
      expectOperationRefusal(await ask(body), 'INVALID_REQUEST')
    expect(await app.platform.db.client.oauthRequest.count()).toBe(before)
  })

  test('the browser brings the code to the app, and the page lets its form lead there and nowhere else', async () => {
    const { consentUrl, verifier } = await askFor(app, {
      client_name: undefined,
      client_id: client,
      redirect_uri: ADDRESS,
      state: 's',
    })
    const visitor = new Visitor(app)
    const path = new URL(consentUrl).pathname
    await visitor.open(path)
    expect(visitor.page.text).toContain(`<code>${SCHEME}:</code>`)
    await visitor.submit(`${path}/sign-in`, { key: tenant.key })
    expect(visitor.page.headers['content-security-policy']).toContain(`form-action 'self' ${SCHEME}:;`)
    const { headers } = await visitor.submit(`${path}/decision`, { decision: 'allow', scope: 'send' })
    const told = new URL(String(headers['location']))
    expect(told.href).toMatch(new RegExp(`^${SCHEME}:/callback\\?code=oac_`))
    const { status } = await app.anyone.post('/v1/oauth/token', {
      grant_type: 'authorization_code',
      client_id: client,
      code: told.searchParams.get('code'),
      code_verifier: verifier,
    })
    expect({ status, state: told.searchParams.get('state') }).toEqual({ status: 200, state: 's' })
  })
})

describe('a handoff to an app', () => {
  const make = (body: object): Promise<Answer> => tenant.post('/v1/oauth/handoff', { scopes: ['send'], ...body })

  test('the page of the handoff opens the app with the token, and looking at it uses nothing up', async () => {
    const { body } = await make({ client_id: client, label: 'Phone' })
    const visitor = new Visitor(app)
    const { text } = await visitor.open(new URL(body.handoff_url).pathname)
    const link = `${ADDRESS}?handoff_token=${body.handoff_token}`
    expect(text).toContain(`href="${link}"`)
    const { body: preview } = await app.anyone.post('/v1/oauth/handoff/preview', { handoff_token: body.handoff_token })
    expect(preview).toMatchObject({ clientName: 'Ledger', redirectHost: `${SCHEME}:`, deepLink: link })
    const token = await app.anyone.post('/v1/oauth/handoff/exchange', {
      handoff_token: new URL(link).searchParams.get('handoff_token'),
    })
    expect(token.status).toBe(200)
    const { body: listed } = await tenant.get('/v1/api-keys?kind=agent')
    expect(listed.data.find(({ name }: Body) => name === 'Phone')).toMatchObject({ clientId: client })
    expect((await visitor.open(new URL(body.handoff_url).pathname)).status).toBe(400)
  })

  test('a handoff for nobody in particular has no such button', async () => {
    const { body } = await make({})
    const { text } = await new Visitor(app).open(new URL(body.handoff_url).pathname)
    expect(text).not.toContain('class="button"')
  })

  test('the name of a program is text on the page, also on its button', async () => {
    const { body: evil } = await register(['com.example.evil:/x'], '<script>alert(1)</script>')
    const { body } = await make({ client_id: evil.client_id })
    const { text } = await new Visitor(app).open(new URL(body.handoff_url).pathname)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toContain('<script')
  })

  test('an address that the client did not register, or without a client, makes no handoff', async () => {
    const { body: several } = await register([ADDRESS, 'https://app.example.com/cb'])
    const before = await tenant.footprint()
    expectOperationRefusal(await make({ redirect_uri: ADDRESS }), 'MISSING_FIELD')
    for (const body of [
      { client_id: 'client_x' },
      { client_id: client, redirect_uri: 'com.example.thief:/callback' },
      { client_id: client, redirect_uri: 'https://evil.example/' },
      { client_id: client, redirect_uri: 'javascript:alert(1)' },
      { client_id: several.client_id },
    ])
      expectOperationRefusal(await make(body), 'INVALID_REQUEST')
    expect(await tenant.footprint()).toEqual(before)
    const { status } = await make({ client_id: several.client_id, redirect_uri: 'https://app.example.com/cb' })
    expect(status).toBe(201)
  })
})

describe('a pushed request', () => {
  test('another client does not come with it, and who guesses is refused', async () => {
    const own = await app.anyone.post('/v1/oauth/authorize', {
      client_id: client,
      redirect_uri: ADDRESS,
      scopes: ['send'],
      code_challenge: challengeOf(newVerifier()),
    })
    const other = (await register(['https://app.example.com/cb'])).body.client_id
    const open = (client_id: string): Promise<Answer> =>
      app.anyone.get(`/oauth/authorize?${new URLSearchParams({ client_id, request_uri: own.body.request_uri })}`)
    expect((await open(client)).status).toBe(303)
    for (let count = 0; count < 20; count++) {
      const { status, headers } = await open(other)
      expect({ status, location: headers['location'] }).toEqual({ status: 400, location: undefined })
    }
    expect((await open(other)).status).toBe(429)
  })
})
