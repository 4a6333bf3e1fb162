import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type EventSource, openEvents } from '../../support/event-source.ts'
import { freshVat } from '../../support/numbers.ts'
import { subscriptions } from '../../support/sockets.ts'
import { until } from '../../support/until.ts'

/** Few, so that a slow reader is told soon. */
const BUFFER = 50

let app: TestApp
let base: string
let tenant: Tenant
beforeAll(async () => {
  // Nothing but what the tests do makes events.
  app = await startApp({ WORKERS: 'off', SUBSCRIBER_BUFFER: String(BUFFER) })
  base = await app.listen()
})
beforeEach(async () => {
  tenant = await app.tenant()
  await until(async () => (await subscriptions(app)) === 0)
})
afterAll(() => app.close())

const stream = (query = '', headers: Record<string, string> = {}, caller: Caller = tenant): Promise<EventSource> =>
  openEvents(`${base}/v1/events/stream${query}`, { ...caller.headers, ...headers })
const company = async (): Promise<string> => (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body.id
const ids = ({ messages }: EventSource): (string | undefined)[] => messages.map(({ id }) => id)
const upTo = (last: number, first = 1): string[] =>
  Array.from({ length: last - first + 1 }, (_none, index) => String(first + index))

const CHANGED = 'fragment changed on DocumentUpdatedEvent { data { changes { field to { text } } } }'

/** Events as the product writes them, many at once. */
const write = async (count: number, data: object): Promise<void> => {
  await app.platform.db.client.event.createMany({
    data: Array.from({ length: count }, (_none, number) => ({
      organizationId: tenant.organizationId,
      id: `evt_${tenant.organizationId}_${number}_${crypto.randomUUID()}`,
      type: 'document.updated',
      data,
      createdAt: app.clock.now(),
    })),
  })
  await app.platform.relay.drain()
}

describe('GET /v1/events/stream', () => {
  test('the stream begins with what comes next, in the envelope of the feed with its number as id', async () => {
    await company()
    await app.platform.relay.drain()
    const events = await stream()
    expect(events.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    const made = await company()
    await until(() => events.messages.length === 1)
    const { body } = await tenant.get('/v1/events?after=1')
    expect(events.messages).toEqual([{ id: '2', event: 'message', data: body.data[0] }])
    expect(body.data[0].data.companyId).toBe(made)
    expect(events.comments).toEqual(['retry: 2000\nid: 1'])
    events.leave()
  })

  test('the stream goes on after Last-Event-ID, which counts more than the address', async () => {
    for (let count = 0; count < 4; count++) await company()
    await app.platform.relay.drain()
    const fromAddress = await stream('?after=0')
    await until(() => fromAddress.messages.length === 4)
    expect(ids(fromAddress)).toEqual(upTo(4))
    const again = await stream('?after=0', { 'Last-Event-ID': '2' })
    await company()
    await until(() => again.messages.length === 3 && fromAddress.messages.length === 5)
    expect(ids(again)).toEqual(['3', '4', '5'])
    for (const one of [fromAddress, again]) one.leave()
  })

  test('a client cut off before its first event loses nothing: its place comes with each heartbeat', async () => {
    const onlyIds = ({ comments }: EventSource) => comments.flatMap((block) => /^id: (\d+)$/m.exec(block)?.[1] ?? [])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const quiet = await stream('?type=company.deregistered')
      await until(() => quiet.comments.length === 1)
      expect(onlyIds(quiet)).toEqual(['0'])
      await company()
      await app.platform.relay.drain()
      await until(async () => {
        vi.advanceTimersByTime(15_000)
        return onlyIds(quiet).at(-1) === '1'
      })
      expect(quiet.messages).toEqual([])
      quiet.leave()
    } finally {
      vi.useRealTimers()
    }
    const again = await stream('?after=1', { 'Last-Event-ID': '0' })
    await until(() => again.messages.length === 1)
    again.leave()
  })

  test('the stream gives the kinds, the company and the document that were asked for', async () => {
    const [first, second] = [await company(), await company()]
    const document = (
      await tenant.post('/v1/documents/send', { type: 'event', from: tenant.peppolId, document: { number: 'E-1' } })
    ).body.id
    await app.platform.relay.drain()
    const open = await Promise.all(
      ['?type=company.updated,document.updated', `?companyId=${second}`, `?documentId=${document}`].map((query) =>
        stream(query),
      ),
    )
    await tenant.patch(`/v1/companies/${first}`, { name: 'A' })
    await tenant.patch(`/v1/companies/${second}`, { name: 'B' })
    await tenant.post(`/v1/documents/${document}/actions`, { action: 'archive' })
    const [kinds, one, ofDocument] = open as [EventSource, EventSource, EventSource]
    await until(() => kinds.messages.length === 3 && one.messages.length === 1 && ofDocument.messages.length === 1)
    expect(kinds.messages.map(({ data }) => data.type)).toEqual([
      'company.updated',
      'company.updated',
      'document.updated',
    ])
    expect(one.messages.map(({ data }) => data.data.companyId)).toEqual([second])
    expect(ofDocument.messages.map(({ data }) => data.data)).toEqual([
      { documentId: document, changes: [{ field: 'archived', from: false, to: true }], updatedAt: expect.any(String) },
    ])
    for (const events of open) events.leave()
  })

  test.each([
    ['?after=x', 400, 'INVALID_REQUEST'],
    ['?after=99', 400, 'INVALID_REQUEST'],
    ['?type=nothing', 400, 'INVALID_ENUM'],
    ['?wrong=1', 400, 'INVALID_REQUEST'],
    ['?companyId=comp_01kafm4h7vf8xbkrs9q2m3c5de', 404, 'COMPANY_NOT_FOUND'],
    ['?documentId=doc_01kafm4h7vf8xbkrs9q2m3c5de', 404, 'DOCUMENT_NOT_FOUND'],
  ])('a stream with %s is refused with a status of its own before it begins', async (query, status, code) => {
    const refused = await stream(query)
    expect({ status: refused.status, code: (await refused.body()).error.code }).toEqual({ status, code })
    const [, asked] = /\?(\w+)/.exec(query) ?? []
    expect((await refused.body()).error.details.map(({ field }: Body) => String(field).split('[')[0])).toEqual(
      status === 404 ? [] : [asked],
    )
    expect(await subscriptions(app)).toBe(0)
  })

  test('the stream of a key bound to a company has that company only, never another organization', async () => {
    const [mine, others] = [await company(), await company()]
    const bound = await tenant.keyWith(['receive'], { companyId: mine })
    const events = await stream('?after=0', {}, bound)
    const stranger = await app.tenant()
    await stranger.post('/v1/companies', { vatNumber: freshVat() })
    for (const id of [others, mine]) await tenant.patch(`/v1/companies/${id}`, { name: 'A' })
    await until(() => events.messages.length === 2)
    expect(events.messages.map(({ data }) => data.data.companyId)).toEqual([mine, mine])
    events.leave()
  })

  test('the stream ends when its key is revoked, and says so', async () => {
    const made = await tenant.keyWith(['receive'])
    const events = await stream('', {}, made)
    const stays = await stream()
    await tenant.delete(`/v1/api-keys/${made.keyId}`)
    await events.done
    expect(events.messages).toMatchObject([{ event: 'error', data: { error: { code: 'REVOKED_KEY' } } }])
    await company()
    await until(() => stays.messages.length === 1)
    stays.leave()
  })

  test('the stream leaves nothing behind when its client leaves', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => stream('?after=0')))
    await until(async () => (await subscriptions(app)) === 5)
    for (const events of open) events.leave()
    await until(async () => (await subscriptions(app)) === 0)
    expect(await subscriptions(app)).toBe(0)
  })
})

