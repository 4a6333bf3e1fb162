/** @module-tag services */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Trades, startTrades } from '../support/trades.ts'

let app: TestApp
let x: Trades
beforeAll(async () => {
  app = await startApp()
  x = await startTrades(app)
}, 120_000)
// What was told before has arrived: only the test itself moves its documents.
beforeEach(() => app.platform.runner?.settle())
afterAll(() => app.close())

describe('a batch', () => {
  test('a batch of updates applies what it can, and one bad update harms no other', async () => {
    const trade = x.trades.BE
    const ids = (await Promise.all([trade.exchange(), trade.exchange(), trade.exchange()])).map(
      ({ received }) => received,
    )
    const updates = [
      { documentId: ids[0], status: 'approved' },
      { documentId: 'doc_nobody', status: 'approved' },
      { documentId: ids[1], status: 'paid', paymentDate: '2026-11-21' },
      { status: 'approved' },
      'nonsense',
      null,
      { documentId: ids[1], status: 'paid', paymentDate: '2026-11-21', paymentAmount: 'much' },
      { documentId: ids[2], status: 'rejected' },
      { documentId: ids[0], status: 'paid', paymentDate: '2026-11-21' },
      { documentId: ids[2], status: 'disputed', reasonCode: 'QTY' },
    ]
    const { status, body } = await trade.buyer.post('/v1/documents/lifecycle/batch', { updates })
    expect(status).toBe(200)
    expect(body.results.map(({ ok, error }: Body) => (ok ? 'ok' : error.code))).toEqual([
      'ok',
      'not_found',
      'invalid_transition',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'ok',
      'ok',
    ])
    expect(body).toMatchObject({ applied: 3, failed: 7 })
    const { requestId: _request, ...alone } = (await trade.move(trade.buyer, 'doc_nobody', { status: 'approved' })).body
      .error
    expect(body.results[1]).toEqual({ ok: false, documentId: 'doc_nobody', result: null, error: alone })
    expect(body.results[7]).toMatchObject({
      documentId: ids[2],
      error: { details: [{ field: 'reasonCode', rule: 'MISSING_FIELD' }] },
    })
    expect(await Promise.all(ids.map(async (id) => (await x.standing(String(id))).lifecycleStatus))).toEqual([
      'paid',
      'received',
      'disputed',
    ])
  })
  test('a batch takes between 1 and 500 updates', async () => {
    for (const updates of [[], Array.from({ length: 501 }, () => ({}))])
      expect(await x.trades.BE.buyer.post('/v1/documents/lifecycle/batch', { updates })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request', details: [{ field: 'updates' }] } },
      })
  })
  test('a batch of updates asks the database no more often for many documents than for one', async () => {
    const made = await Promise.all(Array.from({ length: 3 }, () => x.trades.BE.exchange()))
    await x.trades.BE.settle()
    const count = async (ids: string[], update: object): Promise<number> =>
      (
        await app.statements(async () => {
          expect(
            (
              await x.trades.BE.supplier.post('/v1/documents/lifecycle/batch', {
                updates: ids.map((documentId) => ({ documentId, ...update })),
              })
            ).body,
          ).toMatchObject({ applied: ids.length })
        })
      ).filter((sql) => /FOR (NO KEY )?UPDATE|UPDATE documents AS|"lifecycle_entries"|INSERT INTO events/.test(sql))
        .length
    const ids = made.map(({ sent }) => sent)
    // The second payment of a document has to know the first.
    for (const paymentAmount of [100, 50]) {
      const update = { status: 'partially_paid', paymentDate: '2026-11-21', paymentAmount }
      const one = await count(ids.slice(0, 1), update)
      expect(one).toBeGreaterThanOrEqual(3)
      expect(await count(ids.slice(1), update)).toBe(one)
    }
    for (const id of ids)
      expect((await x.trades.BE.log(x.trades.BE.supplier, id)).events.at(-1)).toMatchObject({
        payment: { amount: 50, remaining: 1060 },
      })
  })
  test('a batch tells in each result what one update tells, and a dry one lets nothing happen', async () => {
    const trade = x.trades.FR
    const [first, second] = [await trade.exchange(), await trade.exchange()]
    const update = { status: 'rejected', reasonCode: 'DOUBLE_FACT', reason: 'Twice' }
    const single = (await trade.move(trade.buyer, first.received, update)).body
    const before = await x.footprint(second.received)
    const dry = await trade.buyer.post('/v1/documents/lifecycle/batch', {
      updates: [{ documentId: second.received, ...update, dryRun: true }],
    })
    expect(await x.footprint(second.received)).toEqual(before)
    const { body } = await trade.buyer.post('/v1/documents/lifecycle/batch', {
      updates: [{ documentId: second.received, ...update }],
    })
    const expected = {
      ...single,
      documentId: second.received,
      updatedAt: expect.any(String),
      compliance: { ...single.compliance, nextCheckAt: expect.any(String) },
    }
    expect(body.results[0].result).toEqual(expected)
    expect(dry.body.results[0].result).toEqual({ ...expected, dryRun: true })
    expect(await x.footprint(second.received)).toEqual({
      entries: before.entries + 1,
      messages: before.messages + 1,
      reports: before.reports + 1,
    })
  })
  test('a batch with an update that the database refuses applies the others', async () => {
    const trade = x.trades.BE
    const ids = (await Promise.all([trade.exchange(), trade.exchange(), trade.exchange()])).map(
      ({ received }) => received,
    )
    // Broken on purpose: one more status than can be counted.
    const full = { lifecycleVersion: 2_147_483_647 }
    await app.platform.db.client.document.updateMany({ where: { id: String(ids[1]) }, data: full })
    const { status, body } = await trade.buyer.post('/v1/documents/lifecycle/batch', {
      updates: ids.map((documentId) => ({ documentId, status: 'approved' })),
    })
    expect(status).toBe(200)
    expect(body.results.map(({ ok, error }: Body) => (ok ? 'ok' : error.code))).toEqual(['ok', 'internal_error', 'ok'])
    expect(await Promise.all(ids.map(async (id) => (await x.standing(id)).lifecycleStatus))).toEqual([
      'approved',
      'received',
      'approved',
    ])
    expect(await Promise.all(ids.map(async (id) => (await x.footprint(id)).entries))).toEqual([1, 0, 1])
  })
  test('two batches of the same documents at once have one winner and one event for each document', async () => {
    const trade = x.trades.BE
    const ids = (await Promise.all(Array.from({ length: 3 }, () => trade.exchange()))).map(({ received }) => received)
    const batch = (some: string[], update: object) =>
      trade.buyer.post('/v1/documents/lifecycle/batch', {
        updates: some.map((documentId) => ({ documentId, ...update })),
      })
    const answers = await Promise.all([
      batch(ids, { status: 'rejected', reasonCode: 'LEG', reason: 'No' }),
      batch(ids.toReversed(), { status: 'rejected', reasonCode: 'REF', reason: 'No' }),
    ])
    const outcomes = answers.flatMap(({ body }) =>
      body.results.map(({ documentId, ok, error }: Body) => ({ documentId, outcome: ok ? 'moved' : error.code })),
    )
    for (const id of ids) {
      expect(
        outcomes
          .filter(({ documentId }) => documentId === id)
          .map(({ outcome }) => outcome)
          .toSorted(),
      ).toEqual(['invalid_transition', 'moved'])
      expect((await trade.log(trade.buyer, id)).events).toHaveLength(1)
      expect((await trade.events(trade.buyer, id)).filter(({ type }) => type === 'lifecycle.updated')).toHaveLength(1)
    }
  })
})
