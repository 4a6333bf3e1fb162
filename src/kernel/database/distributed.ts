/**
 * A database that is distributed by tenant (Citus): what it does not take is said otherwise there, so that statements
 * are written once.
 */
import { type AdapterFactory, type DriverQuery, type Queryable, asking } from './driver.ts'
import { TENANT_COLUMN, onCoordinator } from './distribution.ts'
import { MigrationError } from './migrations.ts'
import { type SqlSession, isOfCitus } from './session.ts'

/**
 * Follows a lock on rows of several tenants, which lie on several servers: a distributed database has no such locks.
 * Whoever asks for one has to be right without it, if slower or by being refused and trying again.
 */
export const OF_MANY_TENANTS = '/* of many tenants */'
const LOCK = /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)?\s+\/\* of many tenants \*\//g

/** Whether its tables of tenants are distributed. Where some are and others are not, nobody may write to those yet. */
export const isDistributed = async (session: SqlSession): Promise<boolean> => {
  if (!(await isOfCitus(session))) return false
  const tables = await session.query<{ name: string; spread: boolean }>(
    `SELECT relname::text AS name, EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = pg_class.oid) AS spread
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = $1
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    [TENANT_COLUMN],
  )
  const ofTenants = tables.filter(({ name }) => !onCoordinator.has(name))
  const left = ofTenants.filter(({ spread }) => !spread)
  if (left.length > 0 && left.length < ofTenants.length)
    throw new MigrationError(
      `The database is distributed by tenant, but these tables of it are not yet: ` +
        `${left.map(({ name }) => name).join(', ')}. Stop what uses the database, and run 'npm run db:distribute'.`,
    )
  return left.length === 0
}

/**
 * Prisma gives and asks for the values of enums as texts, and that they are on their way: here a statement neither writes
 * over a row nor answers what needs a conversion.
 */
const OF_PRISMA = /^(?:INSERT INTO|UPDATE|DELETE FROM) "public"\./
const RETURNING = ' RETURNING '

const GIVEN = /CAST\((\$\d+)::text AS ("public"\."\w+")\)/g

const withoutConversion = (text: string): string => {
  const sql = text.replace(GIVEN, '$1::$2')
  const at = sql.lastIndexOf(RETURNING)
  return at < 0 ? sql : sql.slice(0, at) + sql.slice(at).replaceAll('"::text', '"')
}

const translated = (query: DriverQuery): DriverQuery => {
  const { sql } = query
  if (OF_PRISMA.test(sql)) return { ...query, sql: withoutConversion(sql) }
  return sql.includes(OF_MANY_TENANTS) ? { ...query, sql: sql.replace(LOCK, '') } : query
}

/**
 * What a row violates is named by the part of the table that it was written to, and a batch of rows loses the code. Its
 * columns are told in the detail, which Prisma reads.
 */
const VIOLATION =
  /^(?:duplicate key value violates unique|insert or update on .* violates foreign key) constraint "(\w+?)_\d+"/

interface Refusal {
  kind?: string
  originalCode?: string
  originalMessage?: string
  constraint?: { index?: string; fields?: string[] }
}

const named = (error: unknown): unknown => {
  const cause = (error instanceof Error ? error.cause : undefined) as Refusal | undefined
  const [message, index] = VIOLATION.exec(cause?.originalMessage ?? '') ?? []
  if (cause === undefined || message === undefined || index === undefined) return error
  const isUnique = message.startsWith('duplicate')
  return Object.assign(error as Error, {
    cause: {
      ...cause,
      kind: isUnique ? 'UniqueConstraintViolation' : 'ForeignKeyConstraintViolation',
      originalCode: isUnique ? '23505' : '23503',
      constraint: cause.constraint?.fields === undefined ? { index } : cause.constraint,
    },
  })
}

const translating = <Q extends Queryable>(queryable: Q): Q => {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  const thrown = (error: unknown): never => {
    throw named(error)
  }
  return Object.assign(queryable, {
    queryRaw: (query: DriverQuery) => queryRaw(translated(query)).catch(thrown),
    executeRaw: (query: DriverQuery) => executeRaw(translated(query)).catch(thrown),
  })
}

/** An adapter for a distributed database. */
export const distributed = (factory: AdapterFactory): AdapterFactory => asking(factory, translating)
