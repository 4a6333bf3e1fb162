import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRelay } from '../../../src/engine/feed/relay.ts'
import { makeDeliveries } from '../../../src/engine/webhooks/queue.ts'
import { countDocuments } from '../../../src/stats/count-documents.ts'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Exchange, startExchange } from '../../support/exchange.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'

const DAY = 24 * 3_600_000

let app: TestApp
let exchange: Exchange
/** Statistics after two days of exchange, with what the table of documents says. */
let first: Record<'sent' | 'received' | 'today', { stats: Body; documents: Body }>
beforeAll(async () => {
  app = await startApp()
  // Numbering is done by relays of the tests, so that they can die at a chosen moment.
  await app.platform.relay.close()
  exchange = await startExchange(app)
  const { sender, receiver, from, to, invoice } = exchange
  for (const days of [0, 1]) {
    app.clock.advance(days * DAY)
    for (const one of [to, to, '9930:DE000000420', '0192:923609016']) await send(sender, invoice({}, { to: one }))
    await send(
      sender,
      invoice(
        {
          parties: [
            { role: 'buyer', name: 'Everywhere Ltd', address: { city: 'Wien', postalCode: '1010', country: 'AT' } },
          ],
        },
        { to: '0088:7300010000001' },
      ),
    )
    await send(receiver, { ...invoice({}, { from: to, to: from }), type: 'credit-note' })
    await settle()
    // What arrived in the first round is numbered in the second.
    await settle()
  }
  const beside = async (tenant: Tenant, query?: string) => {
    const stats = await statsOf(tenant, query)
    return { stats, documents: await counted(tenant, stats.period) }
  }
  first = { sent: await beside(sender), received: await beside(receiver), today: await beside(sender, 'period=day') }
})
afterAll(() => app.close())

const relayOn = (db: TestApp['platform']['db']) =>
  startRelay({ db, wakeUps: app.platform.wakeUps, log: app.platform.log, consumers: [countDocuments, makeDeliveries] })

/**
 * Everything that is due happens; then two relays number at once, after one that died before its transaction was
 * committed.
 */
const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  const { db } = app.platform
  const dying = relayOn({
    ...db,
    transaction: (body) =>
      db.transaction(async (tx) => {
        await body(tx)
        throw new Error('The connection is gone.')
      }),
  })
  await expect(dying.drain()).rejects.toThrow('The connection is gone.')
  await dying.close()
  const relays = [relayOn(db), relayOn(db)]
  await Promise.all(relays.map((relay) => relay.drain()))
  await Promise.all(relays.map((relay) => relay.close()))
}

const send = async (tenant: Tenant, body: Body): Promise<string> => {
  const answer = await tenant.post('/v1/documents/send', body)
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 201 })
  return answer.body.id
}

const nothing = { sent: 0, received: 0, delivered: 0, failed: 0 }

/** The same numbers from the table of documents. */
const counted = async (
  { organizationId }: Tenant,
  { start, end }: { start: string; end: string },
  companyId?: string,
) => {
  const rows = await app.platform.db.client.document.findMany({
    where: { organizationId, ...(companyId !== undefined && { companyId }) },
  })
  const within = (at: Date | null): number => (at !== null && at >= new Date(start) && at < new Date(end) ? 1 : 0)
  const total: Record<string, Body> = {}
  for (const row of rows) {
    const moves = {
      sent: within(row.direction === 'outgoing' ? row.sentAt : null),
      received: within(row.receivedAt),
      delivered: row.direction === 'outgoing' ? within(row.deliveredAt) : 0,
      failed: ['failed', 'rejected'].includes(String(row.deliveryStatus)) ? within(row.updatedAt) : 0,
    }
    if (Object.values(moves).every((one) => one === 0)) continue
    const into = (total[row.type] ??= { ...nothing })
    for (const [name, one] of Object.entries(moves)) into[name] += one
  }
  return total
}

const sumOf = (byKey: Record<string, Body>): Body =>
  Object.values(byKey).reduce(
    (sum, one) => ({
      sent: sum.sent + one.sent,
      received: sum.received + one.received,
      delivered: sum.delivered + one.delivered,
      failed: sum.failed + one.failed,
    }),
    nothing,
  )

