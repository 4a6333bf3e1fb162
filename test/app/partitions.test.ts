/** @module-tag services */
/** Events, deliveries and request logs are partitioned by month, and leave with their month. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeComingMonths } from '../../src/app/coming-months.ts'
import { tidy } from '../../src/app/housekeeping.ts'
import { newIdAt } from '../../src/values/ids.ts'
import { type TestApp, type Tenant, startApp } from '../support/app.ts'
import { someoneWaits } from '../support/locks.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { monthOf } from '../../src/values/dates.ts'

const DAY_MS = 24 * 3_600_000
const TABLES = ['events', 'request_logs', 'webhook_deliveries'] as const
type Table = (typeof TABLES)[number]

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant()
  // A sandbox lives for seven days.
  const { client } = app.platform.db
  await client.apiKey.updateMany({ where: { organizationId: tenant.organizationId }, data: { expiresAt: null } })
  await client.organization.update({ where: { id: tenant.organizationId }, data: { expiresAt: null } })
  app.platform.keys.forget(tenant.organizationId)
}, 60_000)
afterAll(() => app.close())

const ask = <Row>(sql: string): Promise<Row[]> => app.platform.db.client.$queryRawUnsafe<Row[]>(sql)

const partitions = async (table: Table): Promise<string[]> =>
  (
    await ask<{ name: string }>(`SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent = '${table}'::regclass ORDER BY 1`)
  ).map(({ name }) => name)

const monthAfter = (months: number, at = app.clock.now()): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months))
const partition = (table: Table, month: Date): string => `${table}_${monthOf(month).replace('-', '_')}`
const rowsIn = async (name: string): Promise<number> =>
  Number((await ask<{ count: bigint }>(`SELECT count(*) FROM "${name}"`))[0]?.count)

/** Moves the clock to a time of a later month. */
const goTo = (at: Date): void => app.clock.advance(at.getTime() - app.clock.now().getTime())

/** An event, a delivery of it and an entry of the request log, made now by who uses the product. */
const use = async (): Promise<void> => {
  const { body } = await tenant.post('/v1/webhooks', { url: 'https://example.com/x', events: ['company.created'] })
  const company = await tenant.post('/v1/companies', { vatNumber: freshVat() })
  expect([body.id !== undefined, company.status]).toEqual([true, 201])
  await app.platform.relay.drain()
  await app.platform.requestLog.flush()
}
const feed = async (): Promise<number[]> =>
  (await tenant.get('/v1/events?limit=100')).body.data.map(({ seq }: { seq: number }) => seq)

/** What `body` deletes row by row, by the table that it is in. */
const deletions = async (body: () => Promise<unknown>): Promise<string[]> => {
  const statements = await app.statements(body)
  return statements.filter((sql) =>
    /^\s*DELETE FROM (?:"public"\.)?"?(?:events|webhook_deliveries|request_logs)/.test(sql),
  )
}

