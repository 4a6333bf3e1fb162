/** @module-tag services */
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { redisWakeUps } from '../../src/kernel/wake-ups/redis.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { including, until } from '../support/until.ts'

/** A relay that stands still is cut off after this time. */
const STANDSTILL_MS = 1_500
/** The lock that says whose turn it is. */
const LOCK = 727_274_002

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  // Nothing but what the tests do makes events.
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

const numbered = (): Promise<number> =>
  app.platform.db.client.event.count({ where: { organizationId: tenant.organizationId, seq: { not: null } } })
test('the metrics tell how many events wait for a number, and for how long', async () => {
  const still = await startApp({ WORKERS: 'off' })
  try {
    const metric = async (name: string): Promise<number> =>
      Number(new RegExp(`^${name} ([0-9.]+)`, 'm').exec(String((await still.anyone.get('/metrics')).body))?.[1])
    const { post } = await still.tenant()
    await still.platform.relay.drain()
    expect([await metric('events_unnumbered'), await metric('relay_lag_seconds')]).toEqual([0, 0])
    await still.platform.relay.close()
    for (let count = 0; count < 3; count++) await post('/v1/companies', { vatNumber: freshVat() })
    still.clock.advance(90_000)
    expect(await metric('events_unnumbered')).toBe(3)
    expect(await metric('relay_lag_seconds')).toBeGreaterThanOrEqual(90)
  } finally {
    await still.close()
  }
})

describe.skipIf(inject('postgres') === '')('on PostgreSQL', () => {
  /** Another relay, at the moment at which it has the turn. */
  const another = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: String(app.platform.db.directUrl) })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('BEGIN')
    await client.query(
      `SELECT pg_advisory_xact_lock(${LOCK}), set_config('idle_in_transaction_session_timeout', ` +
        `'${STANDSTILL_MS}', true)`,
    )
    return client
  }

  test.each(['dies', 'stands still'])(
    'while one relay has the turn no other gives numbers; when it %s, another does',
    async (end) => {
      const before = await numbered()
      const other = await another()
      await tenant.post('/v1/companies', { vatNumber: freshVat() })
      await app.platform.relay.drain()
      expect(await numbered()).toBe(before)
      // The process is gone: nobody says goodbye.
      if (end === 'dies')
        (other as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      await until(numbered, before + 1)
    },
  )
})

// Of the runs only `npm run test:services` has one.
describe.skipIf(inject('redis') === '')('with Redis', () => {
  test('a wake-up over Redis reaches other instances, and not the one that sent it twice', async () => {
    const url = `${inject('redis')}/0?keyPrefix=${process.pid}:wake:`
    const log = pino({ level: 'silent' })
    const gauge = { set: () => undefined }
    const [one, two] = [redisWakeUps(url, log, gauge), redisWakeUps(url, log, gauge)]
    const heard: [string, string][] = []
    one.subscribe('numbered', (payload) => void heard.push(['one', payload]))
    two.subscribe('numbered', (payload) => void heard.push(['two', payload]))
    try {
      await until(() => {
        one.publish('numbered', 'org_a:7')
        return heard.map(([who]) => who)
      }, including('two'))
      heard.length = 0
      for (const seq of [8, 9]) one.publish('numbered', `org_a:${seq}`)
      await until(
        () => heard.filter(([who, payload]) => who === 'two' && payload !== 'org_a:7').map(([, payload]) => payload),
        ['org_a:9'],
      )
      expect(heard.filter(([who]) => who === 'one').map(([, payload]) => payload)).toEqual(['org_a:8', 'org_a:9'])
    } finally {
      await one.close()
      await two.close()
    }
  })
})
