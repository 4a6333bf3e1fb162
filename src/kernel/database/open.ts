import { createHash } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import type pg from 'pg'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { withoutMemory } from './adapter.ts'
import type { Client, Db } from './driver.ts'
import { connectTo } from './connect.ts'
import { distributed, isDistributed } from './distributed.ts'
import { openEmbedded } from './embedded.ts'
import { Hosts } from './hosts.ts'
import { InsertListeners, type WatchedTable, tellingOfInserts } from './inserts.ts'
import { migrate } from './migrate.ts'
import { preparingAnew } from './outdated.ts'
import { type InTransaction, makeMonths } from './partitions.ts'
import { patient } from './patience.ts'
import { type Session, sessionOn } from './prepared.ts'
import { withCompiled } from './compiled/client.ts'
import { systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { checkSession, openPool } from './pool.ts'
import type { SqlSession } from './session.ts'
import { type Manner, joining } from './transactions.ts'
import { tellingSpans } from './spans.ts'
import { answeringTexts, textsOfPool, textsOfSession } from './texts.ts'
import { startUpkeep } from './upkeep.ts'

export type { Client, Db } from './driver.ts'

export interface Database {
  kind: 'embedded' | 'postgresql'
  /** Whether its tenants are spread over the servers of Citus. */
  isDistributed: boolean
  client: Client
  /** The same, whose lists are rows that are not read before somebody looks at them. */
  unread: Client
  /** It is ended, and everything undone, when it takes longer: 15 seconds, unless said otherwise. */
  transaction<T>(body: (db: Db) => Promise<T>, timeoutMs?: number, manner?: Manner): Promise<T>
  /** Tells of rows that somebody waits for, once they are committed, whichever way they were written. */
  onInsert(listener: (table: WatchedTable) => void, log: Log): () => void
  /** Embedded only: the folder that it lies in; absent in memory. */
  folder?: string | undefined
  /** PostgreSQL only: the address of the server itself, for LISTEN and NOTIFY. */
  directUrl?: string
  /** Begins its upkeep. Returns the function that ends it, to be called before the database is closed. */
  tend(log: Log): () => Promise<void>
  close(): Promise<void>
}

/** How long a transaction may take. */
const USUAL_MS = 15_000
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
): ReturnType<typeof withCompiled> => {
  const driver = joining(tellingOfInserts(withoutMemory(tellingSpans(patient(adapter))), inserts))
  const client = new PrismaClient({
    adapter: driver,
    log: countQueries ? [{ emit: 'event', level: 'query' }] : [],
  } as Prisma.PrismaClientOptions) as Client
  return withCompiled(client, driver)
}

export const embeddedSession = (pglite: Session): SqlSession => ({
  query: async <Row>(sql: string, parameters?: unknown[]) => (await pglite.query<Row>(sql, parameters)).rows,
  script: async (sql) => void (await pglite.exec(sql)),
})

export const postgresSession = (client: pg.Client | pg.Pool): SqlSession => ({
  query: async <Row>(sql: string, parameters?: unknown[]) => (await client.query(sql, parameters)).rows as Row[],
  script: async (sql) => void (await client.query(sql)),
})

/** Transactions on a session that nobody else uses. */
export const transactionsOn =
  (session: SqlSession): InTransaction =>
  async (body) => {
    await session.script('BEGIN')
    try {
      const result = await body(session)
      await session.script('COMMIT')
      return result
    } catch (error) {
      await session.script('ROLLBACK')
      throw error
    }
  }

/** Statements of maintenance in a transaction of a database that others use. */
export const transactionsOf =
  (database: Pick<Database, 'transaction'>): InTransaction =>
  (body) =>
    database.transaction((db) =>
      body({
        query: <Row>(sql: string, parameters: unknown[] = []) =>
          db.$queryRawUnsafe<Row[]>(`${sql} ${PLANNED_ANEW}`, ...parameters),
        script: async (sql) => void (await db.$executeRawUnsafe(`${sql} ${PLANNED_ANEW}`)),
      }),
    )

/** So that the first rows find their months. Who may not make them now does without: housekeeping tries again, and says why. */
const makeMonthsAtStart = (session: SqlSession): Promise<unknown> =>
  makeMonths(transactionsOn(session), systemClock.now()).catch(() => undefined)

export interface DatabaseOptions {
  url?: string | undefined
  /** PostgreSQL only: the server itself, where `url` is a pooler in front of it. */
  directUrl?: string | undefined
  /** PostgreSQL only: whether the server keeps statements under a name, which old poolers cannot tell apart. */
  prepared?: boolean
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
  await makeMonthsAtStart(embeddedSession(embedded.pglite))
  const inserts = new InsertListeners()
  // The adapter uses nothing of PGlite but `query`, `exec` and `transaction`.
  const session = sessionOn(embedded.connection, statementNames())
  const adapter = new PrismaPGlite(session as unknown as PGlite)
  const texts = textsOfSession(session, embedded.connection)
  const { client, unread, transaction } = clientOf(answeringTexts(adapter, texts), inserts, countQueries)
  // There is one connection. Writers queue here in order and without a time limit, which Prisma would impose.
  let last: Promise<unknown> = Promise.resolve()
  return {
    kind: 'embedded',
    isDistributed: false,
    client,
    unread,
    folder,
    onInsert: (listener, log) => inserts.add(listener, log),
    transaction(body, timeoutMs = USUAL_MS, manner) {
      const mine = last.then(() => transaction(body, timeoutMs, manner))
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

const openPostgres = async (url: string, options: DatabaseOptions): Promise<Database> => {
  const { directUrl = url, prepared = true, pool: max = 16, timeoutMs = 10_000, countQueries = false } = options
  const hosts = new Hosts(url)
  const spread = await onConnection(directUrl === url ? hosts : new Hosts(directUrl), async (session) => {
    await migrate(session)
    const isSpread = await isDistributed(session)
    await makeMonthsAtStart(session)
    return isSpread
  })
  const pool = openPool({ hosts, max, timeoutMs, isPooler: options.directUrl !== undefined })
  // A server that does not take our sessions says so now.
  await hosts.onAny(() => pool.query('SELECT 1'))
  const inserts = new InsertListeners()
  const statementNameGenerator = prepared ? statementNames() : () => ''
  const adapter = preparingAnew(new PrismaPg(pool, { statementNameGenerator }))
  const texts = textsOfPool(pool, statementNameGenerator)
  const driver = answeringTexts(spread ? distributed(adapter) : adapter, texts)
  const { client, unread, transaction } = clientOf(driver, inserts, countQueries)
  return {
    kind: 'postgresql',
    isDistributed: spread,
    client,
    unread,
    onInsert: (listener, log) => inserts.add(listener, log),
    directUrl,
    transaction: (body, timeoutMs = USUAL_MS, manner) => transaction(body, timeoutMs, manner),
    tend: (log) => {
      void checkSession(postgresSession(pool), log)
      return startUpkeep('postgresql', postgresSession(pool), log)
    },
    async close() {
      await client.$disconnect()
      await pool.end()
    },
  }
}

/**
 * Runs `body` on a connection of its own, which keeps what belongs to a session, such as locks. What takes long is done
 * there: indexes of large tables, counts of all rows. That the server is gone, the system finds out.
 */
export const onConnection = async <T>(hosts: Hosts, body: (session: SqlSession) => Promise<T>): Promise<T> => {
  const client = await connectTo(hosts, { keepAlive: true }, { isUnhurried: true })
  return body(postgresSession(client)).finally(() => client.end())
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
