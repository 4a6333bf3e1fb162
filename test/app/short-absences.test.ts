/** @module-tag services */
/** The database is away for a moment: what had not begun is asked again for five seconds, and then refused. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/kernel/database/open.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { type Line, startLine } from '../support/line.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../support/refusals.ts'
import { until } from '../support/until.ts'

const PATIENCE_MS = 90_000
/** Well within the five seconds, also where the clock of a busy machine strikes late. */
const SHORT_MS = 3_500
/** What a longer absence makes wait, in each answer: nearly five seconds, and more where the machine is busy. */
const LEAST_MS = 4_000

let line: Line
let app: TestApp
let tenant: Tenant

const send = (number: string): Promise<Answer> =>
  tenant.post('/v1/documents/send', {
    type: 'invoice',
    from: tenant.peppolId,
    to: '9930:DE123456789',
    document: {
      number,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-1',
      lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
    },
  })

/** A read and two changes, asked at the same time; with how long each took. */
const askAll = (number: string): Promise<[Answer, number][]> => {
  const began = systemClock.steady()
  const asked = [tenant.get('/v1/companies'), tenant.post('/v1/companies', { vatNumber: freshVat() }), send(number)]
  return Promise.all(asked.map(async (answer) => [await answer, systemClock.steady() - began]))
}

const statuses = (answers: [Answer, number][]): number[] => answers.map(([{ status }]) => status)

describe.skipIf(inject('postgres') === '')('a database that nobody reaches for a while', () => {
  beforeAll(async () => {
    const direct = await emptyDatabase('absence')
    line = await startLine(direct)
    const url = Object.assign(new URL(direct), { port: new URL(line.url).port }).href
    app = await startApp({}, { database: openDatabase({ url, countQueries: true }) })
    tenant = await app.tenant('white_label')
    const before = statuses(await askAll('BEFORE'))
    if (before.join() !== '200,201,201') throw new Error(`Not well before anything was cut: ${before.join()}`)
  }, PATIENCE_MS)
  afterAll(async () => {
    await app?.close()
    await line?.stop()
  })

  test(
    'for less than five seconds only makes callers wait: reads and changes are answered as ever, once',
    { timeout: PATIENCE_MS },
    async () => {
      const before = await tenant.footprint()
      await line.close()
      const back = wait(SHORT_MS).then(() => line.open())
      const answers = await askAll('SHORT')
      await back
      expect(statuses(answers)).toEqual([200, 201, 201])
      // A line that was not cut would have answered at once.
      for (const [, waitedMs] of answers) expect(waitedMs).toBeGreaterThan(SHORT_MS / 2)
      const { companies, documents } = await tenant.footprint()
      expect({ companies, documents }).toEqual({
        companies: Number(before['companies']) + 1,
        documents: Number(before['documents']) + 1,
      })
    },
  )

  test(
    'for longer is answered for with 503 and Retry-After after five seconds, and nothing has happened',
    { timeout: PATIENCE_MS },
    async () => {
      const before = await tenant.footprint()
      await line.close()
      const answers = await askAll('LONG').finally(() => line.open())
      const [read, change, sent] = answers.map(([answer]) => answer) as [Answer, Answer, Answer]
      for (const answer of [read, change]) expectOperationRefusal(answer, 'UPSTREAM_UNAVAILABLE')
      expectRefusal(sent, 'UPSTREAM_UNAVAILABLE')
      for (const [{ headers }, waitedMs] of answers) {
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        expect(waitedMs).toBeGreaterThan(LEAST_MS)
      }
      await until(async () => (await tenant.get('/v1/companies')).status, 200)
      expect(await tenant.footprint()).toEqual(before)
      expect((await send('LONG')).status).toBe(201)
    },
  )
})
