import { createHash } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import pg from 'pg'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { withoutMemory } from './adapter.ts'
import { openEmbedded } from './embedded.ts'
import { InsertListeners, type WatchedTable, tellingOfInserts } from './inserts.ts'
import { migrate } from './migrate.ts'
import { patient } from './patience.ts'
import { type Session, sessionOn } from './prepared.ts'
import { withReads } from './reads/reads.ts'
import type { Log } from '../log.ts'
import { DatabaseUnavailable } from '../errors/unavailable.ts'
import { SESSION, type SqlSession, outliveConnection, serverSession } from './session.ts'
import { startUpkeep } from './upkeep.ts'

/** What an operation sees: inside a transaction the transaction, never the outer client. */
export type Db = Prisma.TransactionClient
export type Client = PrismaClient<'query'>

export interface Database {
  kind: 'embedded' | 'postgresql'
  client: Client
  /** It is ended, and everything undone, when it takes longer: 15 seconds, unless said otherwise. */
  transaction<T>(body: (db: Db) => Promise<T>, timeoutMs?: number): Promise<T>
  /** Tells of rows that somebody waits for, once they are committed, whichever way they were written. */
  onInsert(listener: (table: WatchedTable) => void, log: Log): () => void
  /** Embedded only: the folder that it lies in; absent in memory. */
  folder?: string | undefined
  /** PostgreSQL only: its address, for LISTEN and NOTIFY. */
  url?: string
  /** Begins its upkeep. Returns the function that ends it, to be called before the database is closed. */
  tend(log: Log): () => Promise<void>
  close(): Promise<void>
}

// How long a transaction waits for a connection, and how long it may take. Prisma sets these two and the size of the
// pool apart from each other; here they stand together.
const USUAL_MS = 15_000
const within = (timeout = USUAL_MS) => ({ maxWait: USUAL_MS, timeout })
const STATEMENT_NAMES = 500
/** Marks a statement whose best plan depends on its values: it is not prepared, so that no plan is kept for it. */
export const PLANNED_ANEW = '/* planned anew */'

/**
 * Names a statement by its text, so that the server plans it once. Texts with lists of varying length would grow
 * the server's cache without bound: past the limit a statement stays unnamed.
 */
const statementNames = () => {
  const names = new Map<string, string>()
  return ({ sql }: { sql: string }): string => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= STATEMENT_NAMES || sql.includes(PLANNED_ANEW)) return ''
    const name = `s${createHash('md5').update(sql).digest('hex')}`
    names.set(sql, name)
    return name
  }
}

/** Prisma clients here never connect by themselves: `log` is only read by tests that count statements. */
const clientOf = (
  adapter: NonNullable<Prisma.PrismaClientOptions['adapter']>,
  inserts: InsertListeners,
  countQueries: boolean,
): Client => {
  const driver = tellingOfInserts(withoutMemory(patient(adapter)), inserts)
  const client = new PrismaClient({
    adapter: driver,
    log: countQueries ? [{ emit: 'event', level: 'query' }] : [],
  } as Prisma.PrismaClientOptions) as Client
  return withReads(client, driver)
}

export const embeddedSession = (pglite: Session): SqlSession => ({
  query: async <Row>(sql: string, parameters?: unknown[]) => (await pglite.query<Row>(sql, parameters)).rows,
  script: async (sql) => void (await pglite.exec(sql)),
})

export const postgresSession = (client: pg.Client | pg.Pool): SqlSession => ({
  query: async <Row>(sql: string, parameters?: unknown[]) => (await client.query(sql, parameters)).rows as Row[],
  script: async (sql) => void (await client.query(sql)),
})

export interface DatabaseOptions {
  url?: string | undefined
  pool?: number
  /** PostgreSQL only: the longest time that a statement may take. */
  timeoutMs?: number
  /** Where the embedded database keeps its files; in memory when absent. */
  folder?: string | undefined
  countQueries?: boolean
}

export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.url ? openPostgres(options.url, options) : openPGlite(options)

const openPGlite = async ({ folder, countQueries = false }: DatabaseOptions): Promise<Database> => {
  const embedded = await openEmbedded(folder)
  await migrate(embeddedSession(embedded.pglite))
  const inserts = new InsertListeners()
  // The adapter uses nothing of PGlite but `query`, `exec` and `transaction`.
  const client = clientOf(
    new PrismaPGlite(sessionOn(embedded.connection, statementNames()) as unknown as PGlite),
    inserts,
    countQueries,
  )
  // There is one connection. Writers queue here in order and without a time limit, which Prisma would impose.
  let last: Promise<unknown> = Promise.resolve()
  return {
    kind: 'embedded',
    client,
    folder,
    onInsert: (listener, log) => inserts.add(listener, log),
    transaction(body, timeoutMs) {
      const mine = last.then(() => inTime(client.$transaction(body, within(timeoutMs))))
      last = mine.catch(() => undefined)
      return mine
    },
    tend: (log) => startUpkeep('embedded', embeddedSession(embedded.pglite), log),
    async close() {
      await last
      await client.$disconnect()
      await embedded.close()
    },
  }
}

const openPostgres = async (
  url: string,
  { pool: max = 16, timeoutMs = 10_000, countQueries = false }: DatabaseOptions,
): Promise<Database> => {
  const migrator = new pg.Client({ connectionString: url })
  await migrator.connect()
  try {
    await migrate(postgresSession(migrator))
  } finally {
    await migrator.end()
  }
  const pool = openPool(url, max, timeoutMs)
  const inserts = new InsertListeners()
  const client = clientOf(new PrismaPg(pool, { statementNameGenerator: statementNames() }), inserts, countQueries)
  return {
    kind: 'postgresql',
    client,
    onInsert: (listener, log) => inserts.add(listener, log),
    url,
    transaction: (body, timeoutMs) => inTime(client.$transaction(body, within(timeoutMs))),
    tend: (log) => startUpkeep('postgresql', postgresSession(pool), log),
    async close() {
      await client.$disconnect()
      await pool.end()
    },
  }
}

/** A pool of connections that may end at any moment, as they do when the server restarts. */
const openPool = (connectionString: string, max: number, timeoutMs: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max,
    options: Object.entries({ ...SESSION, ...serverSession(timeoutMs) })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    // Longer than a queue of short statements takes, shorter than clients wait.
    connectionTimeoutMillis: timeoutMs / 2,
  })
  pool.on('connect', (client) => outliveConnection(client, timeoutMs))
  // An idle connection that ends is replaced when one is needed.
  pool.on('error', () => undefined)
  return pool
}

/** Prisma ends a transaction that takes too long; what it says then is an answer of the database to everybody else. */
const inTime = async <T>(transaction: Promise<T>): Promise<T> => {
  try {
    return await transaction
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'P2028' ? new DatabaseUnavailable(error) : error
  }
}

/** The unique constraint or foreign key that a write has violated; undefined for any other error. */
export const constraintOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || (error.code !== 'P2002' && error.code !== 'P2003'))
    return undefined
  const meta =
    'meta' in error
      ? (error.meta as { driverAdapterError?: { cause?: { constraint?: { index?: string; fields?: string[] } } } })
      : undefined
  const constraint = meta?.driverAdapterError?.cause?.constraint
  return constraint?.index ?? constraint?.fields?.join(',') ?? String(error.code)
}
