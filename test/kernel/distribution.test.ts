/** @module-tag services */
/** The schema, held against what a database that is distributed by tenant allows. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { NotDistributable, distribute } from '../../prisma/distributed.ts'
import { TENANTS, TENANT_COLUMN, onCoordinator, secrets } from '../../src/kernel/database/distribution.ts'
import { Hosts } from '../../src/kernel/database/hosts.ts'
import { onConnection } from '../../src/kernel/database/connect.ts'
import { type Database, openDatabase } from '../../src/kernel/database/open.ts'
import { startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { freshVat } from '../support/numbers.ts'

let database: Database
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

const ask = <Row>(sql: string): Promise<Row[]> => database.client.$queryRawUnsafe<Row[]>(sql)
const distributed = (): Promise<readonly string[]> => onConnection(new Hosts(database.directUrl ?? ''), distribute)

interface UniqueKey {
  table: string
  columns: string[]
}

const tables = async (): Promise<string[]> =>
  (
    await ask<{ name: string }>(`SELECT relname::text AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`)
  ).map(({ name }) => name)

const uniqueKeys = async (): Promise<UniqueKey[]> =>
  (
    await ask<{ table: string; columns: string }>(`
      SELECT relname::text AS "table", (
        SELECT string_agg(attname, ' ') FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey)
      ) AS columns
      FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      WHERE indisunique AND relnamespace = 'public'::regnamespace`)
  ).map(({ table, columns }) => ({ table, columns: columns.split(' ') }))

/** Indexes of words, parts of words and lists, and the first column of each. */
const searches = (): Promise<{ table: string; first: string }[]> =>
  ask(`
    SELECT relname::text AS "table", pg_get_indexdef(indexrelid, 1, true) AS first
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND indexrelid IN (
      SELECT oid FROM pg_class WHERE relam = (SELECT oid FROM pg_am WHERE amname = 'gin'))`)

const isOfTenants = (table: string): boolean => !onCoordinator.has(table)

describe('a database that is distributed by tenant', () => {
  test('has a place for every table, and names none that is not there', async () => {
    const there = new Set(await tables())
    const named = [TENANTS.table, ...onCoordinator, ...Object.keys(secrets)]
    expect(named.filter((table) => !there.has(table))).toEqual([])
  })
  test('finds the tenant in everything of a tenant that is unique, but in secrets that nobody guesses', async () => {
    const keys = (await uniqueKeys()).filter(({ table }) => isOfTenants(table))
    const columnOf = (table: string): string => (table === TENANTS.table ? TENANTS.column : TENANT_COLUMN)
    const without = keys.filter(({ table, columns }) => !columns.includes(columnOf(table)))
    const known = Object.entries(secrets).map(([table, column]) => ({ table, columns: [column] }))
    const byTable = (one: UniqueKey, other: UniqueKey): number => (one.table < other.table ? -1 : 1)
    // Where it is distributed the tenant is a part of those as well.
    const expected = database.isDistributed ? [] : known
    expect(without.toSorted(byTable)).toEqual(expected.toSorted(byTable))
  })
  test('has the tenant first in every index of words, so that a search reads nothing of what others wrote', async () => {
    const ofTenants = (await searches()).filter(({ table }) => isOfTenants(table))
    expect(ofTenants.length).toBeGreaterThan(3)
    expect(ofTenants.filter(({ first }) => first !== `"${TENANT_COLUMN}"`)).toEqual([])
  })
})

// The embedded database has no servers, and one of Citus is distributed.
describe.skipIf(inject('nodes').length !== 1)('a PostgreSQL server without Citus', () => {
  test('is not distributed: it is said what is missing', async () => {
    const refused = await distributed().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NotDistributable)
    expect((refused as Error).message).toContain('CREATE EXTENSION citus')
  })
})

describe.skipIf(inject('nodes').length < 2)('a database on several servers', () => {
  test('is left as it is by whoever distributes it again', async () => {
    expect(await distributed()).toEqual([])
  })
  test('is not opened while a table of tenants is not distributed, and it is said what to run', async () => {
    const opened = (): Promise<Database> => openDatabase({ url: database.directUrl })
    await database.client.$executeRaw`CREATE TABLE novelties ("organizationId" text, id text,
      PRIMARY KEY ("organizationId", id), FOREIGN KEY ("organizationId") REFERENCES organizations (id))`
    try {
      await expect(opened()).rejects.toThrow(/novelties.*npm run db:distribute/)
      expect(await distributed()).toEqual(['novelties'])
      await (await opened()).close()
    } finally {
      await database.client.$executeRaw`DROP TABLE novelties`
    }
  })
  test('keeps everything of a tenant on one worker, and of many tenants on all', async () => {
    const [row] = await ask<{ places: bigint; nodes: bigint }>(`
      SELECT count(DISTINCT colocationid) AS places, (SELECT count(DISTINCT nodename || nodeport) FROM citus_shards
        WHERE table_name = 'documents'::regclass) AS nodes
      FROM pg_dist_partition WHERE partmethod = 'h'`)
    expect(row).toEqual({ places: 1n, nodes: BigInt(inject('nodes').length - 1) })
  })
  // Citus lets one statement at a time change rows of a table on several servers, and holds back the next until the
  // transaction ends: whoever held a row of that table meanwhile would be waited for in turn.
  test('has no statement over all tenants in what one of them does: whoever changes rows of all holds up nobody', async () => {
    const app = await startApp()
    const all = new pg.Client({ connectionString: app.platform.db.directUrl })
    await all.connect()
    try {
      const [sender, receiver] = [await app.tenant(), await app.tenant()]
      await all.query('BEGIN')
      for (const table of [
        'companies',
        'documents',
        'partners',
        'stored_usage',
        'delivery_attempts',
        'lifecycle_entries',
      ])
        await all.query(`DELETE FROM ${table} WHERE "organizationId" || '' = ''`)
      const { body: company } = await sender.post('/v1/companies', { vatNumber: freshVat() })
      const lines = [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }]
      const document = { number: 'A-1', issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO', lines }
      const { body: sent } = await sender.post('/v1/documents/send', {
        type: 'invoice',
        from: sender.peppolId,
        to: receiver.peppolId,
        document,
      })
      await app.platform.runner?.settle()
      expect((await sender.get(`/v1/companies/${company.id}`)).body).toMatchObject({ smpRegistered: true })
      expect((await sender.get(`/v1/documents/${sent.id}`)).body).toMatchObject({ status: 'delivered' })
      const { body: received } = await receiver.get('/v1/documents?direction=incoming')
      expect(received.data).toHaveLength(1)
      const read = await receiver.post(`/v1/documents/${received.data[0].id}/actions`, { action: 'mark_read' })
      expect(read.status).toBe(200)
    } finally {
      await all.end()
      await app.close()
    }
  }, 30_000)
})
