/** Live events by the client: resumed, in order, each once, and never with a silent gap. */
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import {
  AuthenticationError,
  type Event,
  GapError,
  type LiveState,
  ValidationError,
  createClient,
} from '../../src/client/index.ts'
import { LiveEventsDocument } from '../../src/client/documents.generated.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Line, startLine } from '../support/line.ts'
import { freshVat } from '../support/numbers.ts'
import { subscriptions } from '../support/sockets.ts'
import { atLeast, including, until } from '../support/until.ts'

let app: TestApp
let line: Line
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  line = await startLine(await app.listen())
})
beforeEach(async () => {
  tenant = await app.tenant()
})
afterAll(async () => {
  await line.stop()
  await app.close()
})

const clientOf = (apiKey: string | (() => string) = tenant.key) => createClient({ baseUrl: line.url, apiKey })

/** So many events: partners, each of which is one. */
const happen = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) await tenant.post('/v1/partners', { vatNumber: freshVat() })
  await app.platform.relay.drain()
}

const newest = async (): Promise<number> => Number(await app.platform.hub.latest(tenant.organizationId))

/** Follows until `count` events have come. */
const take = async (
  events: AsyncIterable<{ seq: number }>,
  count: number,
  heard = (_seq: number): void => undefined,
) => {
  const seqs: number[] = []
  for await (const { seq } of events) {
    seqs.push(seq)
    heard(seq)
    if (seqs.length === count) break
  }
  return seqs
}

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index)