describe('a client that reads too slowly', () => {
  const total = BUFFER * 6
  /** More than sockets hold: the events wait in the server. */
  const bulky = { documentId: 'doc_x', changes: [{ field: 'notes', from: null, to: 'x'.repeat(60_000) }] }

  test('a slow client of the REST stream is told where to go on, and loses nothing', async () => {
    const events = await stream()
    events.pause()
    for (let written = 0; written < total; written += BUFFER) await write(BUFFER, bulky)
    events.go()
    await events.done
    const last = events.messages.at(-1)
    expect(last).toMatchObject({
      event: 'error',
      data: { error: { type: 'rate_limit_error', code: 'SUBSCRIBER_TOO_SLOW', details: [{ field: 'after' }] } },
    })
    const seen = ids(events).slice(0, -1)
    expect(seen.length).toBeLessThan(total)
    const { after } = last?.data.error.details[0] ?? {}
    expect(after).toBe(seen.at(-1))
    const again = await stream('', { 'Last-Event-ID': after })
    await until(() => seen.length + again.messages.length >= total)
    expect([...seen, ...ids(again)]).toEqual(upTo(total))
    again.leave()
  })

  test('a slow client of the GraphQL stream is told where to go on, and loses nothing', async () => {
    const query = 'subscription ($after: String) { events(after: $after) { seq ...changed } } ' + CHANGED
    const follow = (after?: string): Promise<EventSource> =>
      openEvents(`${base}/graphql?${new URLSearchParams({ query, variables: JSON.stringify({ after }) })}`, {
        ...tenant.headers,
        'x-graphql-yoga-csrf': 'x',
      })
    const seqs = (events: EventSource): string[] => events.messages.flatMap(({ data }) => data?.data?.events?.seq ?? [])
    const events = await follow()
    await until(async () => (await subscriptions(app)) === 1)
    events.pause()
    for (let written = 0; written < total; written += BUFFER) await write(BUFFER, bulky)
    events.go()
    await events.done
    const error = events.messages.flatMap(({ data }) => data?.errors ?? [])[0]
    expect(error.extensions).toMatchObject({ code: 'SUBSCRIBER_TOO_SLOW', details: [{ field: 'after' }] })
    const { after } = error.extensions.details[0]
    expect(after).toBe(seqs(events).at(-1))
    expect(seqs(events).length).toBeLessThan(total)
    const again = await follow(after)
    await until(() => seqs(events).length + seqs(again).length >= total)
    expect([...seqs(events), ...seqs(again)]).toEqual(upTo(total))
    again.leave()
  })

  test('a slow client of graphql-ws is told where to go on, and loses nothing', async () => {
    const received: Body[] = []
    const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const follow = (after?: string) =>
      socket.send(
        JSON.stringify({
          id: after ?? 'first',
          type: 'subscribe',
          payload: {
            query: 'subscription ($after: String) { events(after: $after) { seq ...changed } } ' + CHANGED,
            variables: { after },
          },
        }),
      )
    socket.on('message', (text) => void received.push(JSON.parse(String(text))))
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: tenant.headers })))
    const ofType = (type: string): Body[] => received.filter((message) => message.type === type)
    await until(() => ofType('connection_ack').length === 1)
    follow()
    await until(async () => (await subscriptions(app)) === 1)
    socket.pause()
    for (let written = 0; written < total; written += BUFFER) await write(BUFFER, bulky)
    socket.resume()
    await until(() => ofType('error').length === 1)
    const [error] = ofType('error')[0].payload
    expect(error.extensions).toMatchObject({ code: 'SUBSCRIBER_TOO_SLOW', details: [{ field: 'after' }] })
    const seqs = (): string[] => ofType('next').map(({ payload }) => payload.data.events.seq)
    expect(error.extensions.details[0].after).toBe(seqs().at(-1))
    expect(seqs().length).toBeLessThan(total)
    follow(error.extensions.details[0].after)
    await until(() => seqs().length === total)
    expect(seqs()).toEqual(upTo(total))
    socket.terminate()
  })
})
