import * as oauth from 'oauth4webapi'
import * as oidc from 'openid-client'
import { auth } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { Visitor } from '../../support/visitor.ts'

const BASE = 'https://api.example.com'
const CALLBACK = 'http://127.0.0.1:8123/callback'

let app: TestApp
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await startApp({ BASE_URL: BASE })
  tenant = await app.tenant('platform')
  other = await app.tenant('platform')
})
afterAll(() => app.close())

/** What the clients ask the network, the application answers. */
const viaApp = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  const response = await app.server.inject({
    method: request.method as 'GET',
    url: request.url.replace(BASE, ''),
    headers: Object.fromEntries(request.headers),
    ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
  })
  const hasBody = response.statusCode !== 204 && response.statusCode !== 304
  return new Response(hasBody ? new Uint8Array(response.rawPayload) : null, {
    status: response.statusCode,
    headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
  })
}
const fetching = { [oauth.customFetch]: viaApp }

const sendsAnInvoice = async (token: string, number: string): Promise<void> => {
  const agent = new Caller(app, { authorization: `Bearer ${token}` })
  const { status } = await agent.post('/v1/documents/send', {
    type: 'invoice',
    from: tenant.peppolId,
    to: other.peppolId,
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
    },
  })
  expect(status).toBe(201)
}

/** Somebody opens the address of a client, signs in and allows; answers where the browser is sent. */
const consent = async (address: URL | string): Promise<URL> => {
  const visitor = new Visitor(app)
  await visitor.open(String(address))
  const path = visitor.page.path.split('?')[0] ?? ''
  const { headers } = await visitor.allow(`${BASE}${path}`, tenant.key, ['send', 'documents.read'])
  return new URL(String(headers['location']))
}

describe('oauth4webapi', () => {
  const discovered = async (): Promise<oauth.AuthorizationServer> => {
    const issuer = new URL(BASE)
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...fetching })
    return oauth.processDiscoveryResponse(issuer, answer)
  }
  const registered = async (server: oauth.AuthorizationServer): Promise<oauth.Client> =>
    (await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        {
          client_name: 'Ledger',
          redirect_uris: [CALLBACK],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'none',
          contacts: ['ada@example.com'],
        },
        fetching,
      ),
    )) as oauth.Client

  test('discovers, registers, pushes its request, gets a token, renews it and ends it', async () => {
    const server = await discovered()
    const client = await registered(server)
    const verifier = oauth.generateRandomCodeVerifier()
    const parameters = {
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'send documents.read',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'state-1',
    }
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, oauth.None(), parameters, fetching),
    )
    const address = new URL(String(server.authorization_endpoint))
    address.search = new URLSearchParams({ client_id: client.client_id, request_uri: pushed.request_uri }).toString()
    const told = oauth.validateAuthResponse(server, client, await consent(address), 'state-1')
    const token = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), told, CALLBACK, verifier, fetching),
    )
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'send documents.read', expires_in: 28_800 })
    await sendsAnInvoice(token.access_token, 'STD-1')
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), String(token.refresh_token), fetching),
    )
    await sendsAnInvoice(renewed.access_token, 'STD-2')
    const ended = await oauth.revocationRequest(server, client, oauth.None(), renewed.access_token, fetching)
    await oauth.processRevocationResponse(ended)
    const gone = new Caller(app, { authorization: `Bearer ${renewed.access_token}` })
    expect((await gone.get('/v1/me')).status).toBe(401)
  })

  test('reads a refusal in the form of the standard', async () => {
    const server = await discovered()
    const client = await registered(server)
    const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), 'nonsense', fetching)
    await expect(oauth.processRefreshTokenResponse(server, client, answer)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    })
  })

  test('a key is a client: it gets tokens by its id and value, and asks what a token is', async () => {
    const server = await discovered()
    const key = await tenant.keyWith(['send', 'documents.read'])
    const client = { client_id: key.keyId }
    for (const proof of [oauth.ClientSecretBasic(key.key), oauth.ClientSecretPost(key.key)]) {
      const token = await oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(server, client, proof, { scope: 'send' }, fetching),
      )
      expect(token).toMatchObject({ scope: 'send' })
      const state = await oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(
          server,
          client,
          oauth.ClientSecretBasic(key.key),
          token.access_token,
          fetching,
        ),
      )
      expect(state).toMatchObject({ active: true, scope: 'send' })
    }
    const wrong = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(`${key.key.slice(0, -3)}xyz`),
      {},
      fetching,
    )
    await expect(oauth.processClientCredentialsResponse(server, client, wrong)).rejects.toMatchObject({
      error: 'invalid_client',
      status: 401,
    })
  })

  test('another organization is told nothing of a token', async () => {
    const server = await discovered()
    const [own, foreign] = [await tenant.keyWith(['send']), await other.keyWith(['send'])]
    const asks = async (key: { keyId: string; key: string }): Promise<boolean> => {
      const client = { client_id: key.keyId }
      const answer = await oauth.introspectionRequest(
        server,
        client,
        oauth.ClientSecretBasic(key.key),
        own.key,
        fetching,
      )
      return (await oauth.processIntrospectionResponse(server, client, answer)).active
    }
    expect([await asks(own), await asks(foreign)]).toEqual([true, false])
  })
})

