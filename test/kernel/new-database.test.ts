/** @module-tag services */
/** A database that has no tables yet gets all of them at once, and then is as if each migration had been applied by itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../src/kernel/database/embedded.ts'
import { beginTables, makeTables, tablesOn } from '../../src/kernel/database/make-tables.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { MigrationError, readMigrations } from '../../src/kernel/database/migrations.ts'
import { embeddedSession } from '../../src/kernel/database/open.ts'
import { makeMonths } from '../../src/kernel/database/partitions.ts'
import { type SqlSession, postgresSession, transactionsOn } from '../../src/kernel/database/session.ts'
import { databaseWithoutTables } from '../support/database.ts'
import { schemaOf } from '../support/schema-of-database.ts'

const PATIENCE_MS = 120_000
const isOnServer = inject('postgres') !== ''

let embedded: EmbeddedDatabase | undefined
const clients: pg.Client[] = []
const folder = mkdtempSync(join(tmpdir(), 'new-database-'))
// To unpack a database is quicker than to initialize one in memory.
beforeAll(async () => void (embedded = isOnServer ? undefined : await openEmbedded(folder)))
afterAll(async () => {
  await embedded?.close()
  rmSync(folder, { recursive: true })
  await Promise.all(clients.map((client) => client.end()))
})

const connected = async (url: string): Promise<SqlSession> => {
  const client = new pg.Client({ connectionString: url })
  clients.push(client)
  await client.connect()
  return postgresSession(client)
}

/** A database with nothing in it, wherever the run is. */
const emptySession = async (): Promise<SqlSession> => {
  if (!embedded) return connected(await databaseWithoutTables('new'))
  const session = embeddedSession(embedded.pglite)
  await session.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  return session
}

/** Every statement that a session is asked. */
const counting = (session: SqlSession): { session: SqlSession; asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    session: {
      query: (sql, parameters) => (asked.push(sql), session.query(sql, parameters)),
      script: (sql) => (asked.push(sql), session.script(sql)),
    },
  }
}

const migration = (name: string, sql: string) => ({ name: `2099010100000${name}`, sql, checksum: name })
const namesIn = async (session: SqlSession): Promise<string[]> =>
  (
    await session.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY started_at',
    )
  ).map(({ name }) => name)

describe('a new database', () => {
  test(
    'is what each migration by itself makes of one, to the last option, in a few statements',
    { tags: 'heavy', timeout: PATIENCE_MS },
    async () => {
      const { session, asked } = counting(await emptySession())
      expect(await tablesOn(session)).toBe(false)
      expect(asked.length).toBeLessThan(20)
      const atOnce = await schemaOf(session)

      const oneByOne = await emptySession()
      const all = readMigrations()
      // With the first one it is no new database any more.
      await migrate(oneByOne, all.slice(0, 1))
      await migrate(oneByOne, all)
      await makeMonths(transactionsOn(oneByOne), systemClock.now())
      const expected = await schemaOf(oneByOne)
      expect(expected.history).toHaveLength(all.length)
      const parts = ['relations', 'columns', 'indexes', 'constraints', 'triggers', 'functions', 'enums'] as const
      expect(parts.filter((part) => expected[part].length === 0)).toEqual([])
      expect(atOnce).toEqual(expected)
    },
  )

  test('gets each migration by itself where they do not fit into one transaction', async () => {
    const pending = migration(
      '1_pending',
      `CREATE TABLE one (id int primary key, other int REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED);
       INSERT INTO one VALUES (1, 1);`,
    )
    // PostgreSQL refuses it in a transaction that has not looked at the foreign key yet.
    const altered = migration('2_altered', 'ALTER TABLE one ADD COLUMN two TEXT;')
    const session = await emptySession()
    expect(await migrate(session, [pending, altered])).toEqual([pending.name, altered.name])
    expect(await namesIn(session)).toEqual([pending.name, altered.name])
    expect(await session.query('SELECT * FROM one')).toEqual([{ id: 1, other: 1, two: null }])
  })

  test('names the migration that fails, and keeps those before it', async () => {
    const session = await emptySession()
    const one = migration('1_one', 'CREATE TABLE one (id int primary key)')
    const broken = migration('2_broken', 'CREATE TABLE two (id int primary key); SELECT no_such_function()')
    const failed: unknown = await migrate(session, [one, broken]).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(MigrationError)
    expect((failed as Error).message).toContain(`Migration ${broken.name} failed and was rolled back`)
    expect(await namesIn(session)).toEqual([one.name])
    expect(await session.query(`SELECT to_regclass('two')::text AS two`)).toEqual([{ two: null }])
  })

  test('gets indexes that are made beside writers elsewhere, and no other statement beside them', async () => {
    const session = await emptySession()
    const one = migration('1_one', 'CREATE TABLE one (id int primary key, two int)')
    const index = migration(
      '2_index',
      '-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "one_two_idx" ON one (two);\n',
    )
    expect(await migrate(session, [one, index])).toEqual([one.name, index.name])
    expect(await session.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'one_two_idx'::regclass`)).toEqual([
      { indisvalid: true },
    ])
    const other = await emptySession()
    const wrong = { ...index, sql: '-- concurrently\nDROP TABLE one' }
    await expect(migrate(other, [one, wrong])).rejects.toThrow('CREATE INDEX CONCURRENTLY IF NOT EXISTS')
    expect(await namesIn(other)).toEqual([one.name])
  })
})

describe.skipIf(!isOnServer)('a new database of a server', () => {
  test(
    'is made by the server while the process does other things, and so it is where another instance makes it',
    async () => {
      const url = await databaseWithoutTables('begun')
      const [holder, reader] = await Promise.all([connected(url), connected(url)])
      const isThere = async (): Promise<boolean> =>
        (await reader.query(`SELECT 1 WHERE to_regclass('documents') IS NOT NULL`)).length > 0
      // The server waits to see what becomes of the name.
      await holder.script('BEGIN; CREATE TABLE "documents" (id int)')
      const tables = await beginTables(url)
      const ofAnother = await beginTables(url)
      expect(await isThere()).toBe(false)
      await holder.script('ROLLBACK')
      expect(await Promise.all([tables(), ofAnother()])).toMatchObject([
        { isDistributed: false },
        { isDistributed: false },
      ])
      expect(await isThere()).toBe(true)
      expect(await namesIn(reader)).toEqual(readMigrations().map(({ name }) => name))
    },
    PATIENCE_MS,
  )

  test(
    'is there before anything else is done, where it has its tables already',
    async () => {
      const url = await databaseWithoutTables('later')
      await makeTables(url)
      const reader = await connected(url)
      const tables = await beginTables(url)
      expect(
        await reader.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        ),
      ).toEqual([])
      expect(await tables()).toMatchObject({ isDistributed: false })
    },
    PATIENCE_MS,
  )

  test('says at once that it cannot be reached', async () => {
    await expect(beginTables('postgresql://nobody@127.0.0.1:1/nothing')).rejects.toThrow('ECONNREFUSED')
  })
})

describe.skipIf(inject('nodes').length < 2)('a new database of Citus', () => {
  test(
    'is asked each statement by itself: of several at once it would send all to its servers for each',
    async () => {
      const base = await connected(await databaseWithoutTables('citus'))
      await base.script('CREATE EXTENSION citus')
      const { session, asked } = counting(base)
      const all = readMigrations()
      expect(await migrate(session, all)).toEqual(all.map(({ name }) => name))
      expect(asked.length).toBeGreaterThan(all.length)
      expect(asked.every((sql) => sql.length < 10_000)).toBe(true)
    },
    PATIENCE_MS,
  )
})
