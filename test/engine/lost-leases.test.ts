/** A connection to PostgreSQL that ends while work is claimed, or while what came of it is recorded. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/kernel/database/open.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { type Line, startLine } from '../support/line.ts'
import { until } from '../support/until.ts'

const PATIENCE_MS = 90_000
/** Longer than anything is asked again, and far shorter than a lease. */
const AWAY_MS = 7_000
const CLAIM = 'attempts = attempts + 1'
const OUTCOME = 'DELETE FROM work'

let line: Line
let app: TestApp
let seller: Tenant
let buyer: Tenant

/** How many are waiting or under way. */
const deliveries = (): Promise<number> => app.platform.db.client.work.count({ where: { kind: 'document.deliver' } })

const received = async (number: string): Promise<Body[]> =>
  (await buyer.get(`/v1/documents?direction=incoming&number=${number}`)).body.data

const send = async (number: string): Promise<void> => {
  const { status } = await seller.post('/v1/documents/send', {
    type: 'invoice',
    from: seller.peppolId,
    to: buyer.peppolId,
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-1',
      lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
    },
  })
  expect(status).toBe(201)
}

describe.skipIf(inject('postgres') === '')('a connection to PostgreSQL that ends while work is due', () => {
  beforeAll(async () => {
    const direct = await emptyDatabase('leases')
    line = await startLine(direct)
    const url = Object.assign(new URL(direct), { port: new URL(line.url).port }).href
    // Without names each statement goes over as its text.
    app = await startApp({}, { database: openDatabase({ url, prepared: false, countQueries: true }) })
    seller = await app.tenant('white_label')
    buyer = await app.tenant('white_label')
    // The partner is known from then on: a send has no other work than its delivery.
    await send('FIRST')
    await app.platform.runner?.settle()
  }, PATIENCE_MS)
  afterAll(async () => {
    await app?.close()
    await line?.stop()
  })

  test.each([
    ['loseQuestion', CLAIM],
    ['loseAnswerTo', CLAIM],
    ['loseQuestion', OUTCOME],
    ['loseAnswerTo', OUTCOME],
  ] as const)(
    'a document is delivered once, and long before a lease ends, where the line is cut (%s) at "%s"',
    async (lose, words) => {
      const number = `${lose}-${words.length}`
      const lost = line[lose](words)
      await send(number)
      await lost
      await until(async () => (await deliveries()) === 0)
      expect(await received(number)).toHaveLength(1)
    },
    PATIENCE_MS,
  )

  test(
    'an outcome that could not be recorded makes its work free as soon as the database is back',
    async () => {
      const lost = line.loseQuestion(OUTCOME).then(() => line.down())
      await send('AWAY')
      await lost
      await wait(AWAY_MS)
      line.lead(inject('postgres'))
      await until(async () => (await deliveries()) === 0)
      expect(await received('AWAY')).toHaveLength(1)
    },
    PATIENCE_MS,
  )
})
