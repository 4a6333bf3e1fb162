/** @module-tag heavy */
/** A deployment that lived on one server is spread over several, as an operator does it, and goes on there. */
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { distribute } from '../../prisma/distributed.ts'
import { type Contents, contentsOf } from '../../src/app/backup/manifest.ts'
import { onConnection } from '../../src/kernel/database/connect.ts'
import { Hosts } from '../../src/kernel/database/hosts.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { readMigrations } from '../../src/kernel/database/migrations.ts'
import { openDatabase } from '../../src/kernel/database/open.ts'
import { type Answer, type Body, Caller, type TestApp, startApp } from '../support/app.ts'
import { joinNodes, onDatabase } from '../support/citus.ts'
import { databaseWithoutTables } from '../support/database.ts'
import { freshVat } from '../support/numbers.ts'
import { type Program, startProgram } from '../support/program.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

const root = join(import.meta.dirname, '../..')
const PATIENCE_MS = 300_000
/** Those in the database who wait for a table, or for another command. */
const WAITING = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND NOT granted`
/** Rejects what it is sent, which then stays in the list of documents that are not delivered. */
const REJECTS = '9930:DE000000420'

interface Customer {
  /** Its keys: of everything, and one that only reads documents. */
  key: string
  reader: string
  hook: string
  peppolId: string
  /** What it has read, by path. */
  seen: Record<string, Body>
}

const within = async <T>(url: string, body: (app: TestApp) => Promise<T>): Promise<T> => {
  const database = openDatabase({ url, pool: 4, countQueries: true })
  const app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { database })
  return body(app).finally(() => app.close())
}

const as = (app: TestApp, key: string): Caller => new Caller(app, { authorization: `Bearer ${key}` })

const made = ({ status, body }: Answer): Body => {
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

const read = async (caller: Caller, path: string): Promise<Body> => {
  const { status, body } = await caller.get(path)
  expect({ path, status, body }).toMatchObject({ status: 200 })
  return body
}

const send = async (app: TestApp, from: Customer, to: string, number: string): Promise<Body> => {
  const lines = [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }]
  const document = { number, issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO', lines }
  return made(
    await as(app, from.key).post('/v1/documents/send', { type: 'invoice', from: from.peppolId, to, document }),
  )
}

/** Everything that is due happens, and what it announces is numbered. */
const settle = async ({ platform }: TestApp): Promise<void> => {
  await platform.runner?.settle()
  await platform.relay.drain()
  await platform.runner?.settle()
}

/** An organization with a company, a partner, a webhook and two keys. */
const customer = async (app: TestApp, hook: string): Promise<Customer> => {
  const tenant = await app.tenant()
  made(await tenant.post('/v1/companies', { vatNumber: freshVat() }))
  made(await tenant.post('/v1/partners', { peppolId: '0192:923609016' }))
  made(await tenant.post('/v1/webhooks', { url: hook, events: ['*'] }))
  const { key: reader } = made(await tenant.post('/v1/api-keys', { name: 'reader', scopes: ['documents.read'] }))
  return { key: tenant.key, reader, hook: new URL(hook).pathname, peppolId: tenant.peppolId, seen: {} }
}

const readAll = async (app: TestApp, { key, reader, seen }: Customer): Promise<void> => {
  const see = async (path: string, by = key): Promise<Body> => (seen[path] = await read(as(app, by), path))
  for (const path of ['/v1/me', '/v1/companies', '/v1/partners', '/v1/events', '/v1/stats']) await see(path)
  for (const { id } of (await see('/v1/documents', reader)).data) await see(`/v1/documents/${id}`)
  for (const { id } of (await see('/v1/webhooks')).data) await see(`/v1/webhooks/${id}/deliveries`)
  await see('/v1/documents?status=rejected')
}

const distributing = (url: string): Program =>
  startProgram('node', ['prisma/distribute.ts'], { DATABASE_URL: url, DATABASE_DIRECT_URL: '' }, root)

const distributed = async (url: string): Promise<{ code: number | null; said: string }> => {
  const program = distributing(url)
  return { code: await program.ended(), said: program.said() }
}

describe.skipIf(inject('nodes').length < 2)('a deployment of one server that is spread over several', () => {
  let sink: Sink
  /** As its owner, who is no superuser. */
  let url: string
  let database: string
  let customers: Customer[]
  let before: Contents

  const contents = (): Promise<Contents> => onConnection(new Hosts(url), contentsOf)
  const ask = <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
    onDatabase(inject('postgres'), database, async (client) => (await client.query<Row>(sql)).rows)

  beforeAll(async () => {
    sink = await startSink()
    const first = await databaseWithoutTables('spread')
    database = new URL(first).pathname.slice(1)
    const owner = `owner_of_${database}`
    for (const node of inject('nodes'))
      await onDatabase(node, 'postgres', async (client) => {
        await client.query(`CREATE ROLE ${owner} LOGIN`)
        if (node !== inject('postgres')) await client.query(`CREATE DATABASE ${database}`)
        await client.query(`ALTER DATABASE ${database} OWNER TO ${owner}`)
      })
    url = Object.assign(new URL(first), { username: owner }).href
    await within(url, async (app) => {
      customers = []
      for (const name of ['one', 'two', 'three']) customers.push(await customer(app, `${sink.url}/${name}`))
      for (const [at, one] of customers.entries()) {
        await send(app, one, (customers.at(at - 1) as Customer).peppolId, 'A-1')
        await send(app, one, REJECTS, 'A-2')
      }
      await settle(app)
      for (const one of customers) await readAll(app, one)
    })
    before = await contents()
    await joinNodes(inject('nodes'), database)
  }, PATIENCE_MS)
  afterAll(() => sink.stop())

  test('has every row of every table, also where the command was killed and run again', async () => {
    const rows = Object.fromEntries(before.tables.map(({ name, rows }) => [name, rows]))
    for (const table of ['companies', 'partners', 'documents', 'open_documents', 'events', 'webhook_deliveries'])
      expect({ table, rows: rows[table] }).toEqual({ table, rows: expect.toSatisfy((count: number) => count > 2) })
    await onDatabase(inject('postgres'), database, async (holder) => {
      const waiting = async (): Promise<number> => (await holder.query(WAITING)).rowCount ?? 0
      await holder.query('BEGIN; LOCK TABLE documents IN ROW EXCLUSIVE MODE')
      const killed = distributing(url)
      await until(waiting, 1)
      await killed.kill()
      const again = distributed(url)
      // The server does not know yet that the first one is gone, and goes on with its table.
      await until(waiting, 2)
      await holder.query('COMMIT')
      expect(await again).toEqual({ code: 0, said: expect.stringMatching(/^Distributed: .*\bwebhook_deliveries\b/) })
    })
    expect(await contents()).toEqual(before)
  })
  test('says of another run that nothing is left', async () => {
    expect(await distributed(url)).toEqual({ code: 0, said: 'Nothing to distribute.\n' })
  })
  // They would take their room twice, and a migration would hold new constraints against them.
  test('leaves no rows of tenants on the coordinator', async () => {
    expect(
      await ask(`SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0`),
    ).toEqual([])
  })
  test('answers every read as before, delivers, tells webhooks, and numbers events from where it was', async () => {
    await within(url, async (app) => {
      expect(app.platform.db.isDistributed).toBe(true)
      for (const one of customers) {
        const { seen } = one
        await readAll(app, Object.assign(one, { seen: {} }))
        expect(one.seen).toEqual(seen)
      }
      const told = sink.posted.length
      const [one, other] = customers as [Customer, Customer]
      const { id } = await send(app, one, other.peppolId, 'B-1')
      expect(
        await ask(`SELECT "issueDate"::text, "dueDate"::text FROM open_documents WHERE "documentId" = '${id}'`),
      ).toEqual([{ issueDate: '2026-11-20', dueDate: '2026-12-20' }])
      await settle(app)
      expect(await read(as(app, one.reader), `/v1/documents/${id}`)).toMatchObject({ status: 'delivered' })
      const hooks = sink.posted.slice(told).map(({ path }) => path)
      expect(hooks).toEqual(expect.arrayContaining([one.hook, other.hook]))
      for (const { key, seen } of [one, other]) {
        const events: Body[] = (await read(as(app, key), '/v1/events')).data
        const first = seen['/v1/events'].data.length
        expect(events.length).toBeGreaterThan(first)
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
        expect(events.slice(0, first)).toEqual(seen['/v1/events'].data)
      }
    })
  })
})

/** Whoever distributed a database had these migrations at least. */
const DISTRIBUTED_WITH = '20261126192500_statistics_of_words'

describe.skipIf(inject('nodes').length < 2)('a database that an earlier release distributed', () => {
  test(
    'takes every migration that came since',
    async () => {
      const url = await databaseWithoutTables('earlier')
      const name = new URL(url).pathname.slice(1)
      for (const node of inject('nodes'))
        if (node !== inject('postgres'))
          await onDatabase(node, 'postgres', (client) => client.query(`CREATE DATABASE ${name}`))
      await joinNodes(inject('nodes'), name)
      const [earlier, since] = [true, false].map((isEarlier) =>
        readMigrations().filter((migration) => migration.name <= DISTRIBUTED_WITH === isEarlier),
      )
      await onConnection(new Hosts(url), async (session) => {
        await migrate(session, earlier)
        await distribute(session)
        const writers = (): Promise<{ prosrc: string }[]> =>
          session.query(
            `SELECT prosrc FROM pg_proc WHERE proname IN ('open_document', 'close_document') ORDER BY proname`,
          )
        const before = await writers()
        expect(await migrate(session)).toEqual(since?.map((migration) => migration.name))
        // Where the row is, triggers still write beside it.
        expect(await writers()).toEqual(before)
        expect(await distribute(session)).toEqual([])
      })
    },
    PATIENCE_MS,
  )
})
