import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workKinds } from '../../../src/app/work-kinds.ts'
import { startRunner } from '../../../src/engine/work/runner.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { type Endpoint, delayOf, startEndpoint } from '../../support/endpoint.ts'
import { freshVat } from '../../support/numbers.ts'
import { type Sink, startSink, status } from '../../support/sink.ts'

const HOUR_MS = 3_600_000

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

describe('what is posted', () => {
  test('a delivery is the envelope of the event with the headers of the specification', async () => {
    const webhook = await x.create()
    const company = await x.happen()
    await x.settle()
    expect(x.sink.posted).toHaveLength(1)
    const [{ path, headers, body }] = x.sink.posted as [Sink['posted'][number]]
    const envelope = JSON.parse(body)
    expect(envelope).toEqual({
      id: expect.stringMatching(/^evt_/),
      seq: expect.any(Number),
      type: 'company.created',
      livemode: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      apiVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      companyId: company.id,
      data: { companyId: company.id, vatNumber: company.vatNumber, peppolId: company.peppolId },
    })
    const [delivery] = await x.deliveries(webhook.id)
    expect({ path, headers }).toMatchObject({
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^InvoiceExchange\/\d+\.\d+\.\d+$/),
        'x-service-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
        'x-service-event': 'company.created',
        'x-service-event-id': envelope.id,
        'x-service-delivery': delivery.id,
        'x-service-attempt': '1',
      },
    })
    expect(delivery).toEqual({
      id: expect.stringMatching(/^dlv_/),
      webhookId: webhook.id,
      eventId: envelope.id,
      eventType: 'company.created',
      status: 'delivered',
      nextAttemptAt: null,
      createdAt: expect.any(String),
      deliveredAt: expect.any(String),
      attempts: [
        { number: 1, at: expect.any(String), durationMs: expect.any(Number), status: 200, error: null, response: 'ok' },
      ],
    })
    expect(await x.shown(webhook.id)).toMatchObject({
      status: 'active',
      failureCount: 0,
      lastDeliveredAt: expect.any(String),
    })
    expect(await x.waiting(webhook.id)).toBe(0)
  })

  test('a delivery is signed so that another service’s library verifies it, unless changed or old', async () => {
    const { secret } = await x.create()
    await x.happen()
    await x.settle()
    const [{ headers, body }] = x.sink.posted as [Sink['posted'][number]]
    const header = String(headers['x-service-signature'])
    expect(verified(body, header, secret)).toEqual(JSON.parse(body))
    expect(() => verified(body.replace('false', 'true'), header, secret)).toThrow('signature')
    expect(() => verified(body, header, `${secret}x`)).toThrow('signature')
    const old = Math.floor(app.clock.now().getTime() / 1_000) - 301
    expect(() =>
      verified(body, `t=${old},v1=${createHmac('sha256', secret).update(`${old}.${body}`).digest('hex')}`, secret),
    ).toThrow('tolerance')
  })

  test('a delivery is signed with each secret for 24 hours after its change, then the new one alone', async () => {
    const { id, secret } = await x.create()
    const { secret: second } = (await x.tenant.patch(`/v1/webhooks/${id}`, { rotateSecret: true })).body
    const { secret: fresh } = (await x.tenant.patch(`/v1/webhooks/${id}`, { rotateSecret: true })).body
    await x.happen()
    await x.settle()
    const [{ headers, body }] = x.sink.posted as [Sink['posted'][number]]
    expect(headers['x-service-signature']).toMatch(/^t=\d+(,v1=[0-9a-f]{64}){3}$/)
    for (const one of [secret, second, fresh])
      expect(verified(body, String(headers['x-service-signature']), one)).toEqual(JSON.parse(body))
    const { previousSecrets } = await app.platform.db.client.webhook.findFirstOrThrow({ where: { id } })
    const ended = (previousSecrets as { secret: string; until: string }[]).map((one) => {
      expect(Date.parse(one.until) - app.clock.now().getTime()).toBeGreaterThan(24 * HOUR_MS - 60_000)
      return { ...one, until: app.clock.now().toISOString() }
    })
    await app.platform.db.client.webhook.updateMany({ where: { id }, data: { previousSecrets: ended } })
    await x.happen()
    await x.settle()
    const last = x.sink.posted[1] as Sink['posted'][number]
    expect(last.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect(verified(last.body, String(last.headers['x-service-signature']), fresh)).toEqual(JSON.parse(last.body))
  })
})

describe('who gets what', () => {
  test('each webhook gets the kinds and the company that it asked for, and other tenants get nothing', async () => {
    const stranger = await app.tenant()
    await stranger.post('/v1/webhooks', { url: `${x.sink.url}/stranger`, events: ['*'] })
    const { body: other } = await x.tenant.post('/v1/companies', { vatNumber: freshVat() })
    for (const [path, more] of Object.entries({
      all: { events: ['*'] },
      created: {},
      mine: { events: ['*'], companyId: x.tenant.companyId },
      other: { events: ['company.updated'], companyId: other.id },
    }))
      await x.create({ url: `${x.sink.url}/${path}`, ...more })
    await x.settle()
    x.sink.posted.length = 0
    await x.happen()
    await x.settle()
    await x.tenant.patch(`/v1/companies/${other.id}`, { name: 'Other' })
    await x.tenant.patch(`/v1/companies/${x.tenant.companyId}`, { name: 'Mine' })
    await x.settle()
    expect(x.sink.posted.map(({ path, headers }) => `${path} ${headers['x-service-event']}`).sort()).toEqual([
      '/all company.created',
      '/all company.smp_registered',
      '/all company.updated',
      '/all company.updated',
      '/created company.created',
      '/mine company.updated',
      '/other company.updated',
    ])
  })

  test('events from before a webhook was made are not sent to it', async () => {
    await x.happen()
    await app.platform.relay.drain()
    const { id } = await x.create()
    await x.settle()
    expect([x.sink.posted.length, (await x.deliveries(id)).length]).toEqual([0, 0])
  })
})

