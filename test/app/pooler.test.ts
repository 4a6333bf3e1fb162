/**
 * @module-tag heavy
 * @module-tag services
 */
/** PgBouncer in transaction mode between the product and PostgreSQL, where the machine has one. */
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/kernel/database/open.ts'
import { postgresWakeUps } from '../../src/kernel/wake-ups/postgres.ts'
import { type Answer, Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { openEvents } from '../support/event-source.ts'
import { freshVat } from '../support/numbers.ts'
import { pooler, startPooler } from '../support/pooler.ts'
import { serverProcesses } from '../support/processes.ts'
import { expectRefusal } from '../support/refusals.ts'
import type { Server } from '../support/servers.ts'
import { atLeast, until } from '../support/until.ts'

const SENDS = 24
const PATIENCE_MS = 120_000

const behind = (address: Server, url: string): string =>
  Object.assign(new URL(address.url), { pathname: new URL(url).pathname }).href

/** A database whose sessions have another time zone than ours, unless they are told. */
const elsewhere = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO 'Asia/Tokyo'`)
  await client.end()
}

const send = (caller: Caller, { peppolId }: Tenant, number: number): Promise<Answer> =>
  caller.post('/v1/documents/send', {
    type: 'invoice',
    from: peppolId,
    to: '0208:0403000059',
    document: {
      number: `POOL-${number}`,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-1',
      lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
    },
  })

describe.skipIf(inject('postgres') === '' || !pooler.isInstalled)('a pooler in transaction mode', () => {
  let between: Server
  const processes = serverProcesses()
  beforeAll(async () => void (between = await startPooler(inject('postgres'))), PATIENCE_MS)
  afterAll(async () => {
    await processes.end()
    await between?.stop()
  })

  describe.each(pooler.isPrepared ? [true, false] : [false])('with statements under names: %s', (prepared) => {
    let apps: TestApp[]
    let tenant: Tenant
    beforeAll(async () => {
      const directUrl = await emptyDatabase('pooler')
      await elsewhere(directUrl)
      const url = behind(between, directUrl)
      const open = (): Promise<TestApp> =>
        startApp({ REDIS_URL: '' }, { database: openDatabase({ url, directUrl, prepared, countQueries: true }) })
      // At once: one of them applies the migrations, and the other waits for it.
      apps = await Promise.all([open(), open()])
      tenant = (await apps[0]?.tenant('white_label')) as Tenant
    }, PATIENCE_MS)
    afterAll(async () => {
      for (const app of apps ?? []) await app.close()
    })

    test('sends to two instances are delivered, and each event is heard once and in order', async () => {
      const [first, second] = apps as [TestApp, TestApp]
      const there = new Caller(second, tenant.headers)
      const events = await openEvents(`${await second.listen()}/v1/events/stream`, tenant.headers)
      const answers = await Promise.all(
        Array.from({ length: SENDS }, (_, nth) => send(nth % 2 === 0 ? tenant : there, tenant, nth)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(SENDS).fill(201))
      const delivered = (): string[] =>
        events.messages
          .filter(({ data }) => data?.type === 'document.delivered')
          .map(({ data }) => data.data.documentId)
      await until(() => delivered().length, atLeast(SENDS))
      expect(delivered().sort()).toEqual(answers.map(({ body }) => body.id).sort())
      const heard = events.messages.map(({ data }) => data.seq as number)
      expect(heard).toEqual(heard.map((_, index) => Number(heard[0]) + index))
      events.leave()
      expect(await first.platform.db.client.work.count({ where: { failedAt: { not: null } } })).toBe(0)
    })

    test('a duplicate number is refused, and nothing is stored, as without a pooler', async () => {
      expect((await send(tenant, tenant, 900)).status).toBe(201)
      const { documents } = await tenant.footprint()
      expectRefusal(await send(tenant, tenant, 900), 'DUPLICATE_NUMBER')
      expect(await tenant.footprint()).toMatchObject({ documents })
    })

    test('instances wake each other past the pooler', async () => {
      const [first, second] = apps as [TestApp, TestApp]
      const heard: string[] = []
      const stop = second.platform.wakeUps.subscribe('domains', (payload) => void heard.push(payload))
      // The connection that listens may not be there yet: what is sent before is lost, as wake-ups may be.
      await until(() => {
        first.platform.wakeUps.publish('domains', 'from the first')
        return heard.length
      })
      stop()
      expect(new Set(heard)).toEqual(new Set(['from the first']))
    })

    test('times are UTC, whatever the database behind the pooler says', async () => {
      const [first] = apps as [TestApp]
      const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
      expect(body.createdAt).toBe(first.clock.now().toISOString())
      const sql = `SELECT current_setting('timezone') AS timezone`
      expect(await first.platform.db.client.$queryRawUnsafe(sql)).toEqual([{ timezone: 'UTC' }])
    })
  })

  test('who listens through the pooler is told once in the log that nothing arrives', async () => {
    const lines: { msg: string }[] = []
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
    const wakeUps = postgresWakeUps(behind(between, inject('postgres')), log)
    await until(() => lines.length)
    expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('set DATABASE_DIRECT_URL')])
    await wakeUps.close()
  })

  test(
    'a server whose pooler refuses its sessions says at its start what to set',
    { timeout: PATIENCE_MS },
    async () => {
      const { code, said } = await processes.fails({ DATABASE_URL: behind(between, await emptyDatabase('refused')) })
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('set DATABASE_DIRECT_URL') })
    },
  )
})
