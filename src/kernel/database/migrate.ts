import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SqlSession } from './session.ts'

export class MigrationError extends Error {}

interface Migration {
  name: string
  sql: string
  checksum: string
}
interface MigrationRecord {
  migration_name: string
  checksum: string
  finished_at: Date | string | null
  logs: string | null
}

/** What a migration says of itself, as a comment on a line of its own. */
const marks = {
  /** The version before works on the schema that it makes: it only adds. */
  compatible: /^-- compatible$/m,
  /** Its statements run one by one, without a transaction: they only make and drop indexes. */
  concurrently: /^-- concurrently$/m,
}
const COMPATIBLE = 'compatible'

interface Patience {
  /** How long a statement waits for a lock: whoever comes after it waits as well. */
  lockMs: number
  tries: number
  /** Between tries those who hold the lock go on. */
  pause(): Promise<unknown>
}
const patience: Patience = { lockMs: 5_000, tries: 60, pause: () => wait(1_000) }
/** Between questions whether another instance has finished. */
const LOOK_MS = 200

/** An arbitrary number, the same in every instance. */
const LOCK = 727_274_001

// The layout is Prisma's own, so that `prisma migrate deploy` and `prisma migrate status` agree with us.
const HISTORY_TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

export const migrationsFolder = join(import.meta.dirname, '../../../prisma/migrations')

export const readMigrations = (folder = migrationsFolder): Migration[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })

/** Refuses a database that was migrated otherwise: its history begins as ours, and what follows only adds to it. */
const checkHistory = (migrations: Migration[], applied: MigrationRecord[]): void => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const row of applied) {
    const migration = known.get(row.migration_name)
    if (!row.finished_at)
      throw new MigrationError(
        `The migration ${row.migration_name} was started on this database and never finished. Restore ` +
          `a backup, or repair the database by hand and mark the migration with 'prisma migrate resolve'.`,
      )
    if (!migration && row.logs !== COMPATIBLE)
      throw new MigrationError(
        `This database has the migration ${row.migration_name}, which this version does not know, ` +
          `because a newer version used the database. Start the newer version, or restore a backup.`,
      )
    if (migration && migration.checksum !== row.checksum)
      throw new MigrationError(
        `The migration ${row.migration_name} differs from the one that was applied to this database. ` +
          `Do not edit an applied migration: add a new one.`,
      )
  }
  refuseGap(migrations, applied)
}

const refuseGap = (migrations: Migration[], applied: MigrationRecord[]): void => {
  const names = applied.map((row) => row.migration_name).sort()
  const missing = migrations.find(({ name }) => !names.includes(name))
  const late = missing && names.find((name) => name > missing.name)
  if (late !== undefined)
    throw new MigrationError(
      `The migration ${missing?.name} was not applied to this database, although the later migration ${late} was.`,
    )
}

/**
 * One process at a time. Who waits asks again and again: a statement that waited would hold a snapshot, for which a
 * concurrent index waits in turn.
 */
const alone = async <T>(session: SqlSession, body: () => Promise<T>): Promise<T> => {
  const isMine = async (): Promise<boolean | undefined> =>
    (await session.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS held`))[0]?.held
  while (!(await isMine())) await wait(LOOK_MS)
  return body().finally(() => session.query(`SELECT pg_advisory_unlock(${LOCK})`))
}

/**
 * Applies what is missing, each migration with its record in one transaction, unless it is one of indexes. Callers are
 * served meanwhile: a lock that is not to be had soon is asked for again.
 */
export const migrate = (
  session: SqlSession,
  migrations = readMigrations(),
  patient: Partial<Patience> = {},
): Promise<string[]> =>
  alone(session, async () => {
    await session.script(HISTORY_TABLE)
    const applied = await session.query<MigrationRecord>(`
      SELECT migration_name, checksum, finished_at, logs FROM "_prisma_migrations"
      WHERE rolled_back_at IS NULL ORDER BY started_at`)
    checkHistory(migrations, applied)
    const missing = migrations.filter((migration) => !applied.some((row) => row.migration_name === migration.name))
    for (const migration of missing) await apply(session, migration, { ...patience, ...patient })
    return missing.map((migration) => migration.name)
  })

const record = (session: SqlSession, { name, sql, checksum }: Migration): Promise<unknown> =>
  session.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count, logs)
     VALUES ($1, $2, now(), $3, 1, $4)`,
    [randomUUID(), checksum, name, marks.compatible.test(sql) ? COMPATIBLE : null],
  )

/** Not to be had in time, or undone because somebody who holds one table waits for another that the migration holds. */
const LOCKED = new Set(['55P03', '40P01'])
const isLocked = (error: unknown): boolean => LOCKED.has(String((error as { code?: string }).code))

const apply = async (session: SqlSession, migration: Migration, { lockMs, tries, pause }: Patience): Promise<void> => {
  const run = marks.concurrently.test(migration.sql) ? applyConcurrently : applyTogether
  for (let left = tries; ; left -= 1)
    try {
      return await run(session, migration, lockMs)
    } catch (error) {
      if (error instanceof MigrationError) throw error
      if (!isLocked(error) || left <= 1)
        throw new MigrationError(
          `Migration ${migration.name} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}` +
            (isLocked(error) ? '. Somebody holds a table that it changes: look at pg_stat_activity.' : ''),
        )
      await pause()
    }
}

/**
 * What stands in quotes or in comments ends no statement. They run one by one: of several in one message, a distributed
 * database would send all of them to its servers for each.
 */
const STATEMENT = /(?:'[^']*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|--.*|[^;])+/g

const statementsIn = (script: string): string[] =>
  [...script.matchAll(STATEMENT)]
    .map(([statement]) => statement)
    .filter((statement) => statement.replace(/--.*/g, '').trim() !== '')

const applyTogether = async (session: SqlSession, migration: Migration, lockMs: number): Promise<void> => {
  await session.script(`BEGIN; SET LOCAL lock_timeout TO ${lockMs}`)
  try {
    for (const statement of statementsIn(migration.sql)) await session.script(statement)
    await record(session, migration)
    await session.script('COMMIT')
  } catch (error) {
    await session.script('ROLLBACK')
    throw error
  }
}

const INDEX =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) "?(\w+)"?[^;]*$/i

/** The index that a statement makes or drops. */
const indexIn = ({ name }: Migration, statement: string): string => {
  const [, index] = INDEX.exec(statement) ?? []
  if (index !== undefined) return index
  throw new MigrationError(
    `Migration ${name} is marked "-- concurrently", so each of its statements has to be CREATE INDEX CONCURRENTLY IF ` +
      `NOT EXISTS or DROP INDEX CONCURRENTLY IF EXISTS. This one is not: ${statement.slice(0, 80)}`,
  )
}

/** Whoever dies here leaves an index that is not valid: the next removes it, and makes it again. */
const applyConcurrently = async (session: SqlSession, migration: Migration): Promise<void> => {
  const statements = statementsIn(migration.sql.replace(/^--.*$/gm, '')).map((one) => one.trim())
  const indexes = statements.map((statement) => indexIn(migration, statement))
  for (const [at, statement] of statements.entries()) {
    const broken = await session.query(`SELECT 1 FROM pg_index WHERE NOT indisvalid AND indexrelid = to_regclass($1)`, [
      `"${indexes[at]}"`,
    ])
    if (broken.length > 0) await session.script(`DROP INDEX CONCURRENTLY "${indexes[at]}"`)
    await session.script(statement)
  }
  await record(session, migration)
}
