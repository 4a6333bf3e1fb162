import { TransactionAbortedError } from '@electric-sql/pglite'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pendingSql } from '../../prisma/engine.ts'
import { DataFolderInUse, lockDataFolder } from '../../src/kernel/database/data-folder.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../src/kernel/database/embedded.ts'
import { MigrationError, migrate, readMigrations } from '../../src/kernel/database/migrate.ts'
import { tendEmbedded } from '../../src/kernel/database/upkeep.ts'
import { constraintOf, embeddedSession } from '../../src/kernel/database/open.ts'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'

/** Tables that belong to no tenant, and why. */
const globalTables: Readonly<Record<string, string>> = {
  organizations: 'The tenant itself.',
  api_key_hashes: 'A key is found by its hash before its tenant is known.',
  participants: 'Incoming documents are routed by it, before their tenant is known.',
  directory_entries: 'What the public directory tells of participants, who belong to nobody.',
  registry_answers: 'What national registries tell of companies, whoever asked.',
  simulated_messages: 'What the far end of the simulated network has taken over.',
  deployment_settings: 'Secrets that all instances of one deployment share.',
  _prisma_migrations: 'The history of the schema.',
  simulated_sdi_files: 'What the simulated interchange system has taken over.',
}

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const sql = <Row>(text: string): Promise<Row[]> => app.platform.db.client.$queryRawUnsafe<Row[]>(text)

describe('every table', () => {
  test('every table has a primary key that starts with organizationId, or is on the list of global ones', async () => {
    const rows = await sql<{ table: string; first: string | null }>(`
      SELECT c.relname::text AS table, (SELECT a.attname::text FROM pg_constraint k JOIN pg_attribute a ON a.attrelid =
      c.oid AND a.attnum = k.conkey[1] WHERE k.conrelid = c.oid AND k.contype = 'p') AS first
      FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`)
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ table, first }) => first !== 'organizationId' && !(table in globalTables))).toEqual([])
    expect(Object.keys(globalTables).filter((name) => !rows.some(({ table }) => table === name))).toEqual([])
  })

  test('every foreign key between tables of tenants starts with organizationId on both sides', async () => {
    const rows = await sql<{ name: string; own: string; target: string; theirs: string }>(`
      SELECT k.conname::text AS name, a.attname::text AS own, k.confrelid::regclass::text AS target, b.attname::text AS
      theirs
      FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] JOIN pg_attribute
      b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`)
    expect(rows.length).toBeGreaterThan(8)
    expect(
      rows.filter(
        ({ own, target, theirs }) =>
          own !== 'organizationId' || theirs !== (target === 'organizations' ? 'id' : 'organizationId'),
      ),
    ).toEqual([])
  })

  test('every table keeps instants with their zone', async () => {
    expect(
      await sql(
        `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ` +
          `AND data_type = 'timestamp without time zone'`,
      ),
    ).toEqual([])
  })
})