const statsOf = async (caller: Caller, query = 'period=year'): Promise<Body> => {
  const { status, body } = await caller.get(`/v1/stats?${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

describe('statistics', () => {
  test('statistics begin with nothing, and say what the plan and the caller may', async () => {
    const fresh = await app.tenant('platform')
    const stats = await statsOf(fresh, '')
    expect(stats).toMatchObject({
      quota: { limit: null, used: 0, remaining: null },
      rateLimit: { perMinute: 600 },
      documents: nothing,
      byType: {},
      byCountry: {},
      byCompany: {},
      series: [],
      partners: { total: 0, active: 0 },
    })
    const now = app.clock.now()
    expect(stats.period.start).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString())
    expect(stats.period.end).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString())
  })

  test('statistics are exact over days, organizations and outcomes, however relays die and compete', () => {
    const { sent, received, today } = first
    expect(sent.stats.documents).toEqual({ sent: 8, received: 2, delivered: 8, failed: 2 })
    expect(received.stats.documents).toEqual({ sent: 2, received: 4, delivered: 2, failed: 0 })
    expect(today.stats.documents).toEqual({ sent: 4, received: 1, delivered: 4, failed: 1 })
    expect(sent.stats.byCountry).toEqual({
      BE: { sent: 4, received: 2, delivered: 4, failed: 0 },
      DE: { ...nothing, failed: 2 },
      NO: { ...nothing, sent: 2, delivered: 2 },
      unknown: { ...nothing, sent: 2, delivered: 2 },
    })
    for (const { stats, documents } of [sent, received, today]) {
      expect(stats.byType).toEqual(documents)
      for (const split of ['byType', 'byCountry', 'byCompany'])
        expect({ split, sum: sumOf(stats[split]) }).toEqual({ split, sum: stats.documents })
    }
    expect(sent.stats.quota.used).toBe(10)
    // With the partner whose access point rejects everything nothing was exchanged.
    expect(sent.stats.partners).toEqual({ total: 4, active: 3 })
  })

  test('statistics count a delivery that fails again once more, and the document once as sent', async () => {
    const { sender, invoice } = exchange
    const before = (await statsOf(sender)).documents
    const id = await send(sender, invoice({}, { to: '9930:DE000000430' }))
    const exhaust = async (): Promise<void> => {
      for (
        let hours = 0;
        (await sender.get(`/v1/documents/${id}`)).body.deliveryStatus === 'pending' && hours < 72;
        hours += 1
      ) {
        app.clock.advance(3_600_000)
        await app.platform.runner?.settle()
      }
    }
    await exhaust()
    expect((await sender.post(`/v1/documents/${id}/resend`)).status).toBe(202)
    await exhaust()
    await settle()
    expect((await statsOf(sender)).documents).toEqual({ ...before, failed: before.failed + 2 })
  })

  test('statistics of one company hold it only, and a key that is bound to it sees no other', async () => {
    const { sender, invoice } = exchange
    const other = (await sender.post('/v1/companies', { vatNumber: freshVat() })).body
    await send(sender, invoice({}, { from: other.peppolId }))
    await settle()
    const whole = await statsOf(sender)
    const alone = await statsOf(sender, `period=year&companyId=${other.id}`)
    expect(alone.documents).toEqual({ ...nothing, sent: 1, delivered: 1 })
    expect(alone.byCompany).toEqual({ [other.id]: alone.documents })
    expect(alone.byType).toEqual(await counted(sender, alone.period, other.id))
    expect(Object.keys(whole.byCompany)).toContain(other.id)
    const key = await sender.keyWith(['stats'], { companyId: other.id })
    expect((await statsOf(key)).documents).toEqual(alone.documents)
    expectRefusal(await key.get(`/v1/stats?companyId=${sender.companyId}`), 'COMPANY_FORBIDDEN')
    expectRefusal(await sender.get('/v1/stats?period=decade'), 'INVALID_ENUM')
  })

  test('statistics come as series whose points add up to the whole, also by GraphQL', async () => {
    const { sender } = exchange
    const { errors, data } = await sender.graphql(`{ stats(period: YEAR, by: TYPE, interval: DAY) {
      documents { sent received delivered failed } byCountry { key documents { sent } } byCompany { key } partners {
      total }
      series { key documents { sent received delivered failed } points { start documents { sent received delivered
      failed } } } } }`)
    expect(errors).toBeUndefined()
    const rest = await statsOf(sender, 'period=year&by=type&interval=day')
    expect(data.stats.documents).toEqual(rest.documents)
    expect(data.stats.series.map(({ key }: Body) => key)).toEqual(['invoice', 'credit-note'])
    expect(data.stats.series).toEqual(rest.series)
    const days = (Date.parse(rest.period.end) - Date.parse(rest.period.start)) / DAY
    for (const { documents, points } of rest.series) {
      expect(points).toHaveLength(days)
      expect(sumOf(points.map((point: Body) => point.documents))).toEqual(documents)
    }
    for (const by of ['total', 'country', 'company']) {
      const { series, documents } = await statsOf(sender, `period=year&by=${by}`)
      expect(series[0].points).toHaveLength(12)
      expect(sumOf(series.map((one: Body) => one.documents))).toEqual(documents)
    }
  })

  test('statistics take the same number of statements however many documents there are', async () => {
    const fresh = await app.tenant('platform')
    const ask = (tenant: Tenant) => app.statements(() => statsOf(tenant))
    await ask(fresh)
    expect((await ask(exchange.sender)).length).toBe((await ask(fresh)).length)
  })

  test('statistics are gone after a reset of the sandbox', async () => {
    const fresh = await app.tenant('platform')
    await send(fresh, exchange.invoice({}, { from: fresh.peppolId, to: '0192:923609016' }))
    await settle()
    expect((await statsOf(fresh)).documents).toEqual({ ...nothing, sent: 1, delivered: 1 })
    expect((await fresh.post('/v1/sandbox/reset', { confirm: 'yes', scope: 'documents' })).status).toBe(200)
    expect((await statsOf(fresh)).documents).toEqual(nothing)
    expect((await statsOf(exchange.sender)).documents.sent).toBeGreaterThan(0)
  })
})
