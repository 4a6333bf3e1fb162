import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PendingEvent, appendEvents } from '../../../src/engine/feed/outbox.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { subscriptions } from '../../support/sockets.ts'
import { type Subscribers, companyCreated, registered, startSubscribers, vatOf } from '../../support/subscribers.ts'
import { atLeast, until } from '../../support/until.ts'

let app: TestApp
let x: Subscribers
beforeAll(async () => {
  // Nothing but what the tests do makes events.
  app = await startApp({ WORKERS: 'off' })
  x = await startSubscribers(app)
})
afterEach(() => x.leave())
afterAll(() => app.close())

const expectCreated = (event: Body, companyId: string, vatNumber: string): void => {
  expect(event).toMatchObject({
    type: 'COMPANY_CREATED',
    livemode: false,
    companyId,
    data: { companyId, vatNumber, peppolId: `9930:${vatNumber}` },
    company: { id: companyId, address: { city: 'Köln' } },
  })
  expect(event.id).toMatch(/^evt_/)
  expect(event.seq).toMatch(/^\d+$/)
  expect(event.apiVersion).toMatch(/^\d{4}-\d{2}-\d{2}$/)
}

describe('what a subscriber gets', () => {
  test('a subscriber over graphql-ws gets the event with its envelope and its company', async () => {
    const tenant = await app.tenant()
    const { received, done, leave } = await x.followed(x.socketFor(tenant.key), companyCreated)
    const companyId = await registered(tenant, 0)
    await until(() => received.length, 1)
    expect(received[0].errors).toBeUndefined()
    expectCreated(received[0].data.companyCreated, companyId, vatOf(tenant, 0))
    leave()
    expect(await done).toBe('completed')
  })

  test('an event about a partner carries the partner as it is now, and null where it is gone', async () => {
    const tenant = await app.tenant()
    const { received, leave } = await x.followed(
      x.socketFor(tenant.key),
      'subscription { events(types: [PARTNER_CREATED, PARTNER_DELETED]) { partner { id name vatNumber } ' +
        'data { ... on PartnerCreatedData { partnerId } ... on PartnerDeletedData { partnerId } } } }',
    )
    const { body: partner } = await tenant.post('/v1/partners', { vatNumber: 'BE0403019261' })
    await until(() => received.length, 1)
    expect(received[0]).toEqual({
      data: {
        events: {
          data: { partnerId: partner.id },
          partner: { id: partner.id, name: partner.name, vatNumber: 'BE0403019261' },
        },
      },
    })
    await tenant.delete(`/v1/partners/${partner.id}`)
    await until(() => received.length, 2)
    expect(received[1]).toEqual({ data: { events: { data: { partnerId: partner.id }, partner: null } } })
    leave()
  })

  test('a subscriber over graphql-sse gets events for as long as it stays', async () => {
    const tenant = await app.tenant()
    const before = await subscriptions(app)
    const { received, leave } = x.sse(tenant, companyCreated)
    await until(() => subscriptions(app), before + 1)
    const companyId = await registered(tenant, 0)
    await until(() => received.length, 1)
    expectCreated(received[0].data.companyCreated, companyId, vatOf(tenant, 0))
    await registered(tenant, 1)
    await until(() => received.length, 2)
    expect(BigInt(received[1].data.companyCreated.seq)).toBe(BigInt(received[0].data.companyCreated.seq) + 1n)
    leave()
    await until(() => subscriptions(app), before)
  })
})

