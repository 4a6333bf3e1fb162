import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../../support/app.ts'
import { startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { subscriptions } from '../../support/sockets.ts'
import { until } from '../../support/until.ts'

let app: TestApp
let base: string
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  base = await app.listen()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

/** What comes next; a stream that has ended fails the test. */
const next = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> => {
  const { done, value } = await reader.read()
  if (done) throw new Error('The stream has ended.')
  return Buffer.from(value).toString()
}

const CREATED = 'subscription { companyCreated { seq companyId } }'
const PATH = '/graphql/stream'
const TOKEN = 'x-graphql-event-stream-token'

const company = async (by: Tenant = tenant): Promise<string> =>
  (await by.post('/v1/companies', { vatNumber: freshVat() })).body.id

const live = (): Promise<number> => subscriptions(app)

describe('one stream for many operations', () => {
  test('carries the events of several subscriptions and the answers of queries, each under its id', async () => {
    const client = createClient({
      url: `${base}${PATH}`,
      singleConnection: true,
      headers: { authorization: `Bearer ${tenant.key}` },
      retryAttempts: 0,
    })
    const follow = (query: string) => {
      const received: Body[] = []
      let leave: () => void = () => undefined
      const done = new Promise((resolve) => {
        leave = client.subscribe(
          { query },
          { next: (value) => void received.push(value), error: resolve, complete: () => resolve('completed') },
        )
      })
      return { received, done, leave }
    }
    const before = await live()
    const created = follow(CREATED)
    const all = follow('subscription { events { type companyId } }')
    await until(live, before + 2)
    const one = follow('{ companies(first: 1) { totalCount } }')
    expect(await one.done).toBe('completed')
    expect(one.received).toEqual([{ data: { companies: { totalCount: 1 } } }])
    const id = await company()
    await until(() => [created.received.length, all.received.length], [1, 1])
    expect(created.received[0].data.companyCreated).toEqual({ seq: expect.any(String), companyId: id })
    created.leave()
    expect(await created.done).toBe('completed')
    await until(live, before + 1)
    await company()
    await until(() => all.received.filter(({ data }) => data.events.type === 'COMPANY_CREATED').length, 2)
    expect(created.received.length).toBe(1)
    client.dispose()
    await until(live, before)
  })

  test('what is refused when it begins is told in the answer, or in the stream', async () => {
    const token = (await tenant.send('PUT', PATH)).bytes.toString()
    const start = (query: string, operationId?: string) =>
      tenant.post(PATH, { query, extensions: { ...(operationId && { operationId }) } }, { [TOKEN]: token })
    const invalid = await start('subscription { nothing }', 'a')
    expect({ status: invalid.status, code: invalid.body.errors[0].extensions.code }).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
    })
    for (const refused of [await start(CREATED), await tenant.post(PATH, '[', { [TOKEN]: token })])
      expect(refused.body.errors[0].extensions.code).toBe('INVALID_REQUEST')
    expect((await start(CREATED, 'b')).status).toBe(202)
    expect((await start(CREATED, 'b')).body.errors[0].extensions.code).toBe('CONFLICT')
    expect((await start('subscription { companyCreated(after: "999") { seq } }', 'c')).status).toBe(202)
    const answer = await fetch(`${base}${PATH}?token=${token}`, {
      headers: { ...tenant.headers, accept: 'text/event-stream' },
    })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    while (!text.includes('"id":"c"}\n')) text += await next(reader)
    expect(text).toMatch(/^:\n\nevent: next\ndata: \{"id":"c","payload":\{"errors":\[.*INVALID_REQUEST/)
    expect(text).toMatch(/event: complete\ndata: \{"id":"c"\}/)
    expect((await tenant.get(PATH, { [TOKEN]: token })).body.errors[0].extensions.code).toBe('CONFLICT')
    expect((await tenant.send('DELETE', `${PATH}?operationId=b`, undefined, { [TOKEN]: token })).status).toBe(200)
    await reader.cancel()
    await until(
      async () => (await tenant.send('DELETE', `${PATH}?operationId=b`, undefined, { [TOKEN]: token })).status,
      404,
    )
  })

  test('a stream belongs to who has reserved it, and nobody reserves one without credentials', async () => {
    const token = (await tenant.send('PUT', PATH)).bytes.toString()
    const stranger = await app.tenant()
    const other = await tenant.keyWith(['*'])
    for (const caller of [stranger, other])
      for (const refused of [
        await caller.get(PATH, { [TOKEN]: token }),
        await caller.post(PATH, { query: CREATED, extensions: { operationId: '1' } }, { [TOKEN]: token }),
        await caller.send('DELETE', `${PATH}?operationId=1`, undefined, { [TOKEN]: token }),
      ])
        expect({ status: refused.status, code: refused.body.errors[0].extensions.code }).toEqual({
          status: 404,
          code: 'RESOURCE_NOT_FOUND',
        })
    expect((await app.anyone.send('PUT', PATH)).body.errors[0].extensions.code).toBe('MISSING_AUTH')
  })

  test('a stream ends with the credentials that opened it', async () => {
    const key = await tenant.keyWith(['receive'])
    const token = (await key.send('PUT', PATH)).bytes.toString()
    const answer = await fetch(`${base}${PATH}`, { headers: { ...key.headers, [TOKEN]: token } })
    await tenant.delete(`/v1/api-keys/${key.keyId}`)
    expect(await answer.text()).toBe(':\n\n')
  })
})

describe('filters of live events', () => {
  const invoice = async (number: string, to: string): Promise<string> => {
    const { body } = await tenant.post('/v1/documents/send', {
      type: 'invoice',
      from: tenant.peppolId,
      to,
      document: {
        number,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'PO',
        paymentMeans: [{ iban: 'FR7630006000011234567890189' }],
        lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
      },
    })
    return body.id
  }

  test('only events about the partner, the business status and the tag that were asked for are sent', async () => {
    const [mine, other] = [await invoice('L-1', '0208:0417497106'), await invoice('L-2', '0208:0403019261')]
    await app.platform.runner?.settle()
    await app.platform.relay.drain()
    const status = (await tenant.get(`/v1/documents/${mine}`)).body.lifecycleStatus
    const { body: partners } = await tenant.get('/v1/partners')
    const partner = partners.data.find(({ peppolId }: Body) => peppolId === '0208:0417497106')
    for (const id of [mine, other]) {
      await tenant.post(`/v1/documents/${id}/actions`, { action: 'archive' })
      await tenant.post(`/v1/documents/${id}/actions`, { action: 'tag', tag: id === mine ? 'urgent' : 'later' })
    }
    await app.platform.relay.drain()
    const seen = async (filter: string): Promise<string[]> => {
      const controller = new AbortController()
      const answer = await fetch(`${base}/v1/events/stream?after=0&${filter}`, {
        headers: tenant.headers,
        signal: controller.signal,
      })
      const { body: feed } = await tenant.get('/v1/events?limit=100&includeAcked=true')
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
      const ids = new Set<string>()
      let text = ''
      const wanted = expected.get(filter) ?? []
      while (ids.size < wanted.length) {
        text += await next(reader)
        for (const [, id] of text.matchAll(/"documentId":"(doc_\w+)"/g)) ids.add(String(id))
      }
      controller.abort()
      expect(feed.data.length).toBeGreaterThan(0)
      return [...ids]
    }
    const expected = new Map([
      [`type=document.updated&partnerId=${partner.id}`, [mine]],
      ['type=document.updated&tag=urgent', [mine]],
      ['type=document.updated&tag=later', [other]],
      [`type=document.updated&lifecycleStatus=draft,${status}`, [mine, other]],
    ])
    for (const [filter, ids] of expected) expect((await seen(filter)).toSorted()).toEqual(ids.toSorted())
    expectRefusal(await (await app.tenant()).get(`/v1/events/stream?partnerId=${partner.id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.get('/v1/events/stream?lifecycleStatus=nothing'), 'INVALID_ENUM')
  })
})

test('/docs/live tells the protocol', async () => {
  const { status, bytes } = await app.anyone.get('/docs/live')
  expect(status).toBe(200)
  for (const word of ['SUBSCRIBER_TOO_SLOW', 'CURSOR_EXPIRED', 'Heartbeat', 'operationId', 'partnerId'])
    expect(bytes.toString()).toContain(word)
})