describe('an endpoint that fails', () => {
  test('a failing endpoint is tried eight times at the specified delays, then paused with one mail', async () => {
    await app.platform.db.client.organization.update({
      where: { id: x.tenant.organizationId },
      data: { contactEmail: 'ada@example.com' },
    })
    x.sink.answer = status(503, {}, 'down for maintenance')
    const { id, url } = await x.create()
    await x.happen()
    await x.settle()
    const second = startRunner(app.platform, workKinds)
    try {
      for (let attempt = 1; attempt < 8; attempt++) {
        expect(x.sink.posted).toHaveLength(attempt)
        expect(await x.shown(id)).toMatchObject({ status: 'active', failureCount: attempt })
        const [delivery] = await x.deliveries(id)
        expect(delivery).toMatchObject({ status: 'pending', attempts: expect.objectContaining({ length: attempt }) })
        expect(
          Math.abs(Date.parse(delivery.nextAttemptAt) - app.clock.now().getTime() - delayOf(attempt)),
        ).toBeLessThan(10_000)
        app.clock.advance(delayOf(attempt) - 10_000)
        await x.settle()
        expect(x.sink.posted).toHaveLength(attempt)
        app.clock.advance(10_000)
        await Promise.all([x.settle(), second.settle()])
      }
      await Promise.all([x.runner.settle(), second.settle()])
    } finally {
      await second.close()
    }
    expect(x.sink.posted.map(({ headers }) => headers['x-service-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ])
    expect(new Set(x.sink.posted.map(({ body }) => body)).size).toBe(1)
    expect(await x.shown(id)).toMatchObject({ status: 'paused', pauseReason: 'failures', failureCount: 8 })
    const [delivery] = await x.deliveries(id)
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null, deliveredAt: null })
    expect(delivery.attempts.at(-1)).toMatchObject({
      number: 8,
      status: 503,
      error: 'The endpoint answered 503. Only a status 2xx counts as delivered.',
      response: 'down for maintenance',
    })
    const mails = app.platform.upstreams.mail.outbox.filter(({ to }) => to.includes('ada@example.com'))
    expect(mails).toMatchObject([
      { subject: `Webhook paused: ${new URL(url).host}`, text: expect.stringContaining(delivery.eventId) },
    ])
    expect(await x.waiting(id)).toBe(0)
  })

  test('an endpoint that takes a later attempt is well again', async () => {
    x.sink.answer = status(500)
    const { id } = await x.create()
    await x.happen()
    await x.settle()
    expect(await x.shown(id)).toMatchObject({ failureCount: 1, lastDeliveredAt: null })
    x.sink.answer = status(204)
    app.clock.advance(delayOf(1))
    await x.settle()
    expect(await x.shown(id)).toMatchObject({ status: 'active', failureCount: 0, lastDeliveredAt: expect.any(String) })
    expect(await x.deliveries(id)).toMatchObject([
      { status: 'delivered', attempts: [{ status: 500 }, { status: 204, response: null }] },
    ])
  })

  test.each<[string, (sink: Sink) => void, object]>([
    [
      'it hangs up',
      (one) => void (one.answer = (response) => void response.destroy()),
      { status: null, error: expect.stringContaining('closed the connection') },
    ],
    ['it is gone', (one) => void one.server.close(), { status: null, error: expect.stringContaining('ECONNREFUSED') }],
    [
      'a status of the 400s',
      (one) => void (one.answer = status(410)),
      { status: 410, error: expect.stringContaining('410') },
    ],
    [
      'a redirect',
      (one) => void (one.answer = status(301, { location: 'http://127.0.0.1:1/' })),
      { status: 301, error: expect.stringContaining('Redirects are not followed') },
    ],
  ])('a delivery counts as failed when its endpoint %s', async (_what, spoil, attempt) => {
    const { id } = await x.create()
    spoil(x.sink)
    await x.happen()
    await x.settle()
    expect(await x.deliveries(id)).toMatchObject([{ status: 'pending', attempts: [attempt] }])
  })

  test('an endpoint that fails or is slow holds up nobody else', async () => {
    const slow = await startSink()
    const held: (() => void)[] = []
    slow.answer = (response) => void held.push(() => void response.writeHead(200).end())
    try {
      const { id: slowId } = await x.create({ url: slow.url })
      await x.create()
      await x.happenTogether(40)
      await app.platform.relay.drain()
      await Promise.all([x.sink.has(40), slow.has(8)])
      // So many at once, and no more until they are answered.
      expect(slow.posted).toHaveLength(8)
      slow.answer = status(200)
      for (const release of held) release()
      await slow.has(40)
      await x.runner.settle()
      expect((await x.deliveries(slowId)).every((delivery) => delivery.status === 'delivered')).toBe(true)
    } finally {
      await slow.stop()
    }
  })
})
