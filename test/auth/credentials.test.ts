import { afterAll, beforeAll, expect, test } from 'vitest'
import { Caller, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'
import { until } from '../support/until.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await startApp()
  address = await app.listen()
})
afterAll(() => app.close())

const QUERY = 'subscription { companyCreated { company { vatNumber } } }'

/** The text of a stream, as it comes. */
const open = async (
  key: string,
  leave: AbortController,
): Promise<{ until(text: string): Promise<string>; end(): Promise<void> }> => {
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    signal: leave.signal,
    body: JSON.stringify({ query: QUERY }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
  })
  expect(answer.status).toBe(200)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const more = async (): Promise<boolean> => {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    text += value ?? ''
    return !done
  }
  return {
    async until(wanted) {
      while (!text.includes(wanted) && (await more()));
      return text
    },
    async end() {
      while (await more());
    },
  }
}

test('a GraphQL stream over HTTP delivers events until its key is revoked', async () => {
  const tenant = await app.tenant()
  const reader = await tenant.keyWith(['receive', 'companies.read'])
  const stream = await open(reader.key, new AbortController())
  await until(async () => (await app.platform.metrics.subscriptions.get()).values[0]?.value, 1)
  await tenant.post('/v1/companies', { vatNumber: 'DE123456788' })
  expect(await stream.until('DE123456788')).toContain('DE123456788')
  expect((await tenant.delete(`/v1/api-keys/${reader.keyId}`)).status).toBeLessThan(300)
  await stream.end()
  await until(async () => (await app.platform.metrics.subscriptions.get()).values[0]?.value, 0)
})

test('a GraphQL stream ends when a scope is taken from its key, and goes on when only its name changes', async () => {
  const tenant = await app.tenant()
  const reader = await tenant.keyWith(['receive', 'companies.read'])
  const stream = await open(reader.key, new AbortController())
  await until(async () => (await app.platform.metrics.subscriptions.get()).values[0]?.value, 1)
  const at = `/v1/api-keys/${reader.keyId}`
  await tenant.patch(at, { name: 'Reader', scopes: ['companies.read', 'receive', 'stats'] })
  await tenant.post('/v1/companies', { vatNumber: 'DE123456788' })
  expect(await stream.until('DE123456788')).toContain('DE123456788')
  expect((await tenant.patch(at, { scopes: ['receive'] })).status).toBe(200)
  await stream.end()
  await until(async () => (await app.platform.metrics.subscriptions.get()).values[0]?.value, 0)
})

test('a GraphQL stream that its client leaves is given up', async () => {
  const tenant = await app.tenant()
  const leave = new AbortController()
  await open(tenant.key, leave)
  await until(async () => (await app.platform.metrics.subscriptions.get()).values[0]?.value, 1)
  leave.abort()
  await until(async () => (await app.platform.metrics.subscriptions.get()).values[0]?.value, 0)
})

test('a GraphQL query leaves no watch over its credentials behind', async () => {
  const tenant = await app.tenant()
  let watches = 0
  const { subscribe } = app.platform.wakeUps
  app.platform.wakeUps.subscribe = (channel, listener) => {
    watches += 1
    return subscribe(channel, listener)
  }
  try {
    expect((await tenant.graphql('{ companies(first: 1) { nodes { id } } }')).errors).toBeUndefined()
    expect(watches).toBe(0)
  } finally {
    app.platform.wakeUps.subscribe = subscribe
  }
})

test('a key that was used before goes on where others guess keys, also after a change that counts at once', async () => {
  const tenant = await app.tenant()
  const stranger = (end: number) => new Caller(app, { authorization: `Bearer svc_test_${'x'.repeat(40)}${end}` })
  expect((await tenant.get('/v1/me')).status).toBe(200)
  for (let guess = 100; guess < 110; guess += 1) expectRefusal(await stranger(guess).get('/v1/me'), 'INVALID_TOKEN')
  expectRefusal(await stranger(110).get('/v1/me'), 'RATE_LIMITED')
  const other = await tenant.keyWith(['send'])
  expect((await tenant.delete(`/v1/api-keys/${other.keyId}`)).status).toBeLessThan(300)
  expect((await tenant.get('/v1/me')).status).toBe(200)
  expectRefusal(await stranger(111).get('/v1/me'), 'RATE_LIMITED')
})
