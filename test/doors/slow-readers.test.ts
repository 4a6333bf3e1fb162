import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type EventSource, openEvents } from '../support/event-source.ts'
import { subscriptions } from '../support/sockets.ts'
import { atLeast, until } from '../support/until.ts'

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
  await until(() => subscriptions(app), 0)
})
afterAll(() => app.close())

const stream = (headers: Record<string, string> = {}): Promise<EventSource> =>
  openEvents(`${base}/v1/events/stream`, { ...tenant.headers, ...headers })
const ids = ({ messages }: EventSource): (string | undefined)[] => messages.map(({ id }) => id)
const upTo = (last: number): string[] => Array.from({ length: last }, (_none, index) => String(index + 1))

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

describe('a client that reads too slowly', () => {
  const total = BUFFER * 6
  /** More than sockets hold: the events wait in the server. A WebSocket says their length in 64 bits. */
  const bulky = { documentId: 'doc_x', changes: [{ field: 'notes', from: null, to: 'x'.repeat(70_000) }] }

  test('a slow client of the REST stream is told where to go on, and loses nothing', { tags: 'heavy' }, async () => {
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
    const again = await stream({ 'Last-Event-ID': after })
    await until(() => seen.length + again.messages.length, atLeast(total))
    expect([...seen, ...ids(again)]).toEqual(upTo(total))
    again.leave()
  })

  test('a slow client of the GraphQL stream is told where to go on, and loses nothing', { tags: 'heavy' }, async () => {
    const query = 'subscription ($after: String) { events(after: $after) { seq ...changed } } ' + CHANGED
    const follow = (after?: string): Promise<EventSource> =>
      openEvents(`${base}/graphql?${new URLSearchParams({ query, variables: JSON.stringify({ after }) })}`, {
        ...tenant.headers,
        'x-graphql-yoga-csrf': 'x',
      })
    const seqs = (events: EventSource): string[] => events.messages.flatMap(({ data }) => data?.data?.events?.seq ?? [])
    const events = await follow()
    await until(() => subscriptions(app), 1)
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
    await until(() => seqs(events).length + seqs(again).length, atLeast(total))
    expect([...seqs(events), ...seqs(again)]).toEqual(upTo(total))
    again.leave()
  })

  test('a slow client of graphql-ws is told where to go on, and loses nothing', { tags: 'heavy' }, async () => {
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
    await until(() => ofType('connection_ack').length, 1)
    follow()
    await until(() => subscriptions(app), 1)
    socket.pause()
    for (let written = 0; written < total; written += BUFFER) await write(BUFFER, bulky)
    socket.resume()
    await until(() => ofType('error').length, 1)
    const [error] = ofType('error')[0].payload
    expect(error.extensions).toMatchObject({ code: 'SUBSCRIBER_TOO_SLOW', details: [{ field: 'after' }] })
    const seqs = (): string[] => ofType('next').map(({ payload }) => payload.data.events.seq)
    expect(error.extensions.details[0].after).toBe(seqs().at(-1))
    expect(seqs().length).toBeLessThan(total)
    follow(error.extensions.details[0].after)
    await until(() => seqs().length, total)
    expect(seqs()).toEqual(upTo(total))
    socket.terminate()
  })

  test(
    'a slow client of one stream for many operations is told where to go on, in the same stream',
    { tags: 'heavy' },
    async () => {
      const warnings: Error[] = []
      const warn = (warning: Error): unknown => warnings.push(warning)
      process.on('warning', warn)
      const token = (await tenant.send('PUT', '/graphql/stream')).bytes.toString()
      const headers = { 'x-graphql-event-stream-token': token }
      const events = await openEvents(`${base}/graphql/stream`, { ...tenant.headers, ...headers })
      const query = 'subscription ($after: String) { events(after: $after) { seq ...changed } } ' + CHANGED
      const follow = async (operationId: string, after?: string): Promise<void> => {
        const body = { query, variables: { after }, extensions: { operationId } }
        expect((await tenant.post('/graphql/stream', body, headers)).status).toBe(202)
      }
      const of = (wanted: string): Body[] =>
        events.messages.flatMap(({ event, data }) => (event === 'next' && data.id === wanted ? [data.payload] : []))
      const seqs = (id: string): string[] => of(id).flatMap(({ data }) => data?.events?.seq ?? [])
      await follow('first')
      await until(() => subscriptions(app), 1)
      events.pause()
      for (let written = 0; written < total; written += BUFFER) await write(BUFFER, bulky)
      events.go()
      await until(() => events.messages.at(-1)?.event, 'complete')
      const [error] = of('first').at(-1)?.errors ?? []
      expect(error.extensions).toMatchObject({ code: 'SUBSCRIBER_TOO_SLOW', details: [{ field: 'after' }] })
      const { after } = error.extensions.details[0]
      expect(after).toBe(seqs('first').at(-1))
      expect(seqs('first').length).toBeLessThan(total)
      await follow('again', after)
      await until(() => seqs('first').length + seqs('again').length, atLeast(total))
      expect([...seqs('first'), ...seqs('again')]).toEqual(upTo(total))
      events.leave()
      // Whoever waits for a slow reader leaves no listeners behind.
      process.off('warning', warn)
      expect(warnings).toEqual([])
    },
  )
})