describe('partitions by month', () => {
  test('those of this month and of the two that come are there from the start, and a later month gets its own in time', async () => {
    for (const table of TABLES)
      expect(await partitions(table)).toEqual(
        [...[0, 1, 2].map((ahead) => partition(table, monthAfter(ahead))), `${table}_rest`].toSorted(),
      )
    // The log of an attempt makes a delivery twice as long: there has to be room for it in its page.
    for (const name of await partitions('webhook_deliveries'))
      expect(await ask(`SELECT reloptions FROM pg_class WHERE relname = '${name}'`)).toEqual([
        { reloptions: ['fillfactor=40'] },
      ])
    const third = monthAfter(3)
    goTo(monthAfter(1))
    await tidy(app.platform, 1)
    for (const table of TABLES) expect(await partitions(table)).toContain(partition(table, third))
  })

  test('a row is in the partition of its month', async () => {
    await use()
    const counts = await Promise.all(TABLES.map((table) => rowsIn(partition(table, monthAfter(0)))))
    expect(counts.every((count) => count > 0)).toBe(true)
    expect(await Promise.all(TABLES.map((table) => rowsIn(`${table}_rest`)))).toEqual([0, 0, 0])
  })

  test('what is older than its days is read by nobody from then on, and its partition is gone once all of its month is', async () => {
    const before = monthAfter(0)
    const lastDay = new Date(monthAfter(1).getTime() - 1_000)
    goTo(new Date(before.getTime() + 2 * DAY_MS))
    await use()
    const [first] = (await tenant.get('/v1/events?limit=100&includeAcked=true')).body.data.slice(-1)
    const webhooks = (await tenant.get('/v1/webhooks')).body.data
    const deliveries = async (): Promise<{ id: string }[]> =>
      (
        await Promise.all(webhooks.map(({ id }: { id: string }) => tenant.get(`/v1/webhooks/${id}/deliveries`)))
      ).flatMap(({ body }) => body.data)
    const [delivery] = await deliveries()
    goTo(lastDay)
    await use()
    const [latest] = (await feed()).slice(-1)

    goTo(new Date(before.getTime() + 33 * DAY_MS))
    await tidy(app.platform, 1)
    expect(await feed()).toEqual(
      [latest as number].flatMap((seq) => Array.from({ length: seq - first.seq }, (_, at) => first.seq + 1 + at)),
    )
    expectRefusal(await tenant.get(`/v1/events/${first.id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.get(`/v1/events?after=${first.seq - 1}`), 'CURSOR_EXPIRED')
    expect((await deliveries()).map(({ id }) => id)).not.toContain(delivery?.id)
    expectRefusal(await tenant.get(`/v1/webhook-deliveries/${delivery?.id}`), 'RESOURCE_NOT_FOUND')
    // Younger rows hold the month.
    for (const table of TABLES) expect(await partitions(table)).toContain(partition(table, before))
    expect(await rowsIn(partition('events', before))).toBeGreaterThan(Number(latest) - first.seq)

    goTo(new Date(lastDay.getTime() + 30 * DAY_MS + 3_600_000))
    const deleted = await deletions(() => tidy(app.platform, 1))
    for (const table of TABLES) expect(await partitions(table)).not.toContain(partition(table, before))
    expect(await feed()).toEqual([])
    expect((await tenant.get('/v1/events?after=0')).body.error.details).toMatchObject([{ oldest: String(latest) }])
    // Only what has no month is looked for, and bodies of requests do not wait for the end of one.
    expect(deleted.filter((sql) => !/_rest|request_logs/.test(sql))).toEqual([])
  })

  test('the numbers of events go on over the end of a month, and none is given twice', async () => {
    goTo(new Date(monthAfter(1).getTime() - 1_000))
    await use()
    const [last] = (await feed()).slice(-1)
    goTo(new Date(monthAfter(1).getTime() + 1_000))
    await tidy(app.platform, 1)
    await use()
    await use()
    const numbers = await feed()
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
    expect(numbers.at(-1)).toBeGreaterThan(last ?? Number.POSITIVE_INFINITY)
    // The index of each partition refuses a number that it has.
    const name = partition('events', monthAfter(0))
    const twice = `UPDATE "${name}" SET seq = ${numbers.at(-1)} WHERE "organizationId" = '${tenant.organizationId}'`
    expect(await rowsIn(name)).toBeGreaterThan(1)
    await expect(ask(twice)).rejects.toThrow(/[Uu]nique/)
  })
})

describe('a time that was not foreseen', () => {
  test('rows of a month without a partition are stored and found, and move to it when it is made', async () => {
    goTo(new Date(monthAfter(14).getTime() + 5 * DAY_MS))
    await use()
    const [seq] = (await feed()).slice(-1)
    expect(seq).toBeGreaterThan(0)
    const rest = await Promise.all(TABLES.map((table) => rowsIn(`${table}_rest`)))
    expect(rest.every((count) => count > 0)).toBe(true)
    await makeComingMonths(app.platform, app.clock.now())
    expect(await Promise.all(TABLES.map((table) => rowsIn(`${table}_rest`)))).toEqual([0, 0, 0])
    expect(await Promise.all(TABLES.map((table) => rowsIn(partition(table, monthAfter(0)))))).toEqual(rest)
    expect((await feed()).at(-1)).toBe(seq)
  })

  test('old rows without a month are deleted one by one', async () => {
    const old = new Date(app.clock.now().getTime() - 100 * DAY_MS)
    const { organizationId } = tenant
    const { client } = app.platform.db
    const webhook = await client.webhook.findFirstOrThrow({ where: { organizationId } })
    await client.webhookDelivery.create({
      data: {
        organizationId,
        id: newIdAt('delivery', new Date(0)),
        webhookId: webhook.id,
        eventId: 'evt_x',
        eventType: 'x',
        createdAt: old,
      },
    })
    await client.event.create({
      data: {
        organizationId,
        id: newIdAt('event', new Date(0)),
        type: 'partner.created',
        data: {},
        seq: 1n,
        createdAt: old,
      },
    })
    await client.eventSequence.update({ where: { organizationId }, data: { forgotten: 1n } })
    expect([await rowsIn('events_rest'), await rowsIn('webhook_deliveries_rest')]).toEqual([1, 1])
    await tidy(app.platform, 1)
    expect([await rowsIn('events_rest'), await rowsIn('webhook_deliveries_rest')]).toEqual([0, 0])
  })
})

describe.skipIf(inject('postgres') === '')('others who are at work while an ended month is dropped', () => {
  /** The oldest month that there is: it has ended, and nothing of it is kept. */
  const endedMonth = async (): Promise<string> => {
    goTo(monthAfter(3))
    await tidy(app.platform, 1)
    goTo(monthAfter(3))
    return String((await partitions('request_logs'))[0])
  }

  test('do not wait for it: whoever is at the table may go on to the month, which is dropped after them', async () => {
    const { db } = app.platform
    const name = await endedMonth()
    let tidied: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await tx.$executeRawUnsafe('LOCK TABLE ONLY "request_logs" IN ROW EXCLUSIVE MODE')
      tidied = tidy(app.platform, 1)
      await someoneWaits(db)
      await tx.$executeRawUnsafe(`LOCK TABLE "${name}" IN ROW EXCLUSIVE MODE NOWAIT`)
    })
    await tidied
    // On a busy machine DROP may have waited too long for the table: in the next hour it is tried again.
    await tidy(app.platform, 1)
    expect(await partitions('request_logs')).not.toContain(name)
  })
})

// Citus asks about rights on each of its servers in its own way.
describe.skipIf(inject('nodes').length !== 1)('a user of the database who may not make tables', () => {
  test('is told so once, and rows are stored all the same', async () => {
    const warnings: string[] = []
    const { log, db } = app.platform
    const limited = {
      ...app.platform,
      log: { ...log, warn: (_: unknown, said: string) => void warnings.push(said), info: () => undefined },
      db: {
        ...db,
        transaction: ((body: (tx: never) => Promise<unknown>, ...more: []) =>
          db.transaction(
            async (tx) => {
              await tx.$executeRawUnsafe('SET LOCAL ROLE writer_only')
              return body(tx as never)
            },
            ...more,
          )) as typeof db.transaction,
      },
    } as unknown as typeof app.platform
    await ask('CREATE ROLE writer_only').catch(() => undefined)
    await ask('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO writer_only')
    const later = new Date(app.clock.now().getTime() + 400 * DAY_MS)
    await makeComingMonths(limited, later)
    await makeComingMonths(limited, later)
    expect(warnings).toEqual([expect.stringContaining('may not make partitions')])
    expect(await partitions('events')).not.toContain(partition('events', monthAfter(0, later)))
    goTo(later)
    await use()
    expect(await rowsIn('events_rest')).toBeGreaterThan(0)
  })
})
