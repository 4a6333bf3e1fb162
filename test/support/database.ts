import { AsyncLocalStorage } from 'node:async_hooks'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Client, type Database, openDatabase, transactionsOf } from '../../src/kernel/database/open.ts'
import { makeMonths, monthsFrom } from '../../src/kernel/database/partitions.ts'
import { onDatabase } from './citus.ts'
import { kept, opened } from './opened.ts'

let made = 0

/** On each server of the run: with Citus a database is one of the same name on every node. */
const onEachServer = async (sql: string): Promise<void> => {
  for (const connectionString of inject('nodes')) {
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    await admin.query(sql).finally(() => admin.end())
  }
}

const addressOf = (name: string): string => Object.assign(new URL(inject('postgres')), { pathname: `/${name}` }).href
const copied = (name: string): string => `CREATE DATABASE "${name}" TEMPLATE ${inject('template')}`

/** The address of a new database on the server of the run, for processes: its tables are there, and no rows. */
export const emptyDatabase = async (what: string): Promise<string> => {
  const name = `${what}_${process.pid}_${systemClock.now().getTime()}_${made++}`
  await onEachServer(copied(name))
  return addressOf(name)
}

/** The address of a new database that has no tables, wherever the run is: whoever migrates it says which. */
export const databaseWithoutTables = async (what: string): Promise<string> => {
  const name = `${what}_${process.pid}_${systemClock.now().getTime()}_${made++}`
  await onDatabase(inject('postgres'), 'postgres', (admin) => admin.query(`CREATE DATABASE "${name}"`))
  return addressOf(name)
}

/** A migrated database of its own with nothing in it, on whichever server the run is for. */
export const testDatabase = async (countQueries = true): Promise<Database> => {
  if (inject('postgres') === '') return countQueries ? pooled() : onFolder(false)
  const name = `test_${process.pid}_${systemClock.now().getTime()}_${made++}`
  await onEachServer(copied(name))
  const database = watched(await openDatabase({ url: addressOf(name), pool: 8, countQueries }))
  const closed = opened('a database')
  return {
    ...database,
    async close() {
      await database.close()
      await onEachServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      closed()
    },
  }
}

/** Embedded databases of this worker that nobody uses at the moment: to start one costs more than most tests. */
const idle: Database[] = []

const pooled = async (): Promise<Database> => {
  const database = idle.pop() ?? watched(await kept(() => onFolder(true)))
  const closed = opened('a database')
  let closing: Promise<void> | undefined
  const giveBack = async (): Promise<void> => {
    await emptied(database)
    idle.push(database)
    closed()
  }
  return { ...database, close: () => (closing ??= giveBack()) }
}

const onFolder = async (countQueries: boolean): Promise<Database> => {
  const folder = mkdtempSync(join(dirname(inject('dataFolder')), 'database-'))
  cpSync(inject('dataFolder'), folder, { recursive: true })
  const database = await openDatabase({ folder, countQueries })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The partitions of months are those of a start again: the clock of a test may have gone on to others. */
const withFirstMonths = async (database: Database): Promise<void> => {
  const now = systemClock.now()
  const first = new Set(monthsFrom(now).map(({ name }) => name))
  const months = await database.client.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND relispartition AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '%\\_rest'`
  const others = months.filter(({ name }) => !first.has(name))
  if (others.length > 0) await database.client.$executeRawUnsafe(`DROP TABLE ${others.map(({ name }) => name).join()}`)
  await makeMonths(transactionsOf(database), now)
}

/** As after its migrations: no rows, no statistics of rows, and numbers that begin at one. */
const emptied = async (database: Database): Promise<void> => {
  const { client } = database
  await withFirstMonths(database)
  const tables = await client.$queryRaw<{ name: string }[]>`SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
      AND relname <> '_prisma_migrations'`
  const filled = await client.$queryRawUnsafe<{ name: string }[]>(
    tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL '),
  )
  const names = filled.map(({ name }) => name)
  if (names.length === 0) return
  // In any order, since no foreign key is looked at; and quicker than TRUNCATE, which makes the files of every index
  // anew.
  await client.$executeRawUnsafe(
    'DO $$ BEGIN SET LOCAL session_replication_role = replica; ' +
      `${names.map((name) => `DELETE FROM ${name};`).join(' ')} END $$`,
  )
  await client.$executeRawUnsafe(`VACUUM ${names.join()}`)
  await client.$executeRaw`DELETE FROM pg_statistic USING pg_class
    WHERE starelid = oid AND relnamespace = 'public'::regnamespace`
  await client.$queryRaw`SELECT setval(oid, 1, false) FROM pg_class
    WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`
}

const own = new AsyncLocalStorage<string[]>()

/** Runs what is not of whoever counts, such as work that a request wakes. */
export const uncounted = <T>(body: () => T): T => own.exit(body)

const everybodys = new WeakMap<Client, string[]>()

const watched = (database: Database): Database => {
  database.client.$on('query', ({ query }) => {
    own.getStore()?.push(query)
    everybodys.get(database.client)?.push(query)
  })
  return database
}

/**
 * The SQL statements that `body` runs, and not what workers and others run at the same time; of `all`, these as well.
 */
export const statementsOf = async (
  client: Client,
  body: () => Promise<unknown>,
  whose: 'own' | 'all' = 'own',
): Promise<string[]> => {
  const statements: string[] = []
  if (whose === 'all') everybodys.set(client, statements)
  await (whose === 'all' ? body() : own.run(statements, body))
  everybodys.delete(client)
  if (statements.length === 0) throw new Error('Not one statement was seen: whoever counts them would count nothing')
  // A key is looked up every few seconds, by whichever request comes then.
  return statements.filter((sql) => !sql.includes('api_key_hashes') || sql.includes('INSERT INTO'))
}
