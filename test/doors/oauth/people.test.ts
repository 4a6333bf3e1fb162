/** What people have given ends with their permissions, and what keys have given ends with them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'
import { askFor } from '../../support/visitor.ts'

let app: TestApp
let idp: IdentityProvider
let tenant: Tenant
beforeAll(async () => {
  idp = await startIdentityProvider({})
  app = await startApp({ JWT_ISSUER: idp.issuer, TRUST_PROXY: '1' })
  tenant = await app.tenant('platform')
})
afterAll(async () => {
  await app.close()
  await idp.stop()
})

const bearer = (token: string): Caller => new Caller(app, { authorization: `Bearer ${token}` })
const works = async (token: string): Promise<boolean> => (await bearer(token).get('/v1/me')).status === 200
const exchange = (body: object): Promise<Answer> => app.anyone.post('/v1/oauth/token', body)
const renew = (refresh_token: string): Promise<Answer> => exchange({ grant_type: 'refresh_token', refresh_token })
const redeem = (handoff_token: string): Promise<Answer> =>
  app.anyone.post('/v1/oauth/handoff/exchange', { handoff_token })

/** A token that the provider has issued so many seconds from now. */
const person = async (sub: string, permissions: object, seconds = 0): Promise<Caller> => {
  const iat = Math.floor(app.clock.now().getTime() / 1_000) + seconds
  return bearer(await idp.sign({ sub, iat, _permissions: permissions }))
}

/** What somebody has given: a token that can be renewed, a code, and a handoff. */
const given = async (caller: Caller, scopes = ['send']): Promise<{ agent: Body; code: object; handoff: string }> => {
  const allowed = async (): Promise<object> => {
    const { requestId, verifier } = await askFor(app, { scopes, offline: true })
    const { body } = await caller.post(`/v1/oauth/requests/${requestId}/decision`, { allow: true })
    return { grant_type: 'authorization_code', code: body.code, code_verifier: verifier }
  }
  const [agent, code] = [(await exchange(await allowed())).body, await allowed()]
  const { body } = await caller.post('/v1/oauth/handoff', { scopes })
  return { agent, code, handoff: body.handoff_token }
}

const expectEnded = async ({ agent, code, handoff }: Awaited<ReturnType<typeof given>>): Promise<void> => {
  expectOperationRefusal(await bearer(agent.access_token).get('/v1/companies'), 'REVOKED_KEY')
  expectOperationRefusal(await renew(agent.refresh_token), 'INVALID_GRANT')
  expectOperationRefusal(await exchange(code), 'INVALID_GRANT')
  expectOperationRefusal(await redeem(handoff), 'INVALID_GRANT')
}

const expectAlive = async ({ agent, code, handoff }: Awaited<ReturnType<typeof given>>): Promise<void> => {
  expect(await works(agent.access_token)).toBe(true)
  expect((await renew(agent.refresh_token)).status).toBe(200)
  expect((await exchange(code)).status).toBe(200)
  expect((await redeem(handoff)).status).toBe(200)
}