describe('liveEvents', () => {
  test('stored events come first, then new ones; without a place, the next new event is the first', async () => {
    await happen(2)
    const stored = await take(clientOf().liveEvents({ after: 0 }), await newest())
    expect(stored).toEqual(numbers(1, stored.length))
    const states: LiveState[] = []
    const coming = take(clientOf().liveEvents({ onState: (state) => void states.push(state) }), 2)
    await until(() => states.length)
    await happen(2)
    expect(await coming).toEqual(numbers(stored.length + 1, 2))
    await until(() => subscriptions(app), 0)
  })

  test('a line that is cut again and again loses no event, doubles none, and is told', async () => {
    const first = (await newest()) + 1
    const states: string[] = []
    let seen = 0
    const following = take(
      clientOf().liveEvents({ after: first - 1, onState: ({ state }) => void states.push(state) }),
      24,
      (seq) => {
        seen = seq - first + 1
        if (seen % 6 === 0) line.cut()
      },
    )
    // What has come already is not lost with the line: the next events come when it is cut.
    for (const so of [6, 12, 18, 24]) {
      await happen(6)
      await until(() => seen, atLeast(so))
    }
    expect(await following).toEqual(numbers(first, 24))
    expect(states.filter((state) => state === 'reconnecting').length).toBeGreaterThanOrEqual(3)
  })

  test('the number to resume from is told when an event is dealt with, and for what the filters leave out', async () => {
    const start = await newest()
    await happen(3)
    await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await app.platform.relay.drain()
    const [last, reached] = [await newest(), [] as number[]]
    const ending = new AbortController()
    const seen: Event[] = []
    for await (const event of clientOf().liveEvents({
      after: start,
      types: ['company.created'],
      signal: ending.signal,
      onPosition(seq) {
        reached.push(seq)
        if (seq >= last) ending.abort()
      },
    })) {
      expectTypeOf(event.data.vatNumber).toEqualTypeOf<string>()
      expect(reached).not.toContain(event.seq)
      seen.push(event)
    }
    expect(seen.map(({ type }) => type)).toEqual(['company.created'])
    expect(reached.at(-1)).toBe(last)
    expect(reached).toEqual([...reached].sort((one, other) => one - other))
  })

  test('events that are no longer kept are a gap: thrown, or told and crossed', async () => {
    await happen(6)
    const { client } = app.platform.db
    const { organizationId } = tenant
    await client.event.deleteMany({ where: { organizationId, seq: { lte: 4 } } })
    const last = await newest()
    await expect(take(clientOf().liveEvents({ after: 1 }), 1)).rejects.toMatchObject({
      name: 'GapError',
      code: 'CURSOR_EXPIRED',
      after: 1,
      oldest: 4,
    })
    await expect(take(clientOf().liveEvents({ after: 1 }), 1)).rejects.toBeInstanceOf(GapError)
    const gaps: object[] = []
    const crossed = await take(clientOf().liveEvents({ after: 1, onGap: (gap) => void gaps.push(gap) }), last - 4)
    expect({ crossed, gaps }).toEqual({ crossed: numbers(5, last - 4), gaps: [{ after: 1, oldest: 4 }] })
    // Who asks for all that is kept has missed nothing.
    expect(await take(clientOf().liveEvents({ after: 'oldest' }), last - 4)).toEqual(numbers(5, last - 4))
  })

  test('what no new attempt can change ends the loop: a wrong key, a wrong filter, a revoked key', async () => {
    await expect(take(clientOf('svc_test_wrong').liveEvents(), 1)).rejects.toBeInstanceOf(AuthenticationError)
    const wrong = clientOf().liveEvents({ types: ['no.such'] as never })
    await expect(take(wrong, 1)).rejects.toBeInstanceOf(ValidationError)
    const { key, keyId } = await tenant.keyWith(['receive'])
    const states: LiveState[] = []
    const followed = take(clientOf(key).liveEvents({ onState: (state) => void states.push(state) }), 1)
    await until(() => states.length)
    const ended = followed.catch((error: unknown) => error)
    await tenant.delete(`/v1/api-keys/${keyId}`)
    expect(await ended).toMatchObject({ name: 'AuthenticationError', code: 'REVOKED_KEY' })
  })

  test('a key that ends while it is used is followed by the next one', async () => {
    const [first, second] = [await tenant.keyWith(['receive']), await tenant.keyWith(['receive'])]
    const keys = [first.key, second.key]
    const start = await newest()
    const states: LiveState[] = []
    const events = clientOf(() => keys.shift() ?? second.key).liveEvents({
      after: start,
      onState: (state) => void states.push(state),
    })
    const following = take(events, 1)
    await until(() => states.length)
    await tenant.delete(`/v1/api-keys/${first.keyId}`)
    await until(() => states.length, atLeast(3))
    await happen(1)
    expect(await following).toEqual([start + 1])
  })

  test.each(['sse', 'websocket'] as const)('a GraphQL document is followed and resumed over %s', async (transport) => {
    const client = clientOf()
    const states: LiveState[] = []
    const events = client.liveEvents({
      document: LiveEventsDocument,
      variables: { types: ['PARTNER_CREATED'] },
      transport,
      onState: (state) => void states.push(state),
    })
    const seqs: number[] = []
    const following = (async () => {
      for await (const { events: event } of events) {
        seqs.push(Number(event.seq))
        if (seqs.length % 3 === 0) line.cut()
        if (seqs.length === 10) break
      }
    })()
    await until(() => states.length)
    const first = (await newest()) + 1
    await happen(10)
    await following
    expect(seqs.length).toBe(new Set(seqs).size)
    expect(seqs).toEqual([...seqs].sort((one, other) => one - other))
    expect(seqs[0]).toBeGreaterThanOrEqual(first)
    const { data } = (await tenant.get('/v1/events?type=partner.created&includeAcked=true&limit=100')).body
    expect(seqs).toEqual(data.map(({ seq }: Event) => seq))
  })

  test('over a websocket, a revoked key ends the loop with its reason', async () => {
    const { key, keyId } = await tenant.keyWith(['receive', 'documents.read'])
    const states: LiveState[] = []
    const events = clientOf(key).liveEvents({
      document: LiveEventsDocument,
      transport: 'websocket',
      onState: (state) => void states.push(state),
    })
    const ended = events.next().catch((error: unknown) => error)
    await until(() => states.length)
    await tenant.delete(`/v1/api-keys/${keyId}`)
    expect(await ended).toBeInstanceOf(AuthenticationError)
  })

  test('over a websocket, a loop that is stopped before its line stands is no fault, and leaves no line open', async () => {
    const ending = new AbortController()
    const seen: string[] = []
    class Stopped extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        for (const name of ['open', 'error', 'close']) this.addEventListener(name, () => seen.push(name))
        queueMicrotask(() => ending.abort())
      }
    }
    const client = createClient({ baseUrl: line.url, apiKey: tenant.key, WebSocket: Stopped })
    const { signal } = ending
    const options = { document: LiveEventsDocument, transport: 'websocket', after: 'oldest', signal } as const
    expect(await client.liveEvents(options).next()).toEqual({ done: true, value: undefined })
    await until(() => seen, including('close'))
    expect(seen).toEqual(['open', 'close'])
  })

  test('over a websocket, a loop that is stopped while its key is fetched opens no line', async () => {
    const ending = new AbortController()
    let opened = 0
    class Counted extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        opened += 1
      }
    }
    const apiKey = (): string => {
      ending.abort()
      return tenant.key
    }
    const client = createClient({ baseUrl: line.url, apiKey, WebSocket: Counted })
    const { signal } = ending
    const options = { document: LiveEventsDocument, transport: 'websocket', after: 'oldest', signal } as const
    expect(await client.liveEvents(options).next()).toEqual({ done: true, value: undefined })
    expect(opened).toBe(0)
  })
})
