import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  rolled_back_at: Date | string | null
}

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

/** Refuses a database that was migrated otherwise: its history must be the first part of ours. */
const checkHistory = (migrations: Migration[], applied: MigrationRecord[]): void => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const row of applied) {
    const migration = known.get(row.migration_name)
    if (!row.finished_at)
      throw new MigrationError(
        `The migration ${row.migration_name} was started on this database and never finished. Restore ` +
          `a backup, or repair the database by hand and mark the migration with 'prisma migrate resolve'.`,
      )
    if (!migration)
      throw new MigrationError(
        `This database has the migration ${row.migration_name}, which this version does not know, ` +
          `because a newer version used the database. Start the newer version, or restore a backup.`,
      )
    if (migration.checksum !== row.checksum)
      throw new MigrationError(
        `The migration ${row.migration_name} differs from the one that was applied to this database. ` +
          `Do not edit an applied migration: add a new one.`,
      )
  }
  const firstMissing = migrations.findIndex(
    (migration) => !applied.some((row) => row.migration_name === migration.name),
  )
  const late =
    firstMissing < 0
      ? undefined
      : migrations.slice(firstMissing).find((migration) => applied.some((row) => row.migration_name === migration.name))
  if (late)
    throw new MigrationError(
      `The migration ${migrations[firstMissing]?.name} was not applied to this database, although ` +
        `the later migration ${late.name} was.`,
    )
}

/**
 * Applies what is missing, each migration with its record in one transaction. The lock lets one process in at a time.
 */
export const migrate = async (session: SqlSession, migrations = readMigrations()): Promise<string[]> => {
  await session.query(`SELECT pg_advisory_lock(${LOCK})`)
  try {
    await session.script(HISTORY_TABLE)
    const applied = await session.query<MigrationRecord>(`
      SELECT migration_name, checksum, finished_at, rolled_back_at FROM "_prisma_migrations"
      WHERE rolled_back_at IS NULL ORDER BY started_at`)
    checkHistory(migrations, applied)
    const missing = migrations.filter((migration) => !applied.some((row) => row.migration_name === migration.name))
    for (const migration of missing) await apply(session, migration)
    return missing.map((migration) => migration.name)
  } finally {
    await session.query(`SELECT pg_advisory_unlock(${LOCK})`)
  }
}

const apply = async (session: SqlSession, { name, sql, checksum }: Migration): Promise<void> => {
  await session.script('BEGIN')
  try {
    await session.script(sql)
    await session.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    )
    await session.script('COMMIT')
  } catch (error) {
    await session.script('ROLLBACK')
    throw new MigrationError(
      `Migration ${name} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
