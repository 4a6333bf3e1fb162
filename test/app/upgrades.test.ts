/**
 * @module-tag heavy
 * @module-tag services
 */
/** A deployment is brought up to date while it serves: the schema first, then one server after the other. */
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { onConnection } from '../../src/kernel/database/connect.ts'
import { Hosts } from '../../src/kernel/database/hosts.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { MigrationError, readMigrations } from '../../src/kernel/database/migrations.ts'
import { postgresSession } from '../../src/kernel/database/session.ts'
import { databaseWithoutTables, emptyDatabase } from '../support/database.ts'
import { freshVat } from '../support/numbers.ts'
import { asOrganization } from '../support/load.ts'
import { type Started, allOf, call, serverProcesses } from '../support/processes.ts'
import { until } from '../support/until.ts'

const processes = serverProcesses()
afterAll(() => processes.end())

const migration = (name: string, sql: string) => ({ name: `2099010100000${name}`, sql, checksum: name })
/** What the next version would bring. */
const expand = migration(
  '1_expand',
  `-- compatible
  ALTER TABLE "documents" ADD COLUMN "later" TEXT, ADD COLUMN "sure" BOOLEAN NOT NULL DEFAULT false;
  ALTER TABLE "companies" ADD COLUMN "later" TEXT;
  CREATE TABLE "later" ("id" TEXT PRIMARY KEY);`,
)
const index = migration(
  '2_index',
  '-- compatible\n-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_later_idx" ON "companies" ("later");',
)
const contract = migration('3_contract', 'ALTER TABLE "later" RENAME TO "gone";')

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Nobody has it: what is sent there is delivered and told. */
const FAR_END = '9930:DE123456789'
const invoice = (from: string, number: string): object => ({
  type: 'invoice',
  from,
  to: FAR_END,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-1',
    lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
  },
})

interface Callers {
  more(count: number): Promise<void>
  end(): Promise<{ statuses: number[]; sent: string[] }>
}

/** One request after the other, until it is enough: what they were answered, and which documents were acknowledged. */
const load = ({ base, key, peppolId }: Started & { peppolId: string }): Callers => {
  const statuses: number[] = []
  const sent: string[] = []
  let isOver = false
  const waiting = new Set<() => void>()
  const running = (async () => {
    while (!isOver) {
      const made = await call(base, key, '/v1/companies', { vatNumber: freshVat() })
      const read = await call(base, key, `/v1/companies/${made.body.id}`)
      const number = `U-${sent.length}`
      const body = invoice(peppolId, number)
      const document = await call(base, key, '/v1/documents/send', body, { 'idempotency-key': number })
      const listed = await call(base, key, '/v1/documents')
      statuses.push(made.status, read.status, document.status, listed.status)
      sent.push(document.body.id)
      for (const wake of waiting) wake()
    }
  })()
  return {
    async more(count) {
      const enough = statuses.length + count
      while (statuses.length < enough)
        await Promise.race([new Promise<void>((resolve) => waiting.add(resolve)), running])
    },
    async end() {
      isOver = true
      await running
      return { statuses, sent }
    },
  }
}

/** How much is left to be delivered, or to be numbered. */
const leftOn = async (client: pg.Client): Promise<number | null> =>
  (
    await client.query(
      `SELECT FROM work WHERE kind = 'document.deliver' UNION ALL SELECT FROM events WHERE seq IS NULL`,
    )
  ).rowCount

/** What the feed tells of: the types of the events of each document. */
const toldOf = async ({ base, key }: Started): Promise<Record<string, string[]>> => {
  const told: Record<string, string[]> = {}
  for (const { type, data } of await allOf(base, key, '/v1/events'))
    if (data.documentId !== undefined) (told[data.documentId] ??= []).push(type)
  return told
}

