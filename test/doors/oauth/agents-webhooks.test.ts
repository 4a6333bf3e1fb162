/** Webhooks that a program made which somebody let in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidy } from '../../../src/app/housekeeping.ts'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { askFor } from '../../support/visitor.ts'

const WEBHOOK = { url: 'https://hooks.example.com/agent', events: ['*'] }
const ACCESS_MS = 9 * 3_600_000

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant('platform')
})
afterAll(() => app.close())

const bearer = (token: string): Caller => new Caller(app, { authorization: `Bearer ${token}` })
const exchange = async (body: object): Promise<Body> => (await app.anyone.post('/v1/oauth/token', body)).body

/** Let in by consent: its access can be renewed. */
const letIn = async (): Promise<Body> => {
  const { requestId, verifier } = await askFor(app, { scopes: ['receive', 'platform'], offline: true })
  const { body } = await tenant.post(`/v1/oauth/requests/${requestId}/decision`, { allow: true })
  return exchange({ grant_type: 'authorization_code', code: body.code, code_verifier: verifier })
}
const keyIdOf = async (token: string): Promise<string> => {
  const { body } = await tenant.get('/v1/api-keys?kind=agent&limit=100')
  return body.data.find(({ keyPrefix }: Body) => token.startsWith(keyPrefix)).id
}
const webhookOf = async (caller: Caller): Promise<string> => {
  const { status, body } = await caller.post('/v1/webhooks', WEBHOOK)
  expect(status).toBe(201)
  return body.id
}
const shown = async (id: string): Promise<Body> => (await tenant.get(`/v1/webhooks/${id}`)).body
const RESTING = { status: 'paused', pauseReason: 'agent' }
const deliveriesOf = async (id: string): Promise<number> =>
  (await tenant.get(`/v1/webhooks/${id}/deliveries`)).body.data.length

test('webhooks of an agent, and of keys that it made, rest from the moment that its access is revoked', async () => {
  const { access_token } = await letIn()
  const agent = bearer(access_token)
  const made = await agent.post('/v1/api-keys', { name: 'Of the agent', scopes: ['receive'] })
  const webhooks = [await webhookOf(agent), await webhookOf(bearer(made.body.key))]
  const others = await webhookOf(tenant)
  expect((await tenant.delete(`/v1/api-keys/${await keyIdOf(access_token)}`)).status).toBe(204)
  for (const id of webhooks) expect(await shown(id)).toMatchObject(RESTING)
  expect(await shown(others)).toMatchObject({ status: 'active', pauseReason: null })
  await tenant.post('/v1/partners', { name: 'Partner', vatNumber: 'BE0417497106' })
  await app.platform.relay?.drain()
  for (const id of webhooks) expect(await deliveriesOf(id)).toBe(0)
  expect(await deliveriesOf(others)).toBeGreaterThan(0)
  const { body } = await tenant.get('/v1/platform/audit?kind=webhook&limit=100')
  const ends = body.data.filter(({ operation }: Body) => operation === 'revokeApiKey')
  expect(ends.map(({ subjectId }: Body) => subjectId).toSorted()).toEqual(webhooks.toSorted())
  for (const { changes } of ends) expect(changes).toEqual([{ field: 'status', from: 'active', to: 'paused' }])
})

test('webhooks of an agent rest when its time is over, and not while its access can be renewed', async () => {
  const [{ access_token, refresh_token }, ends] = [await letIn(), await tenant.post('/v1/oauth/handoff', {})]
  const renewable = await webhookOf(bearer(access_token))
  const { handoff_token } = ends.body
  const once = (await app.anyone.post('/v1/oauth/handoff/exchange', { handoff_token })).body.access_token
  const short = await webhookOf(bearer(once))
  app.clock.advance(ACCESS_MS)
  await tidy(app.platform, 1)
  expect(await shown(short)).toMatchObject(RESTING)
  expect(await shown(renewable)).toMatchObject({ status: 'active', pauseReason: null })
  const renewed = await exchange({ grant_type: 'refresh_token', refresh_token })
  expect((await app.anyone.post('/v1/oauth/revoke', { token: renewed.access_token })).status).toBeLessThan(300)
  expect(await shown(renewable)).toMatchObject(RESTING)
})

test('a webhook that a program made with the token of a key stays when the token has ended', async () => {
  const key = await tenant.keyWith(['receive'])
  const client = { grant_type: 'client_credentials', client_id: key.keyId, client_secret: key.key }
  const { access_token } = await exchange(client)
  const id = await webhookOf(bearer(access_token))
  app.clock.advance(ACCESS_MS)
  await tidy(app.platform, 1)
  expect(await shown(id)).toMatchObject({ status: 'active', pauseReason: null })
})

test('who sets a webhook of an ended agent to work again has it from then on', async () => {
  const { access_token } = await letIn()
  const id = await webhookOf(bearer(access_token))
  await app.anyone.post('/v1/oauth/revoke', { token: access_token })
  expect(await shown(id)).toMatchObject(RESTING)
  expect((await tenant.patch(`/v1/webhooks/${id}`, { status: 'active' })).status).toBe(200)
  await tidy(app.platform, 1)
  expect(await shown(id)).toMatchObject({ status: 'active', pauseReason: null })
})
