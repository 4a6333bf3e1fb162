/**
 * @module-tag heavy
 * @module-tag services
 */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/kernel/database/open.ts'
import { appendEvents } from '../../../src/engine/feed/outbox.ts'
import { postgresWakeUps } from '../../../src/kernel/wake-ups/postgres.ts'
import type { WakeUps } from '../../../src/kernel/wake-ups/wake-ups.ts'
import { startApp } from '../../support/app.ts'
import { type Connect, type Connection, connects } from '../../support/event-clients.ts'
import { serverProcesses } from '../../support/processes.ts'

/**
 * `npm run test:long -- live` is the long form: 50,000 events, 500 deaths of each client, and two servers on PostgreSQL
 * that are killed too.
 */
const EVENTS = Number(process.env['LIVE_EVENTS'] ?? 300)
const DEATHS = Number(process.env['LIVE_DEATHS'] ?? 5)
/** Of servers. */
const KILLS = Number(process.env['LIVE_KILLS'] ?? 1)
const WRITERS = 8
const PATIENCE_MS = 60_000 + EVENTS * 40
/** What one transaction announces at most. */
const AT_ONCE = 12

/** Where clients connect, and where events are written. */
interface Stage {
  key: string
  organizationId: string
  database: Database
  wakeUps: WakeUps
  bases(): string[]
  /** Kills a server and starts it again, where there is more than one. */
  disturb(): Promise<void>
  close(): Promise<void>
}

/** One process, on the embedded database. */
const alone = async (): Promise<Stage> => {
  const app = await startApp()
  const base = await app.listen()
  const { key, organizationId } = await app.tenant()
  const { db, wakeUps } = app.platform
  return {
    key,
    organizationId,
    database: db,
    wakeUps,
    bases: () => [base],
    disturb: () => Promise.resolve(),
    close: () => app.close(),
  }
}

/** Two servers on PostgreSQL; the writers are neither of them. */
const together = async (postgres: string): Promise<Stage> => {
  const name = `live_${process.pid}`
  const admin = new pg.Client({ connectionString: postgres })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(postgres), { pathname: `/${name}` }).href
  const products = serverProcesses()
  const settings = { DATABASE_URL: url, SUBSCRIBER_BUFFER: '2000' }
  const servers = [await products.start(settings), await products.start(settings)]
  const { key } = servers[0] as (typeof servers)[number]
  const me = (await (
    await fetch(`${servers[0]?.base}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as { organizationId: string }
  const database = await openDatabase({ url, pool: WRITERS })
  // A client that dies ten times a second calls often.
  await database.client.organization.update({ where: { id: me.organizationId }, data: { plan: 'white_label' } })
  const wakeUps = postgresWakeUps(url, pino({ level: 'silent' }))
  return {
    key,
    organizationId: me.organizationId,
    database,
    wakeUps,
    bases: () => servers.map(({ base }) => base),
    async disturb() {
      const which = randomInt(servers.length)
      servers[which]?.child.kill('SIGKILL')
      await servers[which]?.ended
      servers[which] = await products.start(settings)
    },
    async close() {
      await products.end()
      await wakeUps.close()
      await database.close()
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

let stage: Stage
beforeAll(
  async () => void (stage = await (inject('postgres') === '' ? alone() : together(inject('postgres')))),
  120_000,
)
afterAll(() => stage.close())

let written = 0
/** Transactions of different lengths, which commit in another order than they began. */
const write = async (writer: number): Promise<void> => {
  const { database, wakeUps, organizationId } = stage
  while (written < EVENTS) {
    const count = Math.min(1 + randomInt(AT_ONCE), EVENTS - written)
    written += count
    const events = Array.from({ length: count }, (_none, index) => ({
      organizationId,
      companyId: null,
      type: 'document.updated' as const,
      data: { documentId: `doc_${writer}`, changes: [{ field: 'archived', from: null, to: String(index) }] },
    }))
    await database.transaction(async (db) => {
      for (const part of [events.slice(0, 1), events.slice(1)]) {
        await appendEvents(db, part, new Date())
        if (randomInt(4) === 0) await wait(randomInt(5))
      }
    })
    wakeUps.publish('events', '')
  }
}

interface Life {
  seen: number[]
  deaths: number
}

/**
 * One client that dies again and again, and each time comes back to some server after the last event that it has seen.
 */
const live = async (connect: Connect, life: Life): Promise<void> => {
  while (life.seen.length < EVENTS || life.deaths < DEATHS) {
    // Deaths are spread over all events.
    let left =
      life.deaths < DEATHS
        ? randomInt(Math.ceil((2 * (EVENTS - life.seen.length)) / (DEATHS - life.deaths)) + 1)
        : Number.POSITIVE_INFINITY
    const bases = stage.bases()
    let connection: Connection | undefined
    let dead = false
    const die = (): void => {
      dead = true
      connection?.kill()
    }
    try {
      connection = await connect(String(bases[randomInt(bases.length)]), stage.key, life.seen.at(-1) ?? 0, (seq) => {
        if (dead) return
        life.seen.push(seq)
        if ((left -= 1) < 0 || life.seen.length === EVENTS) die()
      })
      if (dead || life.seen.length === EVENTS) die()
      await connection.lost
      if (dead) life.deaths += 1
    } catch {
      // Nobody listens there: the server is dead as well.
      await wait(50)
    }
  }
}

describe('while eight writers write, servers die, and clients die and come back', () => {
  test(
    'while servers and clients die, every client of every door sees every event once and in order',
    { timeout: PATIENCE_MS },
    async () => {
      const lives = Object.values(connects).map((connect) => ({ connect, life: { seen: [], deaths: 0 } as Life }))
      let [over, kills] = [false, 0]
      const disturbing = (async () => {
        while (!over && kills < KILLS) {
          await stage.disturb()
          kills += 1
          await wait(200)
        }
      })()
      const began = performance.now()
      await Promise.all([
        ...Array.from({ length: WRITERS }, (_none, writer) => write(writer)),
        ...lives.map(({ connect, life }) => live(connect, life)),
      ])
      over = true
      await disturbing
      const expected = Array.from({ length: EVENTS }, (_none, index) => index + 1)
      for (const { life } of lives) {
        expect(life.seen).toEqual(expected)
        expect(life.deaths).toBeGreaterThanOrEqual(DEATHS)
      }
      const rows = await stage.database.client.event.findMany({
        where: { organizationId: stage.organizationId },
        select: { seq: true },
        orderBy: { seq: 'asc' },
      })
      expect(rows.map(({ seq }) => Number(seq))).toEqual(expected)
      if (process.env['LIVE_EVENTS'])
        process.stdout.write(
          `${EVENTS} events, ${lives.map(({ life }) => life.deaths).join(', ')} deaths of clients, ` +
            `${kills} of servers, ${Math.round((performance.now() - began) / 1_000)} s\n`,
        )
    },
  )
})
