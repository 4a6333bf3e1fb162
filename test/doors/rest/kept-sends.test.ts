/** A send under a key happens once, whichever server is asked, and its answer is kept for a day. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../src/kernel/database/open.ts'
import { type Answer, Caller, type TestApp, startApp } from '../../support/app.ts'
import { Trade } from '../../support/trade.ts'

let app: TestApp
let trade: Trade
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  trade = await Trade.between(app, 'BE')
  await app.platform.db.client.company.updateMany({ data: { smpRegistered: true } })
  // The partner is made by the first document.
  await trade.supplier.post('/v1/documents/send', trade.body())
}, 60_000)
afterAll(() => app.close())

test.skipIf(inject('postgres') === '')(
  'of two servers that are sent a document under one key at once one sends it; others answer the same, or 409 in progress',
  { tags: 'services' },
  async () => {
    const database = openDatabase({ url: String(app.platform.db.directUrl), pool: 8, countQueries: true })
    const other = await startApp({ WORKERS: 'off' }, { database })
    try {
      const there = new Caller(other, trade.supplier.headers)
      const { documents: before } = await trade.supplier.footprint()
      for (let round = 0; round < 10; round++) {
        const [body, headers] = [trade.body(), { 'idempotency-key': `round-${round}` }]
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? trade.supplier : there).post('/v1/documents/send', body, headers),
          ),
        )
        const isOriginal = ({ status, headers: { 'idempotent-replayed': replayed } }: Answer) =>
          status === 201 && replayed === undefined
        const [original, ...others] = answers.toSorted((one, two) => Number(isOriginal(two)) - Number(isOriginal(one)))
        expect(original?.status).toBe(201)
        for (const one of others)
          expect(one.status === 409 ? one.body.error.code : one.bytes).toEqual(
            one.status === 409 ? 'idempotency_in_progress' : original?.bytes,
          )
        expect(others.filter(isOriginal)).toEqual([])
      }
      expect((await trade.supplier.footprint()).documents).toBe(Number(before) + 10)
    } finally {
      await other.close()
    }
  },
)

test('a key that is new again after a day sends another document, and keeps its answer', async () => {
  const sendWith = (body: object) => trade.supplier.post('/v1/documents/send', body, { 'idempotency-key': 'of-a-day' })
  const first = await sendWith(trade.body())
  app.clock.advance(24 * 3_600_000 + 1)
  const other = trade.body()
  const [second, again] = [await sendWith(other), await sendWith(other)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body.id)
  expect(again.bytes).toEqual(second.bytes)
})
