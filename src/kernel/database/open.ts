import { createHash } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { withoutMemory } from './adapter.ts'
import type { Client, Db } from './driver.ts'
import { distributed } from './distributed.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { Hosts } from './hosts.ts'
import { InsertListeners, type WatchedTable, tellingOfInserts } from './inserts.ts'
import { type Tables, makeTables, tablesOn } from './make-tables.ts'
import { preparingAnew } from './outdated.ts'
import { patient } from './patience.ts'
import { type Session, sessionOn } from './prepared.ts'
import { withCompiled } from './compiled/client.ts'
import type { Log } from '../log.ts'
import { checkSession, openPool } from './pool.ts'
import { type InTransaction, type SqlSession, postgresSession } from './session.ts'
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

export interface DatabaseOptions {
  url?: string | undefined
  /** PostgreSQL only: the server itself, where `url` is a pooler in front of it. */
  directUrl?: string | undefined
  /** PostgreSQL only: waits for the tables, where somebody has begun to make them. */
  tables?: () => Promise<Tables>
  /** PostgreSQL only: whether the server keeps statements under a name, which old poolers cannot tell apart. */
  prepared?: boolean
  pool?: number
  /** PostgreSQL only: the longest time that a statement may take. */
  timeoutMs?: number
  /** Where the embedded database keeps its files; in memory when absent. */
  folder?: string | undefined
  /** Waits for the embedded database, where somebody has begun to open it. */
  embedded?: () => Promise<EmbeddedDatabase>
  countQueries?: boolean
}

export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.url ? openPostgres(options.url, options) : openPGlite(options)

const openPGlite = async ({ folder, embedded: begun, countQueries = false }: DatabaseOptions): Promise<Database> => {
  const embedded = await (begun ?? (() => openEmbedded(folder)))()
  await tablesOn(embeddedSession(embedded.pglite))
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
  const tables = await (options.tables ?? makeTables)(directUrl)
  const hosts = directUrl === url ? tables.hosts : new Hosts(url)
  const pool = openPool({ hosts, max, timeoutMs, isPooler: options.directUrl !== undefined })
  // A server that does not take our sessions says so now.
  await hosts.onAny(() => pool.query('SELECT 1'))
  const inserts = new InsertListeners()
  const statementNameGenerator = prepared ? statementNames() : () => ''
  const adapter = preparingAnew(new PrismaPg(pool, { statementNameGenerator }))
  const texts = textsOfPool(pool, statementNameGenerator)
  const driver = answeringTexts(tables.isDistributed ? distributed(adapter) : adapter, texts)
  const { client, unread, transaction } = clientOf(driver, inserts, countQueries)
  return {
    kind: 'postgresql',
    isDistributed: tables.isDistributed,
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

interface Violation {
  driverAdapterError?: { cause?: { kind?: string; constraint?: { index?: string; fields?: string[] } } }
}

/** The unique constraint or foreign key that a write has violated; undefined for any other error. */
export const constraintOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const cause = 'meta' in error ? (error.meta as Violation | undefined)?.driverAdapterError?.cause : undefined
  // Of a statement as SQL the code does not tell.
  const isOfSql = error.code === 'P2010' && /^(?:Unique|ForeignKey)Constraint/.test(cause?.kind ?? '')
  if (error.code !== 'P2002' && error.code !== 'P2003' && !isOfSql) return undefined
  return cause?.constraint?.index ?? cause?.constraint?.fields?.join(',') ?? String(error.code)
}
