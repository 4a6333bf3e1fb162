/** What a database is made of, as its catalogs tell: two that were made in different ways can be compared. */
import type { SqlSession } from '../../src/kernel/database/session.ts'

/**
 * Everything is told by its name: numbers of objects differ from one database to the next, and so does what some servers
 * note of when a column was made (`pg_attver`).
 */
const PARTS = {
  relations: `
    SELECT relname, relkind, relpersistence, relreplident, reloptions::text, relispartition, am.amname AS method,
      pg_get_expr(relpartbound, pg_class.oid) AS bounds, pg_get_partkeydef(pg_class.oid) AS key,
      (SELECT array_agg(inhparent::regclass::text) FROM pg_inherits WHERE inhrelid = pg_class.oid)::text AS parents
    FROM pg_class LEFT JOIN pg_am AS am ON am.oid = relam
    WHERE relnamespace = 'public'::regnamespace ORDER BY relname`,
  columns: `
    SELECT relname, attnum, attname, attisdropped, format_type(atttypid, atttypmod) AS type, attnotnull, attidentity,
      attgenerated, attstorage, attcompression,
      (SELECT array_agg(option) FROM unnest(attoptions) AS option WHERE option NOT LIKE 'pg\\_attver=%')::text AS options,
      attcollation::regcollation::text AS collation,
      nullif(attstattarget, -1) AS target, attislocal, attinhcount, pg_get_expr(adbin, adrelid) AS default
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 ORDER BY relname, attnum`,
  indexes: `
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS text, indisvalid, indisready, indislive,
      indisprimary, indisunique, indisclustered, indisreplident, indimmediate
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'public'::regnamespace ORDER BY 1`,
  constraints: `
    SELECT conrelid::regclass::text AS of, conname, contype, pg_get_constraintdef(oid) AS text, convalidated,
      condeferrable, condeferred, coninhcount
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  triggers: `
    SELECT tgrelid::regclass::text AS of, tgname, pg_get_triggerdef(oid) AS text, tgenabled
    FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  functions: `
    SELECT proname, pg_get_functiondef(oid) AS text FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1, 2`,
  enums: `
    SELECT typname, (SELECT array_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = pg_type.oid)::text
    FROM pg_type WHERE typtype = 'e' ORDER BY 1`,
  sequences: `SELECT * FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
  statistics: `SELECT pg_get_statisticsobjdef(oid) AS text, stxstattarget FROM pg_statistic_ext ORDER BY 1`,
  extensions: `SELECT extname, extversion FROM pg_extension ORDER BY 1`,
  comments: `
    SELECT objoid::regclass::text AS of, objsubid, description FROM pg_description
    WHERE classoid = 'pg_class'::regclass AND objoid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    ORDER BY 1, 2`,
  history: `
    SELECT migration_name, checksum, logs, applied_steps_count, finished_at = started_at AS ended, rolled_back_at
    FROM _prisma_migrations ORDER BY started_at`,
} as const satisfies Record<string, string>

export type Schema = Record<keyof typeof PARTS | 'rows', unknown[]>

/** Of each part what its catalog tells, and how many rows each table has. */
export const schemaOf = async (session: SqlSession): Promise<Schema> => {
  const parts: [string, unknown[]][] = []
  for (const [part, sql] of Object.entries(PARTS)) parts.push([part, await session.query(sql)])
  const tables = await session.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     ORDER BY 1`,
  )
  const counts = tables.map(({ name }) => `SELECT '${name}' AS of, count(*)::int AS rows FROM ${name}`)
  return { ...(Object.fromEntries(parts) as Schema), rows: await session.query(counts.join(' UNION ALL ')) }
}