describe.skipIf(inject('postgres') === '')('an upgrade', () => {
  test('a server of the version before serves through it, and another of that version starts after it', async () => {
    const url = await emptyDatabase('upgrade')
    const server = await processes.start({ DATABASE_URL: url })
    const client = await connected(url)
    try {
      const organization = await asOrganization(server)
      const callers = load(organization)
      await callers.more(12)
      const ours = readMigrations()
      expect(await migrate(postgresSession(client), [...ours, expand, index])).toEqual([expand.name, index.name])
      await callers.more(12)
      const { statuses, sent } = await callers.end()
      expect(statuses.filter((status) => status >= 400)).toEqual([])
      await until(() => leftOn(client), 0)
      const types = ['document.sent', 'document.delivered']
      expect(await toldOf(organization)).toEqual(Object.fromEntries(sent.map((id) => [id, types])))
      const again = await processes.start({ DATABASE_URL: url })
      expect((await call(again.base, again.key, '/v1/companies')).status).toBe(200)
      await processes.stop(again)

      // What takes something away is for a time when no such server runs: none starts on it.
      await migrate(postgresSession(client), [...ours, expand, index, contract])
      const { code, said } = await processes.fails({ DATABASE_URL: url })
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('Start the newer version') })
      expect((await call(server.base, server.key, '/v1/companies')).status).toBe(200)
    } finally {
      await client.end()
      await processes.stop(server)
    }
  }, 300_000)

  test('a migration does not stand in line for a lock: it lets those behind it pass, and asks again', async () => {
    const url = await databaseWithoutTables('lock')
    const [session, holder, reader] = await Promise.all([connected(url), connected(url), connected(url)])
    try {
      const one = { ...migration('1_one', 'CREATE TABLE one (id int primary key)') }
      const two = { ...migration('2_two', 'ALTER TABLE one ADD COLUMN two TEXT') }
      await migrate(postgresSession(session), [one])
      await holder.query('BEGIN; SELECT * FROM one')
      const refused = await migrate(postgresSession(session), [one, two], { lockMs: 50, tries: 1 }).catch(
        (error: unknown) => error,
      )
      expect(refused).toBeInstanceOf(MigrationError)
      expect((refused as Error).message).toContain('Somebody holds a table that it changes')
      expect((await reader.query('SELECT * FROM one')).fields.map(({ name }) => name)).toEqual(['id'])
      const pauses: number[] = []
      const pause = async (): Promise<void> => {
        // Nobody has to wait while the migration does not hold its place in the line.
        pauses.push((await reader.query('SELECT * FROM one')).rowCount ?? -1)
        if (pauses.length === 2) await holder.query('COMMIT')
      }
      expect(await migrate(postgresSession(session), [one, two], { lockMs: 50, tries: 5, pause })).toEqual([two.name])
      expect(pauses).toEqual([0, 0])
    } finally {
      await Promise.all([session, holder, reader].map((client) => client.end()))
    }
  }, 60_000)

  test('a statement of a migration takes as long as it needs, longer than one of a caller may', async () => {
    const url = await databaseWithoutTables('long')
    const long = migration('1_long', 'CREATE TABLE one AS SELECT 1 AS id FROM pg_sleep(12.5)')
    expect(await onConnection(new Hosts(url), (session) => migrate(session, [long]))).toEqual([long.name])
  }, 60_000)

  test('a migration that waits for somebody who waits for it is undone, and made again', async () => {
    const url = await databaseWithoutTables('deadlock')
    const [session, holder] = await Promise.all([connected(url), connected(url)])
    try {
      const one = migration('1_one', 'CREATE TABLE one (id int primary key); CREATE TABLE two (id int primary key)')
      const both = migration('2_both', 'ALTER TABLE one ADD COLUMN two TEXT; ALTER TABLE two ADD COLUMN one TEXT')
      await migrate(postgresSession(session), [one])
      // Of those who wait for each other the server undoes the first that looks.
      await holder.query(`SET deadlock_timeout = '30s'`)
      await holder.query('BEGIN; SELECT FROM two')
      const isWaiting = async (): Promise<boolean> =>
        (await holder.query(`SELECT FROM pg_locks WHERE NOT granted`)).rowCount === 1
      const pauses: number[] = []
      const pause = async (): Promise<void> => {
        pauses.push((await asking).rowCount ?? -1)
        await holder.query('COMMIT')
      }
      const migrated = migrate(postgresSession(session), [one, both], { lockMs: 20_000, tries: 2, pause })
      await until(isWaiting)
      const asking = holder.query('SELECT FROM one')
      expect(await migrated).toEqual([both.name])
      expect(pauses).toEqual([0])
    } finally {
      await Promise.all([session, holder].map((client) => client.end()))
    }
  }, 60_000)

  test('two that migrate at once do not hinder each other, also with an index that waits for all others', async () => {
    const url = await databaseWithoutTables('together')
    const clients = await Promise.all([connected(url), connected(url), connected(url)])
    try {
      const one = migration('1_one', 'CREATE TABLE companies (later int primary key)')
      const applied = await Promise.all(clients.map((client) => migrate(postgresSession(client), [one, index])))
      expect(applied.map((names) => names.length).sort()).toEqual([0, 0, 2])
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  }, 60_000)
})
