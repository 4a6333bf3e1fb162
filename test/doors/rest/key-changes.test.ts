import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('platform')
})
afterAll(() => app.close())

const bearer = (key: string): Caller => new Caller(app, { authorization: `Bearer ${key}` })
const keyOf = async (id: string): Promise<Body> =>
  (await tenant.get('/v1/api-keys?limit=100')).body.data.find((row: Body) => row.id === id)
const handoffOf = async (caller: Caller, scopes: string[]): Promise<string> =>
  (await caller.post('/v1/oauth/handoff', { scopes })).body.handoff_token
const redeemed = (token: string) => app.anyone.post('/v1/oauth/handoff/exchange', { handoff_token: token })

describe('a change of a key', () => {
  test('a key gets another name, label and scopes at once, keeps its value, and the audit tells what was before', async () => {
    const key = await tenant.keyWith(['documents.read', 'stats'])
    expect((await key.get('/v1/stats')).status).toBe(200)
    const answer = await tenant.patch(`/v1/api-keys/${key.keyId}`, {
      name: 'ERP',
      label: 'Night run',
      scopes: ['documents.read', 'directory'],
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { id: key.keyId, name: 'ERP', label: 'Night run', scopes: ['documents.read', 'directory'] },
    })
    expect(answer.body.key).toBeUndefined()
    expectRefusal(await key.get('/v1/stats'), 'INSUFFICIENT_SCOPE')
    expect((await key.get('/v1/directory/search?vatNumber=BE0403019261')).status).toBe(200)
    const [entry] = (await tenant.get('/v1/platform/audit?kind=key&limit=1')).body.data
    expect(entry).toMatchObject({ operation: 'updateApiKey', subjectId: key.keyId })
    expect(entry.changes.map(({ field }: Body) => field).sort()).toEqual(['label', 'name', 'scopes'])
  })

  test('what is not named stays, and GraphQL does the same', async () => {
    const key = await tenant.keyWith(['stats'], { label: 'Kept' })
    const { data } = await tenant.graphql(
      'mutation($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { apiKey { name label scopes } refusal { code } } }',
      { input: { keyId: key.keyId, scopes: ['SEND'] } },
    )
    expect(data.updateApiKey).toEqual({
      apiKey: { name: 'stats', label: 'Kept', scopes: ['SEND'] },
      refusal: null,
    })
  })

  test('nobody gives a key more than they have, but what it has already may stay', async () => {
    const key = await tenant.keyWith(['stats', 'send'])
    const weak = await tenant.keyWith(['platform'])
    const before = await keyOf(key.keyId)
    expectRefusal(
      await weak.patch(`/v1/api-keys/${key.keyId}`, { scopes: ['stats', 'payments'] }),
      'INSUFFICIENT_SCOPE',
    )
    expectRefusal(await weak.patch(`/v1/api-keys/${weak.keyId}`, { scopes: ['*'] }), 'INSUFFICIENT_SCOPE')
    expect(await keyOf(key.keyId)).toEqual(before)
    expect((await weak.patch(`/v1/api-keys/${key.keyId}`, { scopes: ['send'] })).body.scopes).toEqual(['send'])
  })

  test('a key of somebody else, one of another company, and one that has ended are not there', async () => {
    const other = await app.tenant('platform')
    const theirs = await other.keyWith(['stats'])
    const bound = await tenant.keyWith(['platform'], { companyId: tenant.companyId })
    const wide = await tenant.keyWith(['stats'])
    const gone = await tenant.keyWith(['stats'])
    await tenant.delete(`/v1/api-keys/${gone.keyId}`)
    for (const [caller, id] of [
      [tenant, theirs.keyId],
      [bound, wide.keyId],
      [tenant, gone.keyId],
    ] as const)
      expectRefusal(await caller.patch(`/v1/api-keys/${id}`, { name: 'Mine' }), 'RESOURCE_NOT_FOUND')
    expect(await keyOf(wide.keyId)).toMatchObject({ name: 'stats' })
    expect((await theirs.get('/v1/stats')).status).toBe(200)
  })
})

describe('agents of a key that was narrowed', () => {
  test('they lose what the key loses, and end where nothing is left', async () => {
    const key = await tenant.keyWith(['platform', 'stats', 'directory'])
    const both = (await redeemed(await handoffOf(key, ['stats', 'directory']))).body.access_token
    const only = (await redeemed(await handoffOf(key, ['directory']))).body.access_token
    await tenant.patch(`/v1/api-keys/${key.keyId}`, { scopes: ['stats'] })
    expect((await bearer(both).get('/v1/stats')).status).toBe(200)
    expectRefusal(await bearer(both).get('/v1/directory/search?vatNumber=BE0403019261'), 'INSUFFICIENT_SCOPE')
    expectRefusal(await bearer(only).get('/v1/me'), 'REVOKED_KEY')
  })

  test('what the key has offered before gives only what it still has', async () => {
    const key = await tenant.keyWith(['platform', 'stats', 'directory'])
    const some = await handoffOf(key, ['stats', 'directory'])
    const none = await handoffOf(key, ['directory'])
    await tenant.patch(`/v1/api-keys/${key.keyId}`, { scopes: ['stats'] })
    expect((await redeemed(some)).body.scopes).toEqual(['stats'])
    const before = await tenant.footprint()
    expect((await redeemed(none)).status).toBe(400)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('an agent gets no more than it was let in with', async () => {
    const key = await tenant.keyWith(['platform', 'stats', 'directory'])
    await redeemed(await handoffOf(key, ['stats']))
    const agent = (await tenant.get('/v1/api-keys?kind=agent&limit=1')).body.data[0]
    expectRefusal(await tenant.patch(`/v1/api-keys/${agent.id}`, { scopes: ['stats', 'directory'] }), 'CONFLICT')
    expect(await keyOf(agent.id)).toEqual(agent)
    expect((await tenant.patch(`/v1/api-keys/${agent.id}`, { name: 'Night run' })).body.name).toBe('Night run')
  })
})
