import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tidy } from '../../../src/app/housekeeping.ts'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { until } from '../../support/until.ts'

const DAY_MS = 24 * 3_600_000

let app: TestApp
let tenant: Tenant
// Nothing but what the tests do makes events.
beforeAll(async () => void (app = await startApp({ WORKERS: 'off', WEBHOOK_ALLOW_PRIVATE: 'true' })))
beforeEach(async () => void (tenant = await app.tenant()))
afterAll(() => app.close())

/** Makes companies, each of which is an event; back when these have their numbers. */
/** With an account: nothing is asked of them, so nothing is told of what is asked. */
const settings = { account: { iban: 'BE68539007547034' } }
const companies = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let made = 0; made < count; made++)
    ids.push((await tenant.post('/v1/companies', { vatNumber: freshVat(), settings })).body.id)
  await app.platform.relay.drain()
  return ids
}
const feed = async (query = '', caller: Caller = tenant): Promise<Body> => (await caller.get(`/v1/events${query}`)).body
const numbers = (page: Body): number[] => page.data.map(({ seq }: Body) => seq)
const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_none, index) => first + index)

describe('the feed', () => {
  test('the feed holds every event once, numbered from 1 without a gap, in the envelope of webhooks', async () => {
    const ids = await companies(5)
    const page = await feed()
    expect(numbers(page)).toEqual(upTo(5))
    expect(page.data.map(({ data }: Body) => data.companyId)).toEqual(ids)
    expect(page).toMatchObject({ hasMore: false, cursor: null })
    expect(page.data[0]).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      seq: 1,
      type: 'company.created',
      livemode: false,
      apiVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      companyId: ids[0],
      data: { companyId: ids[0], vatNumber: expect.any(String), peppolId: expect.any(String) },
    })
    expect((await tenant.get(`/v1/events/${page.data[2].id}`)).body).toEqual(page.data[2])
  })

  test('the feed is read by a cursor that is bound to its filters, and from any number on', async () => {
    await companies(7)
    const first = await feed('?limit=3')
    expect({ numbers: numbers(first), hasMore: first.hasMore }).toEqual({ numbers: [1, 2, 3], hasMore: true })
    const second = await feed(`?limit=3&cursor=${first.cursor}`)
    expect(numbers(second)).toEqual([4, 5, 6])
    expect(numbers(await feed(`?limit=3&cursor=${second.cursor}`))).toEqual([7])
    expectRefusal(await tenant.get(`/v1/events?limit=3&cursor=${first.cursor}&type=company.updated`), 'INVALID_REQUEST')
    expect(numbers(await feed('?after=0'))).toEqual(upTo(7))
    expect(numbers(await feed('?after=5'))).toEqual([6, 7])
    expect(numbers(await feed('?after=7'))).toEqual([])
  })

  test.each(['x', '-1', '1.5', '1e3', '9'.repeat(30), '8'])(
    'the feed is not read on after %j, and the answer says why',
    async (after) => {
      await companies(7)
      const answer = await tenant.get(`/v1/events?after=${after}`)
      expectRefusal(answer, 'INVALID_REQUEST')
      expect(answer.body.error.details).toMatchObject([{ field: 'after' }])
    },
  )

  test('the cursor of a page is a place for `after`, and another text is none', async () => {
    await companies(5)
    const page = await feed('?limit=2')
    const next = await feed(`?limit=2&after=${page.cursor}`)
    expect(numbers(next)).toEqual([3, 4])
    expect(numbers(await feed(`?limit=2&after=${next.cursor}`))).toEqual([5])
    expectRefusal(await tenant.get(`/v1/events?after=${page.cursor}x`), 'INVALID_REQUEST')
    expectRefusal(await tenant.get(`/v1/events?includeAcked=true&after=${page.cursor}`), 'INVALID_REQUEST')
  })

  test('the feed gives the kinds and the company that were asked for', async () => {
    const [first, second] = await companies(2)
    await tenant.patch(`/v1/companies/${first}`, { name: 'A' })
    await tenant.delete(`/v1/companies/${second}`)
    await app.platform.relay.drain()
    const kinds = (page: Body) => page.data.map(({ type }: Body) => type)
    expect(kinds(await feed('?type=company.updated'))).toEqual(['company.updated'])
    expect(kinds(await feed('?type=company.updated,company.deregistered'))).toEqual([
      'company.updated',
      'company.deregistered',
    ])
    expect(kinds(await feed(`?companyId=${second}`))).toEqual(['company.created', 'company.deregistered'])
    expect(kinds(await feed(`?companyId=${first}&type=company.deregistered`))).toEqual([])
    const wrong = await tenant.get('/v1/events?type=company.exploded')
    expectRefusal(wrong, 'INVALID_ENUM')
    expect(wrong.body.error.details[0]).toMatchObject({ field: expect.stringContaining('type') })
  })

  test('the feed of a key bound to one company holds only that company, whose ids alone it can name', async () => {
    const [mine, others] = await companies(2)
    const {
      data: [own, foreign],
    } = await feed()
    const bound = await tenant.keyWith(['receive'], { companyId: mine })
    expect(numbers(await feed('', bound))).toEqual([1])
    expect((await bound.get(`/v1/events/${own.id}`)).status).toBe(200)
    expectRefusal(await bound.get(`/v1/events/${foreign.id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await bound.post(`/v1/events/${foreign.id}/ack`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await bound.post('/v1/events/ack', { eventIds: [own.id, foreign.id] }), 'RESOURCE_NOT_FOUND')
    expectRefusal(await bound.get(`/v1/events?companyId=${others}`), 'COMPANY_FORBIDDEN')
    expect(numbers(await feed())).toEqual([1, 2])
  })

  test('the feed costs as many statements for a hundred events as for one', async () => {
    await companies(1)
    const ofFeed = (statements: string[]): number => statements.filter((sql) => /^SELECT.*"events"/.test(sql)).length
    expect(ofFeed(await app.statements(() => feed('?limit=100')))).toBe(1)
    await app.platform.db.client.event.createMany({
      data: upTo(99, 1).map((number) => ({
        organizationId: tenant.organizationId,
        id: `evt_${number}`,
        type: 'company.updated',
        data: {},
        createdAt: app.clock.now(),
      })),
    })
    await app.platform.relay.drain()
    const statements = await app.statements(async () => expect((await feed('?limit=100')).data).toHaveLength(100))
    expect(ofFeed(statements)).toBe(1)
  })
})

describe('acknowledging', () => {
  test('an acknowledged event leaves the feed, and acknowledging it once more changes nothing', async () => {
    await companies(3)
    const {
      data: [, second],
    } = await feed()
    expect(await tenant.post(`/v1/events/${second.id}/ack`)).toMatchObject({ status: 204, body: '' })
    expect(numbers(await feed())).toEqual([1, 3])
    expect(numbers(await feed('?includeAcked=true'))).toEqual([1, 2, 3])
    const at = (await tenant.graphql('query ($id: ID!) { event(id: $id) { acknowledgedAt } }', { id: second.id })).data
      .event.acknowledgedAt
    app.clock.advance(60_000)
    expect((await tenant.post(`/v1/events/${second.id}/ack`)).status).toBe(204)
    expect(
      (await tenant.graphql('query ($id: ID!) { event(id: $id) { acknowledgedAt } }', { id: second.id })).data.event
        .acknowledgedAt,
    ).toBe(at)
  })

  test('acknowledging many events is all or nothing: an unknown one is named, and none is acknowledged', async () => {
    await companies(3)
    const ids = (await feed()).data.map(({ id }: Body) => id)
    const refused = await tenant.post('/v1/events/ack', {
      eventIds: [ids[0], 'evt_01kafm4h7vf8xbkrs9q2m3c5de', ids[1]],
    })
    expectRefusal(refused, 'RESOURCE_NOT_FOUND')
    expect(refused.body.error.details.map(({ field }: Body) => field)).toEqual(['eventIds[1]'])
    expect(numbers(await feed())).toEqual([1, 2, 3])
    expect((await tenant.post('/v1/events/ack', { eventIds: [ids[0], ids[2]] })).body).toEqual({ acknowledged: 2 })
    expect((await tenant.post('/v1/events/ack', { eventIds: ids })).body).toEqual({ acknowledged: 1 })
    expect(await feed()).toMatchObject({ data: [], hasMore: false, cursor: null })
    expectRefusal(await tenant.post('/v1/events/ack', { eventIds: [] }), 'INVALID_REQUEST')
  })

  test('acknowledging and replaying take no body: an unknown field is refused, and the feed stays', async () => {
    await companies(1)
    const {
      data: [event],
    } = await feed()
    for (const what of ['ack', 'replay']) {
      const refused = await tenant.post(`/v1/events/${event.id}/${what}`, { eventIds: [event.id] })
      expectRefusal(refused, 'INVALID_REQUEST')
      expect(refused.body.error.details.map(({ field }: Body) => field)).toEqual(['eventIds'])
    }
    expect(numbers(await feed())).toEqual([1])
  })

  test('an event of another organization cannot be acknowledged, and its feed stays as it was', async () => {
    await companies(1)
    const {
      data: [event],
    } = await feed()
    const stranger = await app.tenant()
    expectRefusal(await stranger.post(`/v1/events/${event.id}/ack`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await stranger.post('/v1/events/ack', { eventIds: [event.id] }), 'RESOURCE_NOT_FOUND')
    expect(numbers(await feed())).toEqual([1])
  })
})

describe('replaying', () => {
  const webhook = async (events: string[], companyId?: string): Promise<string> =>
    (await tenant.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', events, ...(companyId && { companyId }) })).body.id
  const deliveries = async (id: string): Promise<string[]> =>
    (await tenant.get(`/v1/webhooks/${id}/deliveries`)).body.data.map(({ eventId }: Body) => eventId)

  test('a replay makes a delivery to each webhook that matches now, and to no other', async () => {
    const [first] = await companies(2)
    const {
      data: [event],
    } = await feed()
    const matching = [
      await webhook(['*']),
      await webhook(['company.created', 'document.sent']),
      await webhook(['*'], first),
    ]
    const other = [await webhook(['document.sent']), await webhook(['*'], (await companies(1))[0])]
    const before = await Promise.all(matching.map(deliveries))
    const answer = await tenant.post(`/v1/events/${event.id}/replay`)
    expect(answer).toMatchObject({ status: 200, body: { replayed: 3 } })
    for (const [index, id] of matching.entries())
      expect((await deliveries(id)).toSorted()).toEqual([...(before[index] ?? []), event.id].toSorted())
    for (const id of other) expect(await deliveries(id)).not.toContain(event.id)
    expect(numbers(await feed())).toEqual([1, 2, 3])
  })

  test('a replay that nothing matches schedules nothing, and one of an unknown event is refused', async () => {
    await companies(1)
    const {
      data: [event],
    } = await feed()
    expect((await tenant.post(`/v1/events/${event.id}/replay`)).body).toEqual({ replayed: 0 })
    const before = await tenant.footprint()
    expectRefusal(await tenant.post('/v1/events/evt_01kafm4h7vf8xbkrs9q2m3c5de/replay'), 'RESOURCE_NOT_FOUND')
    const stranger = await app.tenant()
    expectRefusal(await stranger.post(`/v1/events/${event.id}/replay`), 'RESOURCE_NOT_FOUND')
    expect(await tenant.footprint()).toEqual(before)
  })

  test('the feed can be read from its beginning while its first events get their numbers', async () => {
    const given = await Promise.all(Array.from({ length: 12 }, () => app.tenant()))
    const refused: Body[] = []
    const follow = (one: Tenant): Promise<number> =>
      until(async () => {
        const { status, body } = await one.get('/v1/events?after=0')
        if (status !== 200) refused.push(body)
        return body.data?.length
      })
    const register = async (one: Tenant) => one.post('/v1/companies', { vatNumber: freshVat(), settings })
    await Promise.all(given.flatMap((one) => [follow(one), follow(one), register(one)]))
    for (const one of given) expect(numbers(await feed('?after=0', one))).toEqual([1])
    expect(refused).toEqual([])
  })
})

describe('what is older than 30 days', () => {
  test('events older than 30 days leave the feed, and who asks for one is told where the feed begins', async () => {
    await companies(3)
    const page = await feed('?limit=1')
    // A sandbox lives for seven days.
    const { client } = app.platform.db
    await client.apiKey.updateMany({ where: { organizationId: tenant.organizationId }, data: { expiresAt: null } })
    await client.organization.update({ where: { id: tenant.organizationId }, data: { expiresAt: null } })
    app.platform.keys.forget(tenant.organizationId)
    app.clock.advance(20 * DAY_MS)
    await companies(2)
    await tidy(app.platform)
    expect(numbers(await feed())).toEqual(upTo(5))
    app.clock.advance(11 * DAY_MS)
    await tidy(app.platform)
    expect(numbers(await feed())).toEqual([4, 5])
    for (const query of ['after=0', 'after=2', `limit=1&cursor=${page.cursor}`]) {
      const answer = await tenant.get(`/v1/events?${query}`)
      expectRefusal(answer, 'CURSOR_EXPIRED')
      expect(answer.status).toBe(410)
      expect(answer.body.error.details).toMatchObject([{ rule: 'CURSOR_EXPIRED', oldest: '3' }])
    }
    expect(numbers(await feed('?after=3'))).toEqual([4, 5])
    app.clock.advance(40 * DAY_MS)
    await tidy(app.platform)
    expect(numbers(await feed())).toEqual([])
    expect((await tenant.get('/v1/events?after=4')).body.error.details).toMatchObject([{ oldest: '5' }])
    await companies(1)
    expect(numbers(await feed('?after=5'))).toEqual([6])
  })
})

describe('GraphQL', () => {
  const EVENTS =
    'query ($types: [EventType!], $afterSeq: String, $includeAcked: Boolean) { events(types: $types, ' +
    'afterSeq: $afterSeq, includeAcked: $includeAcked) { nodes { __typename id seq type } totalCount ' +
    'pageInfo { hasNextPage } } }'

  test('GraphQL reads the same feed with types of its own, from both ends', async () => {
    const [id] = await companies(2)
    await tenant.patch(`/v1/companies/${id}`, { name: 'A' })
    await app.platform.relay.drain()
    const {
      data: { events },
    } = await tenant.graphql(EVENTS, { types: ['COMPANY_UPDATED'], afterSeq: '0' })
    expect(events).toEqual({
      nodes: [
        { __typename: 'CompanyUpdatedEvent', id: expect.stringMatching(/^evt_/), seq: '3', type: 'COMPANY_UPDATED' },
      ],
      totalCount: 1,
      pageInfo: { hasNextPage: false },
    })
    const last = await tenant.graphql(
      '{ events(last: 2) { nodes { seq company { id } } pageInfo { hasPreviousPage startCursor } } }',
    )
    expect(last.data.events).toMatchObject({
      nodes: [{ seq: '2' }, { seq: '3', company: { id } }],
      pageInfo: { hasPreviousPage: true },
    })
    const node = await tenant.graphql(
      'query ($id: ID!) { node(id: $id) { __typename ... on CompanyUpdatedEvent { data { changes } } } }',
      { id: events.nodes[0].id },
    )
    expect(node.data.node).toEqual({ __typename: 'CompanyUpdatedEvent', data: { changes: ['name'] } })
  })

  test('GraphQL acknowledges, and repeats its answer for a repeated idempotency key', async () => {
    await companies(2)
    const {
      data: [first, second],
    } = await feed()
    const acknowledge =
      'mutation ($id: ID!) { acknowledgeEvent(input: {eventId: $id, idempotencyKey: "once"}) { event { ' +
      'id seq acknowledgedAt } } }'
    const answer = await tenant.graphql(acknowledge, { id: first.id })
    expect(answer.data.acknowledgeEvent.event).toEqual({ id: first.id, seq: '1', acknowledgedAt: expect.any(String) })
    expect(await tenant.graphql(acknowledge, { id: first.id })).toEqual(answer)
    expect(
      (
        await tenant.graphql(
          'mutation ($ids: [ID!]!) { acknowledgeEvents(input: {eventIds: $ids}) { acknowledged } }',
          { ids: [first.id, second.id] },
        )
      ).data,
    ).toEqual({ acknowledgeEvents: { acknowledged: 1 } })
    expect(await feed()).toMatchObject({ data: [] })
  })

  test('GraphQL shows a platform key the events of all companies, and refuses other keys', async () => {
    const ids = await companies(2)
    const {
      data: [first],
    } = await feed()
    await tenant.post(`/v1/events/${first.id}/ack`)
    const query = '{ platformEvents { nodes { seq companyId } } }'
    expect((await tenant.graphql(query)).data.platformEvents.nodes).toEqual([
      { seq: '1', companyId: ids[0] },
      { seq: '2', companyId: ids[1] },
    ])
    const { body } = await tenant.get('/v1/platform/events?limit=1&type=company.created')
    expect(body).toEqual({ data: [{ ...first, companyId: ids[0] }], hasMore: true, cursor: expect.any(String) })
    expect((await tenant.get(`/v1/platform/events?type=company.created&cursor=${body.cursor}`)).body).toMatchObject({
      data: [{ seq: 2, companyId: ids[1] }],
      hasMore: false,
    })
    expect((await tenant.get(`/v1/platform/events?companyId=${ids[1]}`)).body.data).toMatchObject([{ seq: 2 }])
    const personal = await app.tenant('personal')
    expectRefusal(await personal.get('/v1/platform/events'), 'INSUFFICIENT_SCOPE')
    expect((await personal.graphql(query)).errors[0].extensions).toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      status: 403,
    })
  })

  test('GraphQL reads companies, documents and partners of many events in as many statements as of one', async () => {
    await companies(1)
    const query =
      '{ events(first: 50) { nodes { id company { id name } document { id number } partner { id name } } } }'
    const few = await app.statements(() => tenant.graphql(query))
    await companies(9)
    for (let number = 0; number < 5; number++)
      await tenant.post('/v1/documents/send', {
        type: 'invoice',
        from: tenant.peppolId,
        to: tenant.peppolId,
        document: { number: `F-${number}` },
      })
    const statements = await app.statements(async () =>
      expect((await tenant.graphql(query)).data.events.nodes.length).toBeGreaterThanOrEqual(10),
    )
    // One for the documents, one for the partners.
    expect(statements.length).toBeLessThanOrEqual(few.length + 2)
  })
})
