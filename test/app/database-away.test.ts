/** @module-tag services */
/** What callers see while PostgreSQL is away, stands still, or has no connection left. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/kernel/database/open.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { openEvents } from '../support/event-source.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../support/refusals.ts'
import { type RestartablePostgres, startRestartablePostgres } from '../support/servers.ts'
import { connect, subscriptions } from '../support/sockets.ts'
import { including, until } from '../support/until.ts'

const TIMEOUT_MS = 600
const PATIENCE_MS = 30_000

let postgres: RestartablePostgres
let app: TestApp
let tenant: Tenant
let base: string

const companyBody = () => ({ vatNumber: freshVat() })

/** Every door, asked once: each has its own form of the same refusal. */
const askEveryDoor = async (): Promise<void> => {
  const refused: [Answer, 'catalog' | 'operation'][] = [
    [await tenant.get('/v1/documents'), 'catalog'],
    [await tenant.get('/v1/companies'), 'operation'],
    [await tenant.post('/v1/companies', companyBody(), { 'idempotency-key': freshVat() }), 'operation'],
    [await tenant.get('/v1/events/stream'), 'catalog'],
  ]
  for (const [answer, dialect] of refused) {
    if (dialect === 'catalog') expectRefusal(answer, 'UPSTREAM_UNAVAILABLE')
    else expectOperationRefusal(answer, 'UPSTREAM_UNAVAILABLE')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  const graphql = await tenant.post('/graphql', { query: '{ companies { nodes { id } } }' })
  expect(graphql.body.errors).toMatchObject([
    { extensions: { code: 'UPSTREAM_UNAVAILABLE', status: 503, retryAfter: expect.any(Number) } },
  ])
}

/** What an administrator of the server does, on a connection of their own. */
const ask = async (sql: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(sql)
  await admin.end()
}

/** Whatever comes of `body`, the next test finds the server running. */
const whileStopped = async (body: () => Promise<void>): Promise<void> => {
  await postgres.halt()
  try {
    await body()
  } finally {
    await postgres.start()
  }
}

const health = async (): Promise<{ serving: number; readiness: number; liveness: number; metrics: number }> => ({
  serving: (await tenant.get('/health/serving')).status,
  readiness: (await tenant.get('/health/readiness')).status,
  liveness: (await tenant.get('/health/liveness')).status,
  metrics: (await tenant.get('/metrics')).status,
})

describe.skipIf(inject('postgres') === '')('a PostgreSQL server that is not there', () => {
  beforeAll(async () => {
    postgres = await startRestartablePostgres()
    app = await startApp(
      {},
      { database: openDatabase({ url: postgres.url, pool: 2, timeoutMs: TIMEOUT_MS, countQueries: true }) },
    )
    tenant = await app.tenant('white_label')
    base = await app.listen()
  }, PATIENCE_MS)
  afterAll(async () => {
    await app?.close()
    await postgres?.stop()
  })

  test(
    'every door answers 503 with Retry-After while the server is stopped, and as before when it is back',
    { timeout: PATIENCE_MS },
    async () => {
      const open = connect(`${base}/graphql`, tenant.headers)
      const following = open.follow('subscription { events { type companyId } }')
      await until(() => subscriptions(app), 1)
      await whileStopped(async () => {
        await askEveryDoor()
        expect((await open.ask('{ companies { nodes { id } } }')).errors).toMatchObject([
          { extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
        ])
        expect(await health()).toEqual({ serving: 503, readiness: 503, liveness: 200, metrics: 200 })
      })
      const { status, body } = await tenant.post('/v1/companies', companyBody())
      expect(status).toBe(201)
      await until(() => following.received.map(({ data }) => data.events.companyId), including(body.id))
      expect(await health()).toEqual({ serving: 200, readiness: 200, liveness: 200, metrics: 200 })
      expect((await open.ask('{ companies { nodes { id } } }')).errors).toBeUndefined()
      // What was refused meanwhile waited in the log for the database.
      await until(async () => {
        const { body: logged } = await tenant.get('/v1/request-logs?limit=100')
        return logged.data.map(({ status: answered }: Body) => answered)
      }, including(503))
      await open.client.dispose()
    },
  )

  test(
    'a new socket is told to come again while the server is stopped, and not that its key is wrong',
    { timeout: PATIENCE_MS },
    async () => {
      const key = await tenant.keyWith(['documents.read'])
      await whileStopped(async () => {
        const socket = connect(`${base}/graphql`, { authorization: `Bearer ${key.key}` })
        const answer: Body = await socket.ask('{ viewer { __typename } }')
        expect({ closed: await socket.closed, answer: answer.errors }).toMatchObject({
          closed: { code: 1013, reason: 'UPSTREAM_UNAVAILABLE' },
        })
      })
    },
  )

  test('streams live through an absence: what is announced after it arrives', { timeout: PATIENCE_MS }, async () => {
    const events = await openEvents(`${base}/v1/events/stream`, tenant.headers)
    await postgres.restart('fast')
    const { body } = await tenant.post('/v1/companies', companyBody())
    await until(() => events.messages.map(({ data }) => data?.data?.companyId), including(body.id))
    expect(events.messages.map(({ event }) => event)).not.toContain('error')
    events.leave()
  })

  test(
    'a read that meets a connection cut off is answered, without the caller noticing',
    { timeout: PATIENCE_MS },
    async () => {
      for (let times = 0; times < 5; times++) {
        await postgres.restart('terminate')
        expect((await tenant.get('/v1/companies')).status).toBe(200)
      }
    },
  )

  test(
    'a server that stands still is answered for with 503 while it does, and used again when it goes on',
    { timeout: PATIENCE_MS },
    async () => {
      await postgres.freeze()
      try {
        expectOperationRefusal(await tenant.get('/v1/companies'), 'UPSTREAM_UNAVAILABLE')
        expectOperationRefusal(await tenant.post('/v1/companies', companyBody()), 'UPSTREAM_UNAVAILABLE')
        expect((await tenant.get('/health/serving')).status).toBe(503)
      } finally {
        postgres.thaw()
      }
      await until(async () => (await tenant.post('/v1/companies', companyBody())).status, 201)
    },
  )

  test(
    'where every connection waits for a lock, the others are answered 503 and nothing is stored',
    { timeout: PATIENCE_MS },
    async () => {
      const holder = new pg.Client({ connectionString: postgres.url })
      await holder.connect()
      await holder.query('BEGIN; LOCK TABLE companies IN ACCESS EXCLUSIVE MODE')
      const vatNumbers = Array.from({ length: 6 }, freshVat)
      const answers = await Promise.all(vatNumbers.map((vatNumber) => tenant.post('/v1/companies', { vatNumber })))
      for (const answer of answers) expectOperationRefusal(answer, 'UPSTREAM_UNAVAILABLE')
      await holder.query('ROLLBACK')
      await holder.end()
      const { body } = await tenant.get('/v1/companies?limit=100')
      const stored = body.data.map((row: Body) => row.vatNumber)
      for (const vatNumber of vatNumbers) expect(stored).not.toContain(vatNumber)
    },
  )

  test(
    'a database that takes no writes is answered for with 503, and goes on to be read',
    { timeout: PATIENCE_MS },
    async () => {
      await ask('ALTER DATABASE postgres SET default_transaction_read_only = on')
      await postgres.restart('terminate')
      const before = (await tenant.get('/v1/companies?limit=100')).body.data.length
      expectOperationRefusal(await tenant.post('/v1/companies', companyBody()), 'UPSTREAM_UNAVAILABLE')
      expect((await tenant.get('/v1/companies?limit=100')).body.data).toHaveLength(before)
      await ask('BEGIN READ WRITE; ALTER DATABASE postgres RESET default_transaction_read_only; COMMIT')
      await postgres.restart('terminate')
      expect((await tenant.post('/v1/companies', companyBody())).status).toBe(201)
    },
  )
})
