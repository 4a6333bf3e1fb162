/** Programs of others, as integrators use them: made for OpenAPI and for server-sent events, not for this product. */
import { EventSource } from 'eventsource'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { Trade } from '../support/trade.ts'
import { atLeast, until } from '../support/until.ts'

let app: TestApp
let base: string
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  base = await app.listen()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const authorized = () => ({ authorization: `Bearer ${tenant.key}` })

describe('openapi-fetch', () => {
  test('makes a company, sends it an invoice, follows pages to their end and reads where the invoice stands', async () => {
    const client = createClient<Body>({ baseUrl: base, headers: authorized() })
    const made: string[] = []
    for (let count = 0; count < 3; count++) {
      const { data, response } = await client.POST('/v1/companies', { body: { vatNumber: freshVat() } })
      expect(response.status).toBe(201)
      made.push(data.id)
    }
    const listed: string[] = []
    for (let cursor: string | undefined, left = 5; left > 0; left--) {
      const { data } = await client.GET('/v1/companies', { params: { query: { limit: 2, cursor } } })
      listed.push(...data.data.map(({ id }: Body) => id))
      cursor = data.cursor ?? undefined
      if (!data.hasMore) break
    }
    expect(listed.toSorted()).toEqual([tenant.companyId, ...made].toSorted())
    const trade = await Trade.between(app, 'BE')
    const seller = createClient<Body>({ baseUrl: base, headers: { authorization: `Bearer ${trade.supplier.key}` } })
    const { data: sent } = await seller.POST('/v1/documents/send', { body: trade.body() })
    await trade.settle()
    const { data: lifecycle } = await seller.GET('/v1/documents/{documentId}/lifecycle', {
      params: { path: { documentId: sent.id } },
    })
    expect(lifecycle).toMatchObject({ documentId: sent.id, currentStatus: 'issued', events: [{ status: 'issued' }] })
    const { data: xml } = await seller.GET('/v1/documents/{documentId}/xml', {
      params: { path: { documentId: sent.id } },
      parseAs: 'text',
    })
    expect(xml).toContain('<Invoice')
  })

  test('gets a refusal as the error that the document describes, and nothing was made', async () => {
    const client = createClient<Body>({ baseUrl: base, headers: authorized() })
    const before = (await tenant.get('/v1/companies?limit=100')).body.data.length
    const { data, error, response } = await client.POST('/v1/companies', { body: { vatNumber: 'XX1' } })
    expect([data, response.status, error.error.code]).toEqual([undefined, 400, 'invalid_request'])
    expect(error.error.requestId).toBe(response.headers.get('x-request-id'))
    expect((await tenant.get('/v1/companies?limit=100')).body.data).toHaveLength(before)
  })
})

const count = 30

test(
  'eventsource is cut off three times, comes back by itself and has every event once, in order',
  { tags: 'heavy' },
  async () => {
    const follower = await app.tenant()
    const received: string[] = []
    const source = new EventSource(`${base}/v1/events/stream?after=0`, {
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${follower.key}` } }),
    })
    source.addEventListener('message', ({ data }) => void received.push(JSON.parse(data).id))
    const failures: unknown[] = []
    source.addEventListener('error', ({ code, message }) => void failures.push({ code, message }))
    try {
      for (let made = 0; made < count; made++) {
        expect((await follower.post('/v1/companies', { vatNumber: freshVat() })).status).toBe(201)
        if (made % 10 !== 5) continue
        await until(
          () => source.readyState,
          (state) => state !== source.CONNECTING,
        )
        expect({ state: source.readyState, failures }).toMatchObject({ state: source.OPEN })
        app.server.server.closeAllConnections()
      }
      await app.platform.runner?.settle()
      await app.platform.relay.drain()
      const { body } = await follower.get('/v1/events?after=0&limit=100')
      expect(body.hasMore).toBe(false)
      await until(() => received.length, atLeast(body.data.length))
      expect(received).toEqual(body.data.map(({ id }: Body) => id))
      expect(received.length).toBeGreaterThan(count)
    } finally {
      source.close()
    }
  },
)
