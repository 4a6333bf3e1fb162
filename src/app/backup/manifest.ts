/** What a backup holds, counted so that a restore can be compared with it. */
import { z } from 'zod'
import { openSecretBox } from '../../kernel/secret-box.ts'
import type { SqlSession } from '../../kernel/database/session.ts'
import { sealedColumns } from '../sealed-columns.ts'

/** Refused with a sentence that says what to do. */
export class BackupRefused extends Error {}

const table = z.strictObject({
  name: z.string(),
  rows: z.int(),
  /** Over all rows in any order: another one for another value anywhere. */
  sum: z.string(),
})

export const manifestShape = z.strictObject({
  product: z.literal('invoice-exchange'),
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** The keys that opened what is sealed: names of them, from which no key follows. */
  keyIds: z.array(z.string()),
  /** That of them that is in the database itself, where SECRETS_KEY is not set. */
  keyIdInDatabase: z.string().nullable(),
  tables: z.array(table),
  /** Of the bucket; null where files are in the database. */
  files: z.strictObject({ count: z.int(), bytes: z.int() }).nullable(),
})
export type Manifest = z.output<typeof manifestShape>
export type Contents = Pick<Manifest, 'migrations' | 'keyIds' | 'keyIdInDatabase' | 'tables'>

const names = async (session: SqlSession): Promise<string[]> =>
  (
    await session.query<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    )
  ).map(({ name }) => name)

const counted = async (session: SqlSession, name: string): Promise<z.output<typeof table>> => {
  const [row] = await session.query<{ rows: string; sum: string }>(
    `SELECT count(*) AS rows, coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::bigint), 0)::text AS sum
     FROM "${name}" AS one`,
  )
  return { name, rows: Number(row?.rows), sum: String(row?.sum) }
}

/** Of the bytes that are sealed; what else is sealed has been so with the same keys. */
const keyIdsIn = async (session: SqlSession): Promise<string[]> => {
  const found = new Set<string>()
  for (const { table: from, column, where, type } of sealedColumns)
    if (type === 'bytea')
      for (const { id } of await session.query<{ id: string }>(
        `SELECT DISTINCT encode(substring("${column}" FROM 1 FOR 4), 'hex') AS id FROM "${from}" WHERE ${where}`,
      ))
        found.add(id)
  return [...found].sort()
}

/** Everything of a database; the session sees one moment of it. */
export const contentsOf = async (session: SqlSession): Promise<Contents> => {
  // Moments and bytes are written in one way on every server.
  await session.script(
    `SET timezone TO 'UTC'; SET bytea_output TO 'hex'; SET extra_float_digits TO 1; SET statement_timeout TO 0`,
  )
  const [kept] = await session.query<{ value: string }>(
    `SELECT value FROM deployment_settings WHERE name = 'secrets-key'`,
  )
  const migrations = await session.query<{ name: string }>(
    `SELECT migration_name AS name FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY 1`,
  )
  const tables: Contents['tables'] = []
  for (const name of await names(session)) tables.push(await counted(session, name))
  return {
    migrations: migrations.map(({ name }) => name),
    keyIds: await keyIdsIn(session),
    keyIdInDatabase: kept ? openSecretBox([kept.value]).keyId : null,
    tables,
  }
}
