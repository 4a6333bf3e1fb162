/** @module-tag services */
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, startApp } from '../../support/app.ts'
import { type Endpoint, delayOf, startEndpoint } from '../../support/endpoint.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { type Sink, status } from '../../support/sink.ts'

const { webhooks: stripe } = new Stripe('sk_test_unused')
/** As another service's library does it at the time of the product. */
const verified = (body: string, header: string, secret: string): Stripe.Event =>
  stripe.constructEvent(body, header, secret, undefined, undefined, app.clock.now().getTime())

let app: TestApp
let x: Endpoint
beforeAll(async () => void (app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })))
beforeEach(async () => void (x = await startEndpoint(app)))
afterEach(() => x.sink.stop())
afterAll(() => app.close())

describe('by hand', () => {
  test('a test is posted at once, to a paused webhook too, signed, and counts for nothing', async () => {
    const { id, secret } = await x.create()
    await x.tenant.patch(`/v1/webhooks/${id}`, { status: 'paused' })
    const good = await x.tenant.post(`/v1/webhooks/${id}/test`)
    expect(good).toMatchObject({
      status: 200,
      body: {
        status: 'delivered',
        eventType: 'webhook.test',
        attempts: [{ number: 1, status: 200, response: 'ok' }],
        nextAttemptAt: null,
      },
    })
    const [{ headers, body }] = x.sink.posted as [Sink['posted'][number]]
    expect(verified(body, String(headers['x-service-signature']), secret)).toMatchObject({
      id: good.body.eventId,
      type: 'webhook.test',
      livemode: false,
      data: { webhookId: id },
    })
    x.sink.answer = status(404, {}, 'no such path')
    const bad = await x.tenant.post(`/v1/webhooks/${id}/test`)
    expect(bad).toMatchObject({
      status: 200,
      body: { status: 'failed', attempts: [{ status: 404, response: 'no such path' }], deliveredAt: null },
    })
    expect(await x.shown(id)).toMatchObject({ status: 'paused', failureCount: 0, lastDeliveredAt: null })
    expect((await x.deliveries(id)).map((delivery) => delivery.id)).toEqual([bad.body.id, good.body.id])
    expectRefusal(await x.tenant.post(`/v1/webhooks/deliveries/${bad.body.id}/redeliver`), 'CONFLICT')
  })

  test('the request of a delivery is told byte by byte as it was posted, without what signs it', async () => {
    const { id } = await x.create()
    await x.happen()
    await x.settle()
    await x.tenant.post(`/v1/webhooks/${id}/test`)
    expect(x.sink.posted).toHaveLength(2)
    for (const [index, { id: deliveryId }] of (await x.deliveries(id)).reverse().entries()) {
      const { headers, body } = x.sink.posted[index] as Sink['posted'][number]
      const told = (await x.tenant.get(`/v1/webhook-deliveries/${deliveryId}/request`)).body
      expect(told).toMatchObject({ deliveryId, url: expect.stringContaining('http'), body, bytes: body.length })
      for (const { name, value } of told.headers) expect(headers[name.toLowerCase()]).toBe(value)
      expect(told.headers.map(({ name }: { name: string }) => name)).toEqual([
        'Content-Type',
        'User-Agent',
        'X-Service-Event',
        'X-Service-Event-Id',
        'X-Service-Delivery',
        'X-Service-Attempt',
      ])
      const { data } = await x.tenant.graphql(
        'query($id: ID!) { webhookDeliveryRequest(deliveryId: $id) { deliveryId url headers { name value } body bytes } }',
        { id: deliveryId },
      )
      expect(data.webhookDeliveryRequest).toEqual(told)
    }
  })

  test('the request of a delivery has no body once its event is no longer kept, and is nobody else’s to read', async () => {
    const { id } = await x.create()
    await x.happen()
    await x.settle()
    const [{ id: deliveryId, eventId }] = (await x.deliveries(id)) as [{ id: string; eventId: string }]
    const stranger = await app.tenant()
    expectRefusal(await stranger.get(`/v1/webhook-deliveries/${deliveryId}/request`), 'RESOURCE_NOT_FOUND')
    const { client } = app.platform.db
    await client.event.delete({
      where: { organizationId_id: { organizationId: x.tenant.organizationId, id: eventId } },
    })
    const told = (await x.tenant.get(`/v1/webhook-deliveries/${deliveryId}/request`)).body
    expect(told).toMatchObject({ deliveryId, body: null, bytes: null })
  })

  test('a redelivery is a new delivery of the same event, and is refused while the webhook is paused', async () => {
    const { id } = await x.create()
    await x.happen()
    await x.settle()
    const [first] = await x.deliveries(id)
    const again = await x.tenant.post(`/v1/webhooks/deliveries/${first.id}/redeliver`)
    expect(again).toMatchObject({
      status: 202,
      body: { status: 'pending', eventId: first.eventId, attempts: [], nextAttemptAt: expect.any(String) },
    })
    expect(again.body.id).not.toBe(first.id)
    await x.settle()
    expect((await x.tenant.get(`/v1/webhook-deliveries/${again.body.id}`)).body).toMatchObject({
      id: again.body.id,
      status: 'delivered',
      attempts: [{ number: 1 }],
    })
    expect(x.sink.posted.map(({ body }) => body)).toEqual([x.sink.posted[0]?.body, x.sink.posted[0]?.body])
    await x.tenant.patch(`/v1/webhooks/${id}`, { status: 'paused' })
    expectRefusal(await x.tenant.post(`/v1/webhooks/deliveries/${first.id}/redeliver`), 'CONFLICT')
    expect(await x.deliveries(id)).toHaveLength(2)
  })

  test('the log of deliveries is shown a page at a time and by state, over GraphQL as over REST', async () => {
    const { id } = await x.create()
    for (let index = 0; index < 3; index++) await x.happen()
    await x.settle()
    x.sink.answer = status(500)
    await x.happen()
    await x.settle()
    expect((await x.tenant.get(`/v1/webhooks/${id}/deliveries?status=pending`)).body.data).toMatchObject([
      { status: 'pending' },
    ])
    const page = (await x.tenant.get(`/v1/webhooks/${id}/deliveries?limit=3`)).body
    expect({
      more: page.hasMore,
      rest: (await x.tenant.get(`/v1/webhooks/${id}/deliveries?limit=3&cursor=${page.cursor}`)).body.data.length,
    }).toEqual({ more: true, rest: 1 })
    const { data } = await x.tenant.graphql(
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
    expectRefusal(await x.tenant.get(`/v1/webhooks/${id}/deliveries?status=lost`), 'INVALID_ENUM')
  })
})

describe('an event that is no longer kept', () => {
  test('the delivery of an event that is no longer kept ends as failed, and pauses nothing', async () => {
    x.sink.answer = status(500)
    const { id } = await x.create()
    await x.happen()
    await x.settle()
    await app.platform.db.client.event.deleteMany({ where: { organizationId: x.tenant.organizationId } })
    app.clock.advance(delayOf(1))
    await x.settle()
    expect(await x.deliveries(id)).toMatchObject([
      {
        status: 'failed',
        attempts: [{ status: 500 }, { status: null, error: 'The event is no longer kept, so it cannot be sent.' }],
      },
    ])
    expect((await x.shown(id)).status).toBe('active')
    expect(x.sink.posted).toHaveLength(1)
  })
})

test('a reset of the sandbox wipes webhooks, deliveries and what waits', async () => {
  x.sink.answer = status(500)
  const { id } = await x.create()
  await x.happen()
  await x.settle()
  expect(await x.waiting(id)).toBe(1)
  expect((await x.tenant.post('/v1/sandbox/reset', { confirm: 'yes' })).status).toBe(200)
  expect([await x.waiting(id), (await x.tenant.get('/v1/webhooks')).body.data]).toEqual([0, []])
})

test('many deliveries take few statements', async () => {
  await x.create()
  await x.happenTogether(100)
  const statements = await app.statements(x.settle, 'all')
  await x.sink.has(100)
  expect(statements.filter((sql) => /webhook_deliveries|work/.test(sql)).length).toBeLessThan(100)
})