describe('a row of one tenant', () => {
  test('a row of one tenant cannot point at a row of another: the database refuses', async () => {
    const { client } = app.platform.db
    const stranger = await app.tenant()
    const { organizationId } = tenant
    const { body: theirs } = await stranger.post('/v1/companies', { vatNumber: freshVat() })
    const before = await tenant.footprint()
    const now = app.clock.now()
    const attempts = [
      () =>
        client.apiKey.create({
          data: {
            organizationId,
            id: 'key_x',
            name: 'x',
            type: 'platform',
            testMode: true,
            keyPrefix: 'x',
            scopes: [],
            companyId: theirs.id,
            createdAt: now,
          },
        }),
      () =>
        client.event.create({
          data: {
            organizationId,
            id: 'evt_x',
            type: 'company.created',
            companyId: theirs.id,
            data: {},
            createdAt: now,
          },
        }),
      () =>
        client.work.create({
          data: {
            organizationId,
            id: 'work_x',
            kind: 'company.refresh',
            companyId: theirs.id,
            subjectId: 'x',
            target: 'x',
            dueAt: now,
            createdAt: now,
          },
        }),
      () =>
        client.company.update({
          where: { organizationId_id: { organizationId, id: tenant.companyId } },
          data: { legalAddressId: theirs.legalAddressId },
        }),
    ]
    for (const attempt of attempts)
      expect(
        constraintOf(
          await attempt().then(
            () => undefined,
            (error: unknown) => error,
          ),
        ),
      ).toMatch(/organizationId/)
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('instants', () => {
  test('instants come back as they were written, in UTC, whatever the zone of the machine', async () => {
    const { client } = app.platform.db
    const instants = ['2026-03-29T01:30:00.123Z', '1999-12-31T23:59:59.999Z', '2028-02-29T00:00:00.000Z']
    for (const text of instants) {
      await client.organization.update({
        where: { id: tenant.organizationId },
        data: { rateLimitedUntil: new Date(text) },
      })
      expect(
        (
          await client.organization.findUniqueOrThrow({ where: { id: tenant.organizationId } })
        ).rateLimitedUntil?.toISOString(),
      ).toBe(text)
      const [raw] = await sql<{ at: Date; text: string }>(
        `SELECT "rateLimitedUntil" AS at, to_char("rateLimitedUntil", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ` +
          `AS text FROM organizations WHERE id = '${tenant.organizationId}'`,
      )
      expect([new Date(raw?.at ?? 0).toISOString(), raw?.text]).toEqual([text, text])
    }
    await client.organization.update({ where: { id: tenant.organizationId }, data: { rateLimitedUntil: null } })
    expect(await sql('SHOW TimeZone')).toEqual([
      expect.toSatisfy((row: object) => /^(UTC|Etc\/UTC)$/.test(String(Object.values(row)[0]))),
    ])
  })
})

describe('migrations', () => {
  let embedded: EmbeddedDatabase
  const one = { name: '20260101000000_one', sql: 'CREATE TABLE one (id int primary key)', checksum: 'a' }
  const two = {
    name: '20260102000000_two',
    sql: 'CREATE TABLE two (id int primary key); INSERT INTO two VALUES (1)',
    checksum: 'b',
  }
  const three = { name: '20260103000000_three', sql: 'CREATE TABLE three (id int primary key)', checksum: 'c' }
  beforeAll(async () => void (embedded = await openEmbedded(undefined)))
  afterAll(() => embedded.close())

  const session = () => embeddedSession(embedded.pglite)
  const tables = async (): Promise<string[]> =>
    (
      await session().query<{ name: string }>(
        `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = ` +
          `'public'::regnamespace AND relname NOT LIKE '\\_%' ORDER BY 1`,
      )
    ).map(({ name }) => name)
  const refusal = async (migrations: (typeof one)[]): Promise<string> => {
    const before = await tables()
    const error: unknown = await migrate(session(), migrations).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(MigrationError)
    expect(await tables()).toEqual(before)
    return (error as Error).message
  }
  /** Every test begins with an empty database. */
  const fresh = async (): Promise<void> => session().script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')

  test('the migrations say what the schema says', async () => {
    await fresh()
    await migrate(session())
    expect(await pendingSql(embedded.pglite)).toBe('')
  })
  test('migrations are applied once, in order, and recorded as Prisma records them', async () => {
    await fresh()
    expect(await migrate(session(), [one, two])).toEqual([one.name, two.name])
    expect(await migrate(session(), [one, two])).toEqual([])
    expect(await migrate(session(), [one, two, three])).toEqual([three.name])
    expect(
      await session().query(
        'SELECT migration_name, checksum, applied_steps_count AS steps, finished_at IS NOT NULL AS ' +
          'finished, rolled_back_at FROM _prisma_migrations ORDER BY migration_name',
      ),
    ).toEqual(
      [one, two, three].map(({ name, checksum }) => ({
        migration_name: name,
        checksum,
        steps: 1,
        finished: true,
        rolled_back_at: null,
      })),
    )
  })
  test('migrations are refused when one that was applied was edited', async () => {
    await fresh()
    await migrate(session(), [one])
    expect(await refusal([{ ...one, checksum: 'z' }, two])).toBe(
      `Migration ${one.name} differs from the one that was applied to this database. Migrations are ` +
        'never edited: add a new one.',
    )
  })
  test('migrations are refused on a database of a newer version', async () => {
    await fresh()
    await migrate(session(), [one, two])
    expect(await refusal([one])).toContain(`has the migration ${two.name}, which this version does not know`)
  })
  test('migrations are refused when one in the middle is missing', async () => {
    await fresh()
    await migrate(session(), [one, three])
    expect(await refusal([one, two, three])).toBe(
      `Migration ${two.name} is missing from this database although the later ${three.name} was applied.`,
    )
  })
  test('migrations are refused when one was begun and never finished', async () => {
    await fresh()
    await migrate(session(), [one])
    await session().query('UPDATE _prisma_migrations SET finished_at = NULL')
    expect(await refusal([one, two])).toContain(`Migration ${one.name} was begun on this database and never finished.`)
  })
  test('migrations leave nothing behind when one fails half-way', async () => {
    await fresh()
    await migrate(session(), [one])
    expect(await refusal([one, { ...two, sql: `${two.sql}; SELECT no_such_function()` }])).toContain(
      `Migration ${two.name} failed and was rolled back`,
    )
    expect(await migrate(session(), [one, two])).toEqual([two.name])
  })
  test('migrations come with names that sort by their time, and are not empty', () => {
    const migrations = readMigrations()
    expect(migrations.length).toBeGreaterThan(0)
    for (const { name, sql: text } of migrations)
      expect([/^\d{14}_[a-z0-9_]+$/.test(name), text.trim() !== '']).toEqual([true, true])
  })
})

test('statistics of the planner follow within seconds of a table being filled', async () => {
  await app.platform.db.client.$executeRaw`INSERT INTO deployment_settings (name, value)
        SELECT 'setting ' || n, 'x' FROM generate_series(1, 500) AS n`
  await expect
    .poll(
      () => sql<{ rows: number }>(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'deployment_settings'`),
      { timeout: 15_000 },
    )
    .toEqual([{ rows: expect.toSatisfy((rows: number) => rows >= 500) }])
})

describe('the embedded database', () => {
  let embedded: EmbeddedDatabase
  beforeAll(async () => {
    embedded = await openEmbedded(undefined)
    await embedded.pglite.exec('CREATE TABLE tenders (id int); CREATE TABLE bids (id int)')
  })
  afterAll(() => embedded.close())

  const ask = async <Row>(text: string): Promise<Row[]> => (await embedded.pglite.query<Row>(text)).rows
  /** What has happened is counted at once, where the server would take a second. */
  const tended = async (): Promise<Record<string, number>> => {
    await ask('SELECT pg_stat_force_next_flush()')
    await tendEmbedded(embeddedSession(embedded.pglite))
    return Object.fromEntries(
      (
        await ask<{ name: string; rows: number }>(
          `SELECT relname::text AS name, reltuples::int AS rows FROM pg_class WHERE relname IN ('tenders', 'bids')`,
        )
      ).map(({ name, rows }) => [name, rows]),
    )
  }

  test('the embedded database analyses tables soon after they have grown, and leaves others alone', async () => {
    await ask('INSERT INTO bids SELECT n FROM generate_series(1, 10) AS n')
    expect(await tended()).toEqual({ tenders: -1, bids: -1 })
    await ask('INSERT INTO tenders SELECT n FROM generate_series(1, 3000) AS n')
    expect(await tended()).toEqual({ tenders: 3000, bids: -1 })
  })

  test('the embedded database leaves the server free while it works', async () => {
    const order: string[] = []
    const worked = ask('SELECT count(*) FROM generate_series(1, 1000000)').then(() => order.push('the database'))
    await new Promise((resolve) => setImmediate(resolve))
    order.push('the server')
    await worked
    expect(order).toEqual(['the server', 'the database'])
  })

  test('the embedded database works off what follows a statement that it refuses', async () => {
    const asked = await Promise.allSettled([
      ask('SELECT 1 / 0 AS one'),
      ask('SELECT 1 AS one'),
      embedded.pglite.exec('SELECT nothing'),
      ask('SELECT 2 AS two'),
    ])
    expect(asked).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: [{ one: 1 }] },
      { status: 'rejected', reason: expect.objectContaining({ code: '42703' }) },
      { status: 'fulfilled', value: [{ two: 2 }] },
    ])
  })

  test('the embedded database lets nobody into a transaction, and keeps nothing of one that fails', async () => {
    await ask('CREATE TABLE offers (id int)')
    const numbers = async (): Promise<number[]> =>
      (await ask<{ id: number }>('SELECT id FROM offers ORDER BY id')).map(({ id }) => id)
    const failing = embedded.pglite.transaction(async (transaction) => {
      await transaction.query('INSERT INTO offers VALUES (1)')
      throw new Error('changed my mind')
    })
    const beside = numbers()
    const aborted = embedded.pglite.transaction(async (transaction) => {
      await transaction.query('INSERT INTO offers VALUES (2)')
      await transaction.query('SELECT 1 / 0').catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await beside).toEqual([])
    await expect(aborted).rejects.toThrow(TransactionAbortedError)
    await embedded.pglite.transaction((transaction) => transaction.query('INSERT INTO offers VALUES (3)'))
    expect(await numbers()).toEqual([3])
  })

  test('the embedded database gives back the room of what was deleted', async () => {
    const dead = async (): Promise<number> =>
      Number((await ask<{ dead: number }>(`SELECT pg_stat_get_dead_tuples('tenders'::regclass)::int AS dead`))[0]?.dead)
    await ask('DELETE FROM tenders WHERE id > 100')
    await ask('SELECT pg_stat_force_next_flush()')
    expect(await dead()).toBe(2900)
    expect(await tended()).toEqual({ tenders: 100, bids: -1 })
    expect(await dead()).toBe(0)
  })
})

describe('the data folder', () => {
  let folder = ''
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-lock-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('a data folder is refused to a second taker, with the process that has it, until it is given back', () => {
    const release = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(
      new DataFolderInUse(
        `The data folder ${folder} is in use by process ${process.pid}. Stop it, or set DATA_DIR to another folder.`,
      ),
    )
    release()
    lockDataFolder(folder)()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  test('a data folder is refused while another process lives, and taken over when that has died', async () => {
    const holder = spawn(process.execPath, [
      '-e',
      `import(${JSON.stringify(join(import.meta.dirname, '../../src/kernel/database/data-folder.ts'))}` +
        `).then(({ lockDataFolder }) => { lockDataFolder(${JSON.stringify(folder)}); console.log('held'); ` +
        'setInterval(() => {}, 1000) })',
    ])
    await once(holder.stdout, 'data')
    expect(() => lockDataFolder(folder)).toThrow(`is in use by process ${holder.pid}.`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(existsSync(join(folder, 'lock'))).toBe(true)
    const release = lockDataFolder(folder)
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    release()
  })

  test('a data folder is taken over from a process whose number was given to another since', () => {
    writeFileSync(join(folder, 'lock'), `${process.ppid} 1`)
    lockDataFolder(folder)()
    writeFileSync(join(folder, 'lock'), '')
    lockDataFolder(folder)()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })
})
