import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Runner } from '../../../src/engine/work/runner.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { type Sink, startSink, status } from '../../support/sink.ts'

const { webhooks: stripe } = new Stripe('sk_test_unused')

let app: TestApp
let runner: Runner
let tenant: Tenant
let sink: Sink
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  runner = app.platform.runner as Runner
})
beforeEach(async () => {
  tenant = await app.tenant()
  sink = await startSink()
})
afterEach(() => sink.stop())

afterAll(() => app.close())

const create = async (more: object = {}): Promise<Body> =>
  (await tenant.post('/v1/webhooks', { url: `${sink.url}/hook`, events: ['company.created'], ...more })).body

/** Something happens: the event `company.created`. */
const happen = async (): Promise<Body> => (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body

/** Work causes events, which are delivered by work. */
const settle = async (): Promise<void> => {
  for (let times = 0; times < 2; times += 1) {
    await app.platform.relay.drain()
    await runner.settle()
  }
}

const deliveries = async (id: string): Promise<Body[]> => (await tenant.get(`/v1/webhooks/${id}/deliveries`)).body.data
const shown = async (id: string): Promise<Body> => (await tenant.get(`/v1/webhooks/${id}`)).body

const waiting = (id: string): Promise<number> =>
  app.platform.db.client.work.count({ where: { kind: 'webhook.deliver', target: id } })

/** What the specification says (6): 0, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h. */
const DELAYS_SECONDS = [0, 30, 120, 600, 1_800, 7_200, 21_600, 43_200]
const delayOf = (attempt: number): number => Number(DELAYS_SECONDS[attempt]) * 1_000

describe('by hand', () => {
  test('a test is posted at once, to a paused webhook too, signed, and counts for nothing', async () => {
    const { id, secret } = await create()
    await tenant.patch(`/v1/webhooks/${id}`, { status: 'paused' })
    const good = await tenant.post(`/v1/webhooks/${id}/test`)
    expect(good).toMatchObject({
      status: 200,
      body: {
        status: 'delivered',
        eventType: 'webhook.test',
        attempts: [{ number: 1, status: 200, response: 'ok' }],
        nextAttemptAt: null,
      },
    })
    const [{ headers, body }] = sink.posted as [Sink['posted'][number]]
    expect(stripe.constructEvent(body, String(headers['x-service-signature']), secret)).toMatchObject({
      id: good.body.eventId,
      type: 'webhook.test',
      livemode: false,
      data: { webhookId: id },
    })
    sink.answer = status(404, {}, 'no such path')
    const bad = await tenant.post(`/v1/webhooks/${id}/test`)
    expect(bad).toMatchObject({
      status: 200,
      body: { status: 'failed', attempts: [{ status: 404, response: 'no such path' }], deliveredAt: null },
    })
    expect(await shown(id)).toMatchObject({ status: 'paused', failureCount: 0, lastDeliveredAt: null })
    expect((await deliveries(id)).map((delivery) => delivery.id)).toEqual([bad.body.id, good.body.id])
    expectRefusal(await tenant.post(`/v1/webhooks/deliveries/${bad.body.id}/redeliver`), 'CONFLICT')
  })

  test('a redelivery is a new delivery of the same event, and is refused while the webhook is paused', async () => {
    const { id } = await create()
    await happen()
    await settle()
    const [first] = await deliveries(id)
    const again = await tenant.post(`/v1/webhooks/deliveries/${first.id}/redeliver`)
    expect(again).toMatchObject({
      status: 202,
      body: { status: 'pending', eventId: first.eventId, attempts: [], nextAttemptAt: expect.any(String) },
    })
    expect(again.body.id).not.toBe(first.id)
    await settle()
    expect((await tenant.get(`/v1/webhook-deliveries/${again.body.id}`)).body).toMatchObject({
      id: again.body.id,
      status: 'delivered',
      attempts: [{ number: 1 }],
    })
    expect(sink.posted.map(({ body }) => body)).toEqual([sink.posted[0]?.body, sink.posted[0]?.body])
    await tenant.patch(`/v1/webhooks/${id}`, { status: 'paused' })
    expectRefusal(await tenant.post(`/v1/webhooks/deliveries/${first.id}/redeliver`), 'CONFLICT')
    expect(await deliveries(id)).toHaveLength(2)
  })

  test('the log of deliveries is shown a page at a time and by state, over GraphQL as over REST', async () => {
    const { id } = await create()
    for (let index = 0; index < 3; index++) await happen()
    await settle()
    sink.answer = status(500)
    await happen()
    await settle()
    expect((await tenant.get(`/v1/webhooks/${id}/deliveries?status=pending`)).body.data).toMatchObject([
      { status: 'pending' },
    ])
    const page = (await tenant.get(`/v1/webhooks/${id}/deliveries?limit=3`)).body
    expect({
      more: page.hasMore,
      rest: (await tenant.get(`/v1/webhooks/${id}/deliveries?limit=3&cursor=${page.cursor}`)).body.data.length,
    }).toEqual({ more: true, rest: 1 })
    const { data } = await tenant.graphql(
      'query($id: ID!) { webhookDeliveries(webhookId: $id, first: 2) { totalCount nodes { id status ' +
        'eventType attempts { number status error } nextAttemptAt } } }',
      { id },
    )
    expect(data.webhookDeliveries).toMatchObject({
      totalCount: 4,
      nodes: [
        {
          id: page.data[0].id,
          status: 'PENDING',
          attempts: [{ number: 1, status: 500 }],
          nextAttemptAt: page.data[0].nextAttemptAt,
        },
        { status: 'DELIVERED' },
      ],
    })
    expectRefusal(await tenant.get(`/v1/webhooks/${id}/deliveries?status=lost`), 'INVALID_ENUM')
  })
})

describe('an event that is no longer kept', () => {
  test('the delivery of an event that is no longer kept ends as failed, and pauses nothing', async () => {
    sink.answer = status(500)
    const { id } = await create()
    await happen()
    await settle()
    await app.platform.db.client.event.deleteMany({ where: { organizationId: tenant.organizationId } })
    app.clock.advance(delayOf(1))
    await settle()
    expect(await deliveries(id)).toMatchObject([
      {
        status: 'failed',
        attempts: [{ status: 500 }, { status: null, error: 'The event is no longer kept, so it cannot be sent.' }],
      },
    ])
    expect((await shown(id)).status).toBe('active')
    expect(sink.posted).toHaveLength(1)
  })
})

test('a reset of the sandbox wipes webhooks, deliveries and what waits', async () => {
  sink.answer = status(500)
  const { id } = await create()
  await happen()
  await settle()
  expect(await waiting(id)).toBe(1)
  expect((await tenant.post('/v1/sandbox/reset', { confirm: 'yes' })).status).toBe(200)
  expect([await waiting(id), (await tenant.get('/v1/webhooks')).body.data]).toEqual([0, []])
})

test('many deliveries take few statements', async () => {
  await create()
  for (let index = 0; index < 30; index++) await happen()
  const statements = await app.statements(settle, 'all')
  await sink.has(30)
  expect(statements.filter((sql) => /webhook_deliveries|work/.test(sql)).length).toBeLessThan(30)
})
