/**
 * A database that is distributed by tenant (Citus): what it does not take is said otherwise there, so that statements
 * are written once.
 */
import { type AdapterFactory, type DriverQuery, type Queryable, asking } from './driver.ts'
import type { SqlSession } from './session.ts'

/**
 * Follows a lock on rows of several tenants, which lie on several servers: a distributed database has no such locks.
 * Whoever asks for one has to be right without it, if slower or by being refused and trying again.
 */
export const OF_MANY_TENANTS = '/* of many tenants */'
const LOCK = /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)? \/\* of many tenants \*\//g

export const isDistributed = async (session: SqlSession): Promise<boolean> => {
  const [row] = await session.query<{ found: boolean }>(`SELECT to_regclass('pg_dist_partition') IS NOT NULL AS found`)
  return row?.found === true
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

const translating = <Q extends Queryable>(queryable: Q): Q => {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: (query: DriverQuery) => queryRaw(translated(query)),
    executeRaw: (query: DriverQuery) => executeRaw(translated(query)),
  })
}

/** An adapter for a distributed database. */
export const distributed = (factory: AdapterFactory): AdapterFactory => asking(factory, translating)
