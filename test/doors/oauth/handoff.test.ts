import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'
import { Visitor } from '../../support/visitor.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' })
  tenant = await app.tenant('platform')
})
afterAll(() => app.close())

const bearer = (token: string): Caller => new Caller(app, { authorization: `Bearer ${token}` })
const redeem = (handoff_token: string) => app.anyone.post('/v1/oauth/handoff/exchange', { handoff_token })
const make = async (body: object = {}, caller: Caller = tenant): Promise<Body> =>
  (await caller.post('/v1/oauth/handoff', body)).body

describe('a handoff', () => {
  test('a handoff gives access once, with the scopes that were chosen', async () => {
    const { status, body } = await tenant.post('/v1/oauth/handoff', {
      scopes: ['documents.read'],
      label: 'Assistant',
      ttl_seconds: 120,
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^hand_[0-9a-z]{26}$/),
        handoff_token: expect.stringMatching(/^hand_[\w-]{43}$/),
        handoff_url: `${app.platform.baseUrl}/oauth/handoff/${body.handoff_token}`,
        expires_in: 120,
      },
    })
    const token = await redeem(body.handoff_token)
    expect({ status: token.status, body: token.body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^svc_/),
        token_type: 'Bearer',
        scopes: ['documents.read'],
        scope: 'documents.read',
        expires_in: 28_800,
        organization_id: tenant.organizationId,
        company_id: null,
      },
    })
    const agent = bearer(token.body.access_token)
    expect((await agent.get('/v1/documents')).status).toBe(200)
    expect((await agent.get('/v1/partners')).status).toBe(403)
    expectOperationRefusal(await redeem(body.handoff_token), 'INVALID_GRANT')
    expect((await agent.get('/v1/documents')).status).toBe(200)
  })

  test('of 20 exchanges of one handoff at the same time exactly one wins', async () => {
    const { handoff_token } = await make({ scopes: ['send'] })
    const before = (await tenant.footprint())['apiKeys'] ?? 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(handoff_token)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const answer of answers) if (answer !== won[0]) expectOperationRefusal(answer, 'INVALID_GRANT')
    expect((await tenant.footprint())['apiKeys']).toBe(before + 1)
  })

  test('a link that is only looked at is not used up, and a click on the page redeems it', async () => {
    const { handoff_url, handoff_token } = await make({ scopes: ['send'], label: '<b>Robot</b>' })
    const path = new URL(handoff_url).pathname
    const visitor = new Visitor(app)
    for (let count = 0; count < 3; count++) {
      const { status, text, headers } = await visitor.open(path)
      expect(status).toBe(200)
      expect(text).toContain('&lt;b&gt;Robot&lt;/b&gt;')
      expect(text).toContain('Send documents')
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    }
    await app.anyone.send('HEAD', path)
    const csrf = visitor.csrf
    await visitor.submit('/oauth/handoff', { csrf: 'forged', handoff_token })
    expect((await app.anyone.post('/v1/oauth/handoff/preview', { handoff_token })).status).toBe(200)
    const { text } = await visitor.submit('/oauth/handoff', { csrf, handoff_token })
    const token = /<code class="code">(svc_[^<]+)</.exec(text)?.[1] ?? ''
    expect((await bearer(token).get('/v1/me')).body.scopes).toEqual(['send'])
    expectOperationRefusal(await redeem(handoff_token), 'INVALID_GRANT')
    expect((await visitor.open(path)).status).toBe(400)
  })

  test('a handoff gives no more than its maker has, nor for longer, nor another company', async () => {
    const stranger = await app.tenant('platform')
    const key = await tenant.keyWith(['send'], { companyId: tenant.companyId })
    const before = await tenant.footprint()
    expectOperationRefusal(await key.post('/v1/oauth/handoff', { scopes: ['payments'] }), 'INSUFFICIENT_SCOPE')
    expectOperationRefusal(await tenant.post('/v1/oauth/handoff', { ttl_seconds: 3_601 }), 'INVALID_REQUEST')
    expectOperationRefusal(
      await tenant.post('/v1/oauth/handoff', { companyId: stranger.companyId }),
      'COMPANY_NOT_FOUND',
    )
    expect(await tenant.footprint()).toEqual(before)
    const { handoff_token } = await make({}, key)
    expect((await redeem(handoff_token)).body).toMatchObject({ scopes: ['send'], company_id: tenant.companyId })
  })

  test('a handoff ends with its time, when it is revoked, and with the key that made it', async () => {
    const key = await tenant.keyWith(['send'])
    const [late, revoked, orphan] = [await make({ ttl_seconds: 60 }), await make(), await make({}, key)]
    expect((await tenant.delete(`/v1/oauth/handoffs/${revoked.id}`)).status).toBe(204)
    expectOperationRefusal(await tenant.delete(`/v1/oauth/handoffs/${revoked.id}`), 'RESOURCE_NOT_FOUND')
    await tenant.delete(`/v1/api-keys/${key.keyId}`)
    app.clock.advance(60_001)
    for (const { handoff_token } of [late, revoked, orphan])
      expectOperationRefusal(await redeem(handoff_token), 'INVALID_GRANT')
  })

  test('the list says what became of handoffs, and shows no tokens', async () => {
    const own = await app.tenant('platform')
    const [used, open] = [await make({ label: 'Used' }, own), await make({ label: 'Open' }, own)]
    await redeem(used.handoff_token)
    const { body, bytes } = await own.get('/v1/oauth/handoffs')
    expect(body.data).toMatchObject([
      { id: open.id, label: 'Open', redeemedAt: null, keyId: null },
      { id: used.id, label: 'Used', redeemedAt: expect.any(String), keyId: expect.stringMatching(/^key_/) },
    ])
    expect(bytes.toString()).not.toContain(open.handoff_token)
    const { data } = await own.graphql('{ handoffs { nodes { id label redeemedAt } } }')
    expect(data.handoffs.nodes.map(({ id }: Body) => id)).toEqual([open.id, used.id])
  })

  test('the organization is told of handoffs that are made and redeemed', async () => {
    const own = await app.tenant('platform')
    const { id, handoff_token } = await make({ scopes: ['send'], label: 'Told' }, own)
    await redeem(handoff_token)
    await app.platform.relay.drain()
    const { body } = await own.get('/v1/events?limit=2')
    const told = body.data.map(({ type, data }: Body) => ({ type, ...data }))
    expect(told).toContainEqual(expect.objectContaining({ type: 'handoff.created', handoffId: id, label: 'Told' }))
    expect(told).toContainEqual(
      expect.objectContaining({ type: 'handoff.redeemed', handoffId: id, keyId: expect.stringMatching(/^key_/) }),
    )
    expect(JSON.stringify(body)).not.toContain(handoff_token)
  })
})