describe('a person who has left', () => {
  test.each([
    ['another organization alone', { org_else: ['admin'] }],
    ['no organization', {}],
    ['less than they gave', { org_left: ['viewer'] }],
  ])('when a newer token gives %s, what the person gave ends', async (what, permissions) => {
    const sub = `left ${what}`
    const gone = await given(await person(sub, { org_left: ['admin'] }))
    const colleague = await given(await person(`stays ${what}`, { org_left: ['admin'] }))
    await (await person(sub, permissions, 60)).get('/v1/me')
    await expectEnded(gone)
    await expectAlive(colleague)
  })

  test('a token that gives as much, that is older, or that says nothing of permissions, ends nothing', async () => {
    const kept = await given(await person('kept', { org_kept: ['admin'] }))
    await (await person('kept', { org_kept: ['owner'] }, 60)).get('/v1/me')
    await (await person('kept', { org_else: ['admin'] }, -60)).get('/v1/me')
    await bearer(await idp.sign({ sub: 'kept', iat: Math.floor(app.clock.now().getTime() / 1_000) + 60 })).get('/v1/me')
    await bearer(await idp.sign({ sub: 'kept', _permissions: { org_else: ['admin'] } })).get('/v1/me')
    await expectAlive(kept)
  })

  test('an administrator ends all that a person gave in the organization, and nothing else', async () => {
    const everywhere = { org_here: ['admin'], org_there: ['admin'] }
    const boss = await person('boss', { org_here: ['admin'] })
    const here = await given(await person('ada', everywhere))
    const there = await given((await person('ada', everywhere)).with({ 'x-service-organization-id': 'org_there' }))
    const other = await given(await person('bob', everywhere))
    const { body: listed } = await boss.get('/v1/api-keys?kind=agent')
    expect(listed.data.map(({ allowedByUser }: Body) => allowedByUser).sort()).toEqual(['ada', 'bob'])
    const { status, body } = await boss.post('/v1/oauth/revoke-user', { userId: 'ada' })
    expect({ status, body }).toEqual({ status: 200, body: { agents: 1, handoffs: 1 } })
    await expectEnded(here)
    await expectAlive(there)
    await expectAlive(other)
    const again = await boss.graphql('mutation { revokeUserAccess(input: { userId: "bob" }) { agents handoffs } }')
    // The program, and what the code and the handoff gave meanwhile.
    expect(again.data.revokeUserAccess).toEqual({ agents: 3, handoffs: 0 })
    expect(await works(other.agent.access_token)).toBe(false)
  })

  test('who is no administrator ends nothing of others, and no organization what was given in another', async () => {
    const kept = await given(await person('carl', { org_carl: ['admin'] }))
    const colleague = await person('dora', { org_carl: ['developer'] })
    expectOperationRefusal(await colleague.post('/v1/oauth/revoke-user', { userId: 'carl' }), 'INSUFFICIENT_SCOPE')
    const reader = await tenant.keyWith(['send'])
    expectOperationRefusal(await reader.post('/v1/oauth/revoke-user', { userId: 'carl' }), 'INSUFFICIENT_SCOPE')
    expectOperationRefusal(await tenant.post('/v1/oauth/revoke-user', { userId: '' }), 'INVALID_REQUEST')
    expect((await tenant.post('/v1/oauth/revoke-user', { userId: 'carl' })).body).toEqual({ agents: 0, handoffs: 0 })
    await expectAlive(kept)
  })
})

