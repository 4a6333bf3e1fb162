import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type EventSource, openEvents } from '../../support/event-source.ts'
import { freshVat } from '../../support/numbers.ts'
import { subscriptions } from '../../support/sockets.ts'
import { until } from '../../support/until.ts'

let app: TestApp
let base: string
let tenant: Tenant
beforeAll(async () => {
  // Nothing but what the tests do makes events.
  app = await startApp({ WORKERS: 'off' })
  base = await app.listen()
})
beforeEach(async () => {
  tenant = await app.tenant()
  await until(() => subscriptions(app), 0)
})
afterAll(() => app.close())

const stream = (query = '', headers: Record<string, string> = {}, caller: Caller = tenant): Promise<EventSource> =>
  openEvents(`${base}/v1/events/stream${query}`, { ...caller.headers, ...headers })
const company = async (): Promise<string> => (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body.id
const ids = ({ messages }: EventSource): (string | undefined)[] => messages.map(({ id }) => id)
const upTo = (last: number): string[] => Array.from({ length: last }, (_none, index) => String(index + 1))

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
    await until(() => events.messages.length, 1)
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
    await until(() => fromAddress.messages.length, 4)
    expect(ids(fromAddress)).toEqual(upTo(4))
    const again = await stream('?after=0', { 'Last-Event-ID': '2' })
    await company()
    await until(() => [again.messages.length, fromAddress.messages.length], [3, 5])
    expect(ids(again)).toEqual(['3', '4', '5'])
    for (const one of [fromAddress, again]) one.leave()
  })

  test('a client cut off before its first event loses nothing: its place comes with each heartbeat', async () => {
    const onlyIds = ({ comments }: EventSource) => comments.flatMap((block) => /^id: (\d+)$/m.exec(block)?.[1] ?? [])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const quiet = await stream('?type=company.deregistered')
      await until(() => quiet.comments.length, 1)
      expect(onlyIds(quiet)).toEqual(['0'])
      await company()
      await app.platform.relay.drain()
      await until(async () => {
        vi.advanceTimersByTime(15_000)
        return onlyIds(quiet).at(-1)
      }, '1')
      expect(quiet.messages).toEqual([])
      quiet.leave()
    } finally {
      vi.useRealTimers()
    }
    const again = await stream('?after=1', { 'Last-Event-ID': '0' })
    await until(() => again.messages.length, 1)
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
    await until(() => [kinds, one, ofDocument].map(({ messages }) => messages.length), [3, 1, 1])
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
    await until(() => events.messages.length, 2)
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
    await until(() => stays.messages.length, 1)
    stays.leave()
  })

  test('the stream ends when its key may not follow events any more, and outlasts the loss of other scopes', async () => {
    const made = await tenant.keyWith(['receive', 'send', 'stats'])
    const at = `/v1/api-keys/${made.keyId}`
    const events = await stream('', {}, made)
    await tenant.patch(at, { scopes: ['receive', 'send'] })
    await company()
    await until(() => events.messages.length, 1)
    await tenant.patch(at, { scopes: ['send'] })
    await events.done
    expect(events.messages.at(-1)).toMatchObject({ event: 'error', data: { error: { code: 'REVOKED_KEY' } } })
  })

  test('the stream leaves nothing behind when its client leaves', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => stream('?after=0')))
    await until(() => subscriptions(app), 5)
    for (const events of open) events.leave()
    await until(() => subscriptions(app), 0)
    expect(await subscriptions(app)).toBe(0)
  })
})