describe('the feed', () => {
  test('a subscription replays and goes on live, without a gap or a double, while 60 companies are made', async () => {
    const tenant = await app.tenant('white_label')
    const made = 60
    const half = Promise.all(Array.from({ length: made / 2 }, (_none, number) => registered(tenant, number)))
    await half
    await app.platform.relay.drain()
    const socket = x.socketFor(tenant.key)
    const rest = Promise.all(Array.from({ length: made / 2 }, (_none, number) => registered(tenant, made / 2 + number)))
    const all = ['0', '17', '30'].map((after) => ({
      after: Number(after),
      following: socket.follow('subscription ($after: String) { events(after: $after) { seq companyId } }', { after }),
    }))
    const ids = new Set([...(await half), ...(await rest)])
    for (const { after, following } of all) {
      await until(() => following.received.length, atLeast(made - after))
      expect(following.received.map(({ data }) => Number(data.events.seq))).toEqual(
        Array.from({ length: made - after }, (_none, index) => after + 1 + index),
      )
    }
    expect(new Set(all[0]?.following.received.map(({ data }) => data.events.companyId))).toEqual(ids)
    const last = await registered(tenant, made)
    for (const { after, following } of all) {
      await until(() => following.received.length, made - after + 1)
      expect(following.received.at(-1).data.events).toEqual({ seq: String(made + 1), companyId: last })
      following.leave()
    }
  })

  test('a subscription gives only the kinds and the company that were asked for', async () => {
    const tenant = await app.tenant()
    const [first, second] = [await registered(tenant, 0), await registered(tenant, 1)]
    await app.platform.relay.drain()
    const socket = x.socketFor(tenant.key)
    const kinds = await x.followed(
      socket,
      'subscription { events(types: [COMPANY_UPDATED, COMPANY_DEREGISTERED]) { type companyId } }',
    )
    const one = await x.followed(
      socket,
      'subscription ($id: ID!) { events(companyId: $id) { __typename type data { ... on CompanyUpdatedData { changes } } } }',
      { id: second },
    )
    const updates = await x.followed(
      socket,
      'subscription ($id: ID!) { companyUpdated(companyId: $id) { data { changes } company { name } } }',
      { id: first },
    )
    for (const [id, name] of [
      [first, 'A'],
      [second, 'B'],
      [first, 'C'],
    ] as const)
      await tenant.graphql(
        'mutation ($id: ID!, $name: String!) { updateCompany(input: {companyId: $id, name: $name}) { ' +
          'company { id } } }',
        { id, name },
      )
    await registered(tenant, 2)
    await tenant.graphql('mutation ($id: ID!) { deregisterCompany(input: {companyId: $id}) { company { id } } }', {
      id: second,
    })
    await until(() => [kinds, one, updates].map(({ received }) => received.length), [4, 2, 2])
    expect(kinds.received.map(({ data }) => data.events)).toEqual(
      [first, second, first, second].map((companyId, index) => ({
        type: index === 3 ? 'COMPANY_DEREGISTERED' : 'COMPANY_UPDATED',
        companyId,
      })),
    )
    expect(one.received.map(({ data }) => data.events)).toEqual([
      { __typename: 'CompanyUpdatedEvent', type: 'COMPANY_UPDATED', data: { changes: ['name'] } },
      { __typename: 'CompanyDeregisteredEvent', type: 'COMPANY_DEREGISTERED', data: {} },
    ])
    expect(updates.received.map(({ data }) => data.companyUpdated.data.changes)).toEqual([['name'], ['name']])
    for (const { leave } of [kinds, one, updates]) leave()
  })

  test('a stream goes on after a place, with the kinds and the company of its document or variables', async () => {
    const tenant = await app.tenant()
    const [first, second] = [await registered(tenant, 0), await registered(tenant, 1)]
    await tenant.graphql(
      'mutation ($id: ID!) { updateCompany(input: {companyId: $id, name: "x"}) { company { id } } }',
      { id: first },
    )
    await app.platform.relay.drain()
    const streams = [
      x.sse(
        tenant,
        `subscription { events(after: "1", companyId: "${first}", types: [COMPANY_UPDATED, ` +
          'COMPANY_CREATED]) { seq companyId } }',
      ),
      x.sse(
        tenant,
        'subscription ($after: String, $id: ID, $types: [EventType!]) { events(after: $after, companyId: ' +
          '$id, types: $types) { seq companyId } }',
        { after: '0', id: second, types: ['COMPANY_CREATED'] },
      ),
    ]
    await until(() => streams.map(({ received }) => received.length), [1, 1])
    expect(streams.map(({ received }) => received.map(({ data }) => data.events))).toEqual([
      [{ seq: '3', companyId: first }],
      [{ seq: '2', companyId: second }],
    ])
    for (const { leave } of streams) leave()
  })

  test('a fault of the server reaches subscribers as INTERNAL_ERROR and says nothing more', async () => {
    const tenant = await app.tenant()
    const broken: PendingEvent = {
      organizationId: tenant.organizationId,
      companyId: tenant.companyId,
      type: 'company.created',
      data: {} as never,
    }
    await appendEvents(app.platform.db.client, [broken], app.clock.now())
    await app.platform.relay.drain()
    const query = 'subscription { events(after: "0") { seq data { ... on CompanyCreatedData { vatNumber } } } }'
    const overHttp = x.sse(tenant, query)
    const overSocket = x.socketFor(tenant.key).follow(query)
    for (const { received, leave } of [overHttp, overSocket]) {
      await until(() => received.length)
      expect(received[0].errors).toMatchObject([
        { message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL_ERROR' } },
      ])
      leave()
    }
  })

  test('events of another organization never arrive, and its company cannot be followed', async () => {
    const [tenant, other] = [await app.tenant(), await app.tenant()]
    const socket = x.socketFor(tenant.key)
    const all = await x.followed(socket, 'subscription { events(after: "0") { companyId } }')
    for (let number = 0; number < 5; number++) await registered(other, number)
    const own = await registered(tenant, 0)
    await until(() => all.received.length)
    expect(all.received.map(({ data }) => data.events.companyId)).toEqual([own])
    all.leave()
    const refused = await socket.ask('subscription ($id: ID!) { events(companyId: $id) { id } }', {
      id: other.companyId,
    })
    expect(refused.errors[0].extensions).toMatchObject({ code: 'COMPANY_NOT_FOUND', status: 404 })
  })

  test('the subscription of a key that is bound to one company holds that company only', async () => {
    const tenant = await app.tenant()
    const [mine, others] = [await registered(tenant, 0), await registered(tenant, 1)]
    const { key } = await tenant.keyWith(['receive', 'companies.read'], { companyId: mine })
    const socket = x.socketFor(key)
    const { received, leave } = await x.followed(socket, 'subscription { events(after: "0") { companyId } }')
    for (const id of [others, mine])
      await tenant.graphql(
        'mutation ($id: ID!) { updateCompany(input: {companyId: $id, name: "x"}) { company { id } } }',
        { id },
      )
    await until(() => received.length, 2)
    expect(received.map(({ data }) => data.events.companyId)).toEqual([mine, mine])
    leave()
    expect(
      (await socket.ask('subscription ($id: ID!) { events(companyId: $id) { id } }', { id: others })).errors[0]
        .extensions,
    ).toMatchObject({ code: 'COMPANY_FORBIDDEN', status: 403 })
  })

  test.each(['x', '-1', '1.5', '', '1e3', '9'.repeat(30)])('a subscription is refused after %j', async (after) => {
    const tenant = await app.tenant()
    const answer = await x.socketFor(tenant.key).ask('subscription ($after: String) { events(after: $after) { id } }', {
      after,
    })
    expect(answer.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', details: [{ field: 'after' }] })
  })
})