describe('openid-client', () => {
  const configured = async (metadata: Partial<oidc.ClientMetadata> = {}): Promise<oidc.Configuration> =>
    oidc.dynamicClientRegistration(
      new URL(BASE),
      { client_name: 'Ledger', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', ...metadata },
      oidc.None(),
      { algorithm: 'oauth2', [oidc.customFetch]: viaApp as oidc.CustomFetch },
    )

  test('sends a browser to the front channel, and gets a token for what comes back', async () => {
    const config = await configured()
    const verifier = oidc.randomPKCECodeVerifier()
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'send documents.read offline_access',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'state-2',
      resource: `${BASE}/mcp`,
    })
    const token = await oidc.authorizationCodeGrant(config, await consent(address), {
      pkceCodeVerifier: verifier,
      expectedState: 'state-2',
    })
    await sendsAnInvoice(token.access_token, 'STD-3')
    const renewed = await oidc.refreshTokenGrant(config, String(token.refresh_token))
    await sendsAnInvoice(renewed.access_token, 'STD-4')
    await oidc.tokenRevocation(config, String(renewed.refresh_token))
    await expect(oidc.refreshTokenGrant(config, String(renewed.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('waits for a device until somebody has typed its code', async () => {
    const config = await configured({ grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] })
    const device = await oidc.initiateDeviceAuthorization(config, { scope: 'send documents.read' })
    expect(device).toMatchObject({ verification_uri: `${BASE}/oauth/device`, interval: 5 })
    const ask = () =>
      viaApp(`${BASE}/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: device.device_code,
          client_id: config.clientMetadata().client_id,
        }),
      }).then(async (answer) => ((await answer.json()) as Body).error as string)
    expect([await ask(), await ask()]).toEqual(['authorization_pending', 'slow_down'])
    const visitor = new Visitor(app)
    await visitor.open(device.verification_uri)
    await visitor.submit('/oauth/device', { user_code: 'nope' })
    expect(visitor.page.status).toBe(400)
    await visitor.submit('/oauth/device', { user_code: device.user_code.toLowerCase().replace('-', ' ') })
    expect(visitor.page.text).toContain(device.user_code)
    await visitor.allow(`${BASE}${visitor.page.path.split('?')[0]}`, tenant.key, ['send', 'documents.read'])
    const token = await oidc.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 } as typeof device)
    await sendsAnInvoice(token.access_token, 'STD-5')
    expect(await ask()).toBe('invalid_grant')
  })

  test('a device that somebody refuses is told so', async () => {
    const config = await configured({ grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] })
    const device = await oidc.initiateDeviceAuthorization(config, { scope: 'send' })
    const visitor = new Visitor(app)
    await visitor.open(device.verification_uri)
    await visitor.submit('/oauth/device', { user_code: device.user_code })
    const path = visitor.page.path.split('?')[0] ?? ''
    await visitor.submit(`${path}/sign-in`, { key: tenant.key })
    await visitor.submit(`${path}/decision`, { decision: 'refuse' })
    await expect(
      oidc.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 } as typeof device),
    ).rejects.toMatchObject({ error: 'access_denied' })
  })
})

describe('the client of the Model Context Protocol', () => {
  test('finds the way from /mcp to a token by itself', async () => {
    const kept: Record<string, Body> = {}
    let sentTo: URL | undefined
    const provider = {
      redirectUrl: CALLBACK,
      clientMetadata: {
        client_name: 'Assistant',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      clientInformation: () => kept['client'],
      saveClientInformation: (client: Body) => void (kept['client'] = client),
      tokens: () => kept['tokens'],
      saveTokens: (tokens: Body) => void (kept['tokens'] = tokens),
      saveCodeVerifier: (verifier: string) => void (kept['verifier'] = verifier),
      codeVerifier: () => kept['verifier'] as string,
      redirectToAuthorization: (address: URL) => void (sentTo = address),
    }
    const options = { serverUrl: `${BASE}/mcp`, fetchFn: viaApp, scope: 'send documents.read' }
    expect(await auth(provider, options)).toBe('REDIRECT')
    const told = await consent(sentTo ?? '')
    const iss = told.searchParams.get('iss') ?? undefined
    const code = String(told.searchParams.get('code'))
    expect(await auth(provider, { ...options, authorizationCode: code, iss })).toBe('AUTHORIZED')
    await sendsAnInvoice(kept['tokens'].access_token, 'STD-6')
  })
})
