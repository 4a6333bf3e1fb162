/** @module-tag services */
/** Many events that are numbered together are brought in series. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workKinds } from '../../../src/app/work-kinds.ts'
import { startRelay } from '../../../src/engine/feed/relay.ts'
import { makeDeliveries } from '../../../src/engine/webhooks/queue.ts'
import { SERIES_MS } from '../../../src/engine/webhooks/schedule.ts'
import { startRunner } from '../../../src/engine/work/runner.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { type Endpoint, delayOf, startEndpoint } from '../../support/endpoint.ts'
import { status } from '../../support/sink.ts'
import { until } from '../../support/until.ts'

/** So many that three and more are in a series. */
const MANY = 66

let app: TestApp
let x: Endpoint
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off', WEBHOOK_ALLOW_PRIVATE: 'true' })
  await app.platform.relay.close()
})
beforeEach(async () => void (x = await startEndpoint(app)))
afterEach(() => x.sink.stop())
afterAll(() => app.close())

/** Many events, which wait to be numbered, and are numbered together. */
const happenTogether = async (): Promise<void> => {
  await x.happenTogether(MANY)
  const { db, wakeUps, log } = app.platform
  const relay = startRelay({ db, wakeUps, log, consumers: [makeDeliveries] })
  await relay.drain()
  await relay.close()
}

/** Does the work that is due. */
const work = async (): Promise<void> => {
  const runner = startRunner(app.platform, workKinds)
  await runner.settle()
  await runner.close()
}

const deliveries = async (id: string) => (await x.tenant.get(`/v1/webhooks/${id}/deliveries?limit=100`)).body.data
const statuses = async (id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy<string, { status: string }>(await deliveries(id), (one) => one.status)].map(([name, all]) => [
      name,
      all.length,
    ]),
  )
const waiting = (id: string): Promise<number> => app.platform.db.client.work.count({ where: { target: id } })
/** The deliveries of each series that waits. */
const seriesOf = async (id: string): Promise<string[][]> =>
  (await app.platform.db.client.work.findMany({ where: { target: id } })).map((one) => one.deliveries)
const postedDeliveries = (): string[] => x.sink.posted.map(({ headers }) => String(headers['x-service-delivery']))
const postedEvents = (): unknown[] => x.sink.posted.map(({ headers }) => headers['x-service-event-id'])

describe('many events at once', () => {
  test('are posted once each, by a third as much work, and are shown as due until then', async () => {
    const { id } = await x.create()
    await happenTogether()
    expect(await waiting(id)).toBe(MANY / 3)
    for (const { status, nextAttemptAt } of await deliveries(id))
      expect({ status, isDue: Date.parse(nextAttemptAt) <= app.clock.now().getTime() }).toEqual({
        status: 'pending',
        isDue: true,
      })
    await work()
    expect([await waiting(id), await statuses(id)]).toEqual([0, { delivered: MANY }])
    expect([postedEvents().length, new Set(postedEvents()).size]).toEqual([MANY, MANY])
  })

  test('of which the endpoint refuses one are brought all the same, and that one when it is due again', async () => {
    const { id } = await x.create()
    await happenTogether()
    const [{ eventId }] = await deliveries(id)
    x.sink.answer = (response, { headers }) =>
      status(headers['x-service-event-id'] === eventId && headers['x-service-attempt'] === '1' ? 500 : 200)(response)
    await work()
    expect(await statuses(id)).toEqual({ delivered: MANY - 1, pending: 1 })
    const [failed] = await deliveries(id)
    expect(failed).toMatchObject({ eventId, attempts: [{ status: 500 }] })
    expect(Math.abs(Date.parse(failed.nextAttemptAt) - app.clock.now().getTime() - delayOf(1))).toBeLessThan(10_000)
    app.clock.advance(delayOf(1))
    await work()
    expect([await waiting(id), await statuses(id)]).toEqual([0, { delivered: MANY }])
    expect(postedEvents()).toHaveLength(MANY + 1)
  })

  test(
    'that cannot be tried wait each by itself, so that none holds up another, and come when they can be',
    { tags: 'heavy' },
    async () => {
      const { id } = await x.create()
      await happenTogether()
      const { client } = app.platform.db
      const where = { organizationId_id: { organizationId: x.tenant.organizationId, id } }
      const { secret } = await client.webhook.findUniqueOrThrow({ where })
      await client.webhook.update({ where, data: { secret: Buffer.from('damaged') } })
      await work()
      expect([await waiting(id), await statuses(id)]).toEqual([MANY, { pending: MANY }])
      expect(x.sink.posted).toEqual([])
      await client.webhook.update({ where, data: { secret } })
      app.clock.advance(delayOf(1))
      await work()
      expect([await waiting(id), await statuses(id), postedEvents().length]).toEqual([0, { delivered: MANY }, MANY])
    },
  )

  test('are posted side by side where the endpoint is slow', async () => {
    const { id } = await x.create()
    await happenTogether()
    const series = await seriesOf(id)
    let held: (() => void)[] = []
    x.sink.answer = (response) => void held.push(() => status(200)(response))
    const done = work()
    // Eight at once, each the first of its series.
    await x.sink.has(8)
    const firsts = postedDeliveries()
    const release = (): void => {
      const answers = held
      held = []
      for (const answer of answers) answer()
    }
    setTimeout(release, SERIES_MS)
    // By then their answers are slow: each success makes room for two, and what was behind them is work by itself.
    await x.sink.has(24)
    const behind = series.filter(([first]) => firsts.includes(String(first))).flatMap(([, ...rest]) => rest)
    const single = { kind: 'webhook.deliver', target: id }
    const singles = async (): Promise<string[]> =>
      (await app.platform.db.client.work.findMany({ where: single })).map(({ subjectId }) => subjectId).toSorted()
    await until(singles, behind.toSorted())
    x.sink.answer = status(200)
    release()
    await done
    expect([await waiting(id), await statuses(id)]).toEqual([0, { delivered: MANY }])
  })

  test('wait while their webhook is paused, and come when it works again', async () => {
    const { id } = await x.create()
    await happenTogether()
    await x.tenant.patch(`/v1/webhooks/${id}`, { status: 'paused' })
    expect(await waiting(id)).toBe(0)
    await work()
    expect(x.sink.posted).toEqual([])
    await x.tenant.patch(`/v1/webhooks/${id}`, { status: 'active' })
    await work()
    expect([await waiting(id), await statuses(id), postedEvents().length]).toEqual([0, { delivered: MANY }, MANY])
  })

  test('that were brought before the process died are not brought again, and the others are', async () => {
    const { id } = await x.create()
    await happenTogether()
    const { client } = app.platform.db
    const brought = (await seriesOf(id)).map(([first]) => String(first))
    await client.webhookDelivery.updateMany({
      where: { organizationId: x.tenant.organizationId, id: { in: brought } },
      data: { status: 'delivered' },
    })
    await work()
    expect([await waiting(id), postedEvents().length]).toEqual([0, MANY - brought.length])
    expect(await statuses(id)).toEqual({ delivered: MANY })
  })
})
