import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../src/kernel/database/open.ts'
import type { Work } from '../../../src/generated/prisma/client.ts'
import { newBatches } from '../../../src/engine/webhooks/batches.ts'
import { resumeDeliveries } from '../../../src/engine/webhooks/queue.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { type Endpoint, startEndpoint } from '../../support/endpoint.ts'
import { status } from '../../support/sink.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let x: Endpoint
beforeAll(async () => void (app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })))
beforeEach(async () => void (x = await startEndpoint(app)))
afterEach(() => x.sink.stop())
afterAll(() => app.close())

describe('what an endpoint answers', () => {
  test('the answer of an endpoint is kept to 2 kB, whatever it sends and however long it goes on', async () => {
    const { id } = await x.create()
    x.sink.answer = (response) => {
      response.writeHead(200)
      response.write(`\u0000${'é'.repeat(4_000)}`)
      const more = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(more))
    }
    await x.happen()
    await x.settle()
    const [delivery] = await x.deliveries(id)
    expect(delivery.status).toBe('delivered')
    expect(Buffer.byteLength(delivery.attempts[0].response)).toBeLessThanOrEqual(2_052)
    expect(delivery.attempts[0].response).toMatch(/^\ufffdé{1000,}/)
  })

  test('connections to endpoints are kept and used again', async () => {
    await x.create()
    for (let index = 0; index < 12; index++) {
      await x.happen()
      await x.settle()
    }
    expect(x.sink.posted).toHaveLength(12)
    expect(new Set(x.sink.posted.map(({ socket }) => socket)).size).toBeLessThan(6)
  })
})

describe('a paused webhook', () => {
  test('a paused webhook gets what waited when it works again, and not what happened meanwhile', async () => {
    x.sink.answer = status(500)
    const { id } = await x.create()
    await x.happen()
    await x.settle()
    await x.tenant.patch(`/v1/webhooks/${id}`, { status: 'paused' })
    expect(await x.waiting(id)).toBe(0)
    expect(await x.deliveries(id)).toMatchObject([{ status: 'pending', nextAttemptAt: null }])
    await x.happen()
    app.clock.advance(HOUR_MS)
    await x.settle()
    expect(x.sink.posted).toHaveLength(1)
    x.sink.answer = status(200)
    await x.tenant.patch(`/v1/webhooks/${id}`, { status: 'active' })
    await x.settle()
    expect(x.sink.posted.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2'])
    expect(await x.deliveries(id)).toMatchObject([{ status: 'delivered' }])
    await x.happen()
    await x.settle()
    expect(x.sink.posted).toHaveLength(3)
  })

  test('a webhook set to work again at the moment it is paused keeps what waits for it', async () => {
    x.sink.answer = status(500)
    const { id } = await x.create()
    await x.happen()
    await x.happen()
    await x.settle()
    const { client } = app.platform.db
    const [work, other] = await client.work.findMany({
      where: { kind: 'webhook.deliver', target: id },
      orderBy: { id: 'asc' },
    })
    // Somebody, at another instance, is quicker than what follows from the pause.
    const late = client.$extends({
      query: {
        async $allOperations({ operation, args, query }) {
          if (operation === 'deleteMany' || operation === '$executeRaw') {
            await client.webhook.updateMany({ where: { id }, data: { status: 'active' } })
            await resumeDeliveries(client, { organizationId: x.tenant.organizationId, id }, app.clock.now())
          }
          return query(args)
        },
      },
    }) as unknown as Client
    const attempt = {
      number: 8,
      at: app.clock.now().toISOString(),
      durationMs: 1,
      status: 500,
      error: 'The endpoint answered 500.',
      response: null,
    }
    x.sink.answer = status(200)
    await newBatches(late, () => app.clock.now()).record({
      work: work as Work,
      webhookId: id,
      deliveryId: String(work?.subjectId),
      attempt,
      next: null,
    })
    expect(await x.shown(id)).toMatchObject({ status: 'active' })
    await x.settle()
    expect((await x.deliveries(id)).map((delivery) => [delivery.id, delivery.status])).toEqual([
      [other?.subjectId, 'delivered'],
      [work?.subjectId, 'failed'],
    ])
  })

  test('a webhook paused or deleted after the claim of a delivery gets it no more', async () => {
    const { id } = await x.create()
    await app.platform.db.client.webhook.updateMany({ where: { id }, data: { status: 'paused' } })
    const { client } = app.platform.db
    await client.webhookDelivery.create({
      data: {
        organizationId: x.tenant.organizationId,
        id: 'dlv_claimed',
        webhookId: id,
        eventId: 'evt_x',
        eventType: 'company.created',
        createdAt: app.clock.now(),
      },
    })
    await client.work.create({
      data: {
        organizationId: x.tenant.organizationId,
        id: 'work_claimed',
        kind: 'webhook.deliver',
        subjectId: 'dlv_claimed',
        target: id,
        dueAt: app.clock.now(),
        createdAt: app.clock.now(),
      },
    })
    await x.settle()
    expect([x.sink.posted.length, await x.waiting(id)]).toEqual([0, 0])
    expect(await x.deliveries(id)).toMatchObject([{ status: 'pending', attempts: [] }])
    expect((await x.tenant.delete(`/v1/webhooks/${id}`)).status).toBe(204)
    expect(await client.webhookDelivery.count({ where: { webhookId: id } })).toBe(0)
  })
})