describe('a key that ends', () => {
  test('what a key gave ends with it: token, renewal, code and handoff', async () => {
    const key = await tenant.keyWith(['send'])
    const gone = await given(key)
    expect((await tenant.delete(`/v1/api-keys/${key.keyId}`)).status).toBe(204)
    await expectEnded(gone)
  })

  test('a rotation that ends the old key at once ends what it gave', async () => {
    const key = await tenant.keyWith(['send'])
    const gone = await given(key)
    expect((await tenant.post(`/v1/api-keys/${key.keyId}/rotate`, { overlapHours: 0 })).status).toBe(201)
    await expectEnded(gone)
  })

  test('a rotation lets what the old key gave end together with it', async () => {
    const key = await tenant.keyWith(['send'])
    const [{ agent }, { agent: waiting }] = [await given(key), await given(key)]
    await tenant.post(`/v1/api-keys/${key.keyId}/rotate`, { overlapHours: 1 })
    expect(await works(waiting.access_token)).toBe(true)
    const { body } = await renew(agent.refresh_token)
    expect(body.expires_in).toBeLessThanOrEqual(3_600)
    app.clock.advance(3_600_001)
    expect([await works(body.access_token), await works(waiting.access_token)]).toEqual([false, false])
    expectOperationRefusal(await renew(body.refresh_token), 'INVALID_GRANT')
  })

  test('the key that an agent makes by rotating the one that let it in lives no longer than it', async () => {
    const key = await tenant.keyWith(['platform', 'send'])
    const { agent } = await given(key, ['platform', 'send'])
    const by = bearer(agent.access_token)
    const { status, body } = await by.post(`/v1/api-keys/${key.keyId}/rotate`, { overlapHours: 1 })
    expect([status, await works(body.key)]).toEqual([201, true])
    app.clock.advance(3_600_001)
    expect([await works(body.key), await works(key.key), await works(agent.access_token)]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('what an agent makes', () => {
  const agentKey = async (): Promise<{ keyId: string; caller: Caller }> => {
    const { agent } = await given(tenant, ['platform', 'send'])
    const { data } = (await tenant.get('/v1/api-keys?kind=agent&limit=1')).body
    return { keyId: data[0].id, caller: bearer(agent.access_token) }
  }
  const keyBy = async (caller: Caller): Promise<{ id: string; key: string; caller: Caller }> => {
    const { body } = await caller.post('/v1/api-keys', { name: 'made' })
    return { ...body, caller: bearer(body.key) }
  }

  test('a key that a key of an agent made ends with the agent, also in the place of another', async () => {
    const { keyId, caller } = await agentKey()
    const first = await keyBy(caller)
    const second = await keyBy(first.caller)
    const { body: replaced } = await second.caller.post(`/v1/api-keys/${second.id}/rotate`, { overlapHours: 0 })
    const { body: byOwner } = await tenant.post(`/v1/api-keys/${first.id}/rotate`, { overlapHours: 1 })
    const third = await keyBy(bearer(replaced.key))
    const all = [first.key, replaced.key, byOwner.key, third.key]
    for (const key of all) expect(await works(key)).toBe(true)
    expect((await tenant.delete(`/v1/api-keys/${keyId}`)).status).toBe(204)
    for (const key of all) expect(await works(key)).toBe(false)
  })

  test('a key of an agent decides no consent, is no client, and ends no organization', async () => {
    const { agent } = await given(tenant, ['*'])
    const made = await keyBy(bearer(agent.access_token))
    const { requestId } = await askFor(app, { scopes: ['send'] })
    const decision = await made.caller.post(`/v1/oauth/requests/${requestId}/decision`, { allow: true })
    expectOperationRefusal(decision, 'INSUFFICIENT_SCOPE')
    const client = { grant_type: 'client_credentials', client_id: made.id, client_secret: made.key }
    expectOperationRefusal(await exchange(client), 'INVALID_CLIENT')
    const ending = await made.caller.post('/v1/organization/deletion', { confirm: tenant.organizationId })
    expect(ending).toMatchObject({ status: 403, body: { error: { code: 'INSUFFICIENT_SCOPE' } } })
  })

  test('an agent is not rotated: it would become a key that ends with nobody', async () => {
    const { keyId, caller } = await agentKey()
    for (const by of [caller, tenant])
      expect((await by.post(`/v1/api-keys/${keyId}/rotate`, { overlapHours: 0 })).status).toBe(409)
    expect((await caller.get('/v1/me')).status).toBe(200)
  })
})

describe('limits of a key', () => {
  test('a program has the networks, the rate and the quota of the key that let it in', async () => {
    const limits = { allowedNetworks: ['203.0.113.0/24'], rateLimit: 7 }
    const made = await tenant.keyWith(['send'], limits)
    const inside = { 'x-forwarded-for': '203.0.113.5' }
    const { handoff } = await given(made.with(inside))
    const { body } = await redeem(handoff)
    const agent = bearer(body.access_token)
    expectOperationRefusal(await agent.get('/v1/companies'), 'NETWORK_FORBIDDEN')
    expect((await agent.with(inside).get('/v1/me')).body.rateLimitPerMinute).toBe(7)
  })

  test('a key is no client from networks that it may not be used from', async () => {
    const made = await tenant.keyWith(['send'], { allowedNetworks: ['203.0.113.0/24'] })
    const ask = { grant_type: 'client_credentials', client_id: made.keyId, client_secret: made.key }
    const before = await tenant.footprint()
    expectOperationRefusal(await exchange(ask), 'NETWORK_FORBIDDEN')
    expect(await tenant.footprint()).toEqual(before)
    const inside = app.anyone.with({ 'x-forwarded-for': '203.0.113.5' })
    expect((await inside.post('/v1/oauth/token', ask)).status).toBe(200)
  })

  test('what was allowed on a device is fetched within five minutes', async () => {
    const { body: device } = await app.anyone.post('/v1/oauth/device', { client_name: 'Printer', scopes: ['send'] })
    const request = await app.platform.db.client.oauthRequest.findFirstOrThrow({
      where: { userCode: device.user_code },
    })
    await tenant.post(`/v1/oauth/requests/${request.id}/decision`, { allow: true })
    app.clock.advance(5 * 60_000 + 1)
    const before = await tenant.footprint()
    const answer = await exchange({ grant_type: 'device_code', device_code: device.device_code })
    expectOperationRefusal(answer, 'INVALID_GRANT')
    expect(await tenant.footprint()).toEqual(before)
  })
})
