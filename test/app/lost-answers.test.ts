/** @module-tag services */
/** A connection to PostgreSQL that ends in the middle of a transaction, or before it is known what came of it. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/kernel/database/open.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { type Line, startLine } from '../support/line.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal } from '../support/refusals.ts'

let line: Line
let app: TestApp
let tenant: Tenant

/** How often a company is there, and how often it was told. */
const timesOf = async (vatNumber: string): Promise<{ stored: number; told: number }> => {
  const { client } = app.platform.db
  const companies = await client.company.findMany({ where: { vatNumber } })
  const told = await client.event.count({
    where: { type: 'company.created', companyId: { in: companies.map(({ id }) => id) } },
  })
  return { stored: companies.length, told }
}

/** What only a statement says that writes the documents of several. */
const SENT_TOGETHER = 'JOIN written ON written.id = given."documentId"'
const AT_ONCE = 16
/** Where others have the processors, sends may come so far apart that none waits for another. */
const MOST_WAVES = 20
/** A quota that holds, and is not reached. */
const MANY = 10_000

const send = (number: string): Promise<Answer> =>
  tenant.post(
    '/v1/documents/send',
    {
      type: 'invoice',
      from: tenant.peppolId,
      to: '0208:0417497106',
      document: {
        number,
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'PO-7',
        lines: [{ description: 'Lamp', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 20 }],
      },
    },
    { 'idempotency-key': number },
  )

const never = { stored: 0, told: 0 }
const once = { stored: 1, told: 1 }
const register = (vatNumber: string, headers: Record<string, string> = {}): Promise<Answer> =>
  tenant.post('/v1/companies', { vatNumber }, headers)

const rename = (name: string): Promise<Answer> => tenant.patch(`/v1/companies/${tenant.companyId}`, { name })
const nameOf = async (): Promise<string> => (await tenant.get(`/v1/companies/${tenant.companyId}`)).body.name
const renamings = (): Promise<number> => app.platform.db.client.event.count({ where: { type: 'company.updated' } })

describe.skipIf(inject('postgres') === '')('a connection to PostgreSQL that is cut', () => {
  beforeAll(async () => {
    const direct = await emptyDatabase('lost')
    line = await startLine(direct)
    const url = Object.assign(new URL(direct), { port: new URL(line.url).port }).href
    // Without names each statement goes over as its text.
    // Nobody else commits.
    app = await startApp(
      { DATABASE_URL: url, ROLE: 'server' },
      { database: openDatabase({ url, prepared: false, countQueries: true }) },
    )
    tenant = await app.tenant('white_label')
  })
  afterAll(async () => {
    await app?.close()
    await line?.stop()
  })

  test.each(['loseQuestion', 'loseAnswerTo'] as const)(
    'in a transaction (%s) is not noticed by the caller: all of it is run again, and done once',
    async (lose) => {
      const before = await renamings()
      const lost = line[lose]('company.updated')
      expect((await rename(`Renamed by ${lose}`)).status).toBe(200)
      expect(await nameOf()).toBe(`Renamed by ${lose}`)
      await lost
      expect((await renamings()) - before).toBe(1)
    },
  )

  test.each([
    ['loseQuestion', 0],
    ['loseAnswerTo', 1],
  ] as const)(
    'at a commit (%s) is told to a caller without a key, and nothing is done twice: %i times',
    async (lose, times) => {
      const before = await renamings()
      const lost = line[lose]('COMMIT')
      expectOperationRefusal(await rename(`Committed by ${lose}`), 'UPSTREAM_UNAVAILABLE')
      await lost
      expect((await renamings()) - before).toBe(times)
    },
  )

  test.each([
    ['loseQuestion', never],
    ['loseAnswerTo', once],
  ] as const)(
    'at a write that is a transaction by itself (%s) is told to a caller without a key: it is done %j',
    async (lose, times) => {
      const vatNumber = freshVat()
      const lost = line[lose]('INSERT INTO "companies"')
      expectOperationRefusal(await register(vatNumber), 'UPSTREAM_UNAVAILABLE')
      await lost
      expect(await timesOf(vatNumber)).toEqual(times)
    },
  )

  test.each(['loseQuestion', 'loseAnswerTo'] as const)(
    'at a write with an idempotency key (%s) is not noticed: it is answered with what was done once',
    async (lose) => {
      const vatNumber = freshVat()
      const headers = { 'idempotency-key': vatNumber }
      const lost = line[lose]('INSERT INTO "idempotency_records"')
      const answer = await register(vatNumber, headers)
      await lost
      expect({ status: answer.status, vatNumber: answer.body.vatNumber }).toEqual({ status: 201, vatNumber })
      expect(await timesOf(vatNumber)).toEqual(once)
      expect((await register(vatNumber, headers)).body).toEqual(answer.body)
      expect(await timesOf(vatNumber)).toEqual(once)
    },
  )

  describe.each([
    ['in one statement', null, SENT_TOGETHER, undefined],
    ['in a transaction, because a quota holds', MANY, 'COMMIT', SENT_TOGETHER],
  ] as const)('while documents are sent together under keys, %s,', (_how, documentsPerMonth, words, after) => {
    test.each(['loseQuestion', 'loseAnswerTo'] as const)(
      'at what makes them last (%s), is not noticed: each is there once',
      async (lose) => {
        const limited = await tenant.patch(`/v1/platform/companies/${tenant.companyId}/quotas`, { documentsPerMonth })
        expect(limited.status).toBe(200)
        const prefix = `${lose}-${documentsPerMonth}`
        expect((await send(`${prefix}-first`)).status).toBe(201)
        let isLost = false
        const lost = line[lose](words, after).then(() => (isLost = true))
        const numbers: string[] = []
        for (let wave = 0; wave < MOST_WAVES && !isLost; wave++) {
          const sent = Array.from({ length: AT_ONCE }, (_, index) => `${prefix}-${wave}-${index}`)
          const answers = await Promise.all(sent.map(send))
          expect(answers.map(({ status, body }) => [status, body.number])).toEqual(sent.map((number) => [201, number]))
          numbers.push(...sent)
        }
        await lost
        const { client } = app.platform.db
        const stored = await client.document.findMany({ where: { number: { in: numbers } }, select: { number: true } })
        expect(stored.map(({ number }) => number).sort()).toEqual(numbers.sort())
        const [again] = await Promise.all(numbers.slice(0, AT_ONCE).map(send))
        expect(again?.headers['idempotent-replayed']).toBe('true')
      },
    )
  })

  test('and cannot be made anew for a moment is waited for, by reads and by writes', async () => {
    const [vatNumber, direct] = [freshVat(), inject('postgres')]
    line.down()
    const asked = [tenant.get('/v1/companies'), register(vatNumber)]
    setTimeout(() => line.lead(direct), 1_000)
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 201])
    expect(await timesOf(vatNumber)).toEqual(once)
  })
})