describe('a sandbox by handoff', () => {
  test('anybody gets an organization of their own, 120 times an hour from one address', async () => {
    const { status, body } = await app.anyone.post('/v1/oauth/handoff/sandbox')
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        handoff_token: expect.stringMatching(/^hand_/),
        organization_id: expect.stringMatching(/^org_/),
        company_id: expect.stringMatching(/^comp_/),
        expires_in: 3_600,
      },
    })
    const token = await redeem(body.handoff_token)
    expect(token.body).toMatchObject({
      organization_id: body.organization_id,
      company_id: body.company_id,
      scopes: ['*'],
    })
    expect((await bearer(token.body.access_token).get(`/v1/companies/${body.company_id}`)).status).toBe(200)
    const busy = app.anyone.with({ 'x-forwarded-for': '203.0.113.9' })
    for (let count = 0; count < 120; count++)
      await app.platform.rate.hit('handoff:ip:203.0.113.9', 120, app.clock.steady(), 3_600_000)
    expectOperationRefusal(await busy.post('/v1/oauth/handoff/sandbox'), 'RATE_LIMITED')
  })

  test('who guesses handoffs is refused after twenty of them', async () => {
    const caller = app.anyone.with({ 'x-forwarded-for': '203.0.113.30' })
    const guess = () => caller.post('/v1/oauth/handoff/exchange', { handoff_token: `hand_${'x'.repeat(43)}` })
    for (let count = 0; count < 20; count++) expectOperationRefusal(await guess(), 'INVALID_GRANT')
    expectOperationRefusal(await guess(), 'RATE_LIMITED')
  })
})
