import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Migration,
  MigrationError,
  indexesIn,
  inTransaction,
  isCompatible,
  isOfIndexes,
  readMigrations,
  statementsIn,
} from './migrations.ts'
import { type SqlSession, isOfCitus, transactionsOn } from './session.ts'

/** What the history says of a migration. */
interface MigrationRecord {
  migration_name: string
  checksum: string
  finished_at: Date | string | null
  logs: string | null
}

/** Says in it that the version before works on the schema that the migration makes. */
const COMPATIBLE = 'compatible'

interface Patience {
  /** How long a statement waits for a lock: whoever comes after it waits as well. */
  lockMs: number
  tries: number
  /** Between tries those who hold the lock go on. */
  pause(): Promise<unknown>
}
const patience: Patience = { lockMs: 5_000, tries: 60, pause: () => wait(1_000) }

/** What whoever migrates has to say of a database that has no tables yet. */
interface NewDatabase {
  /** What it is given besides, in the same transaction. */
  besides?: readonly string[]
  /** Is called when the server makes the tables by itself, for us or for another instance: there is time for other things. */
  meanwhile?(): void
}

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
const alone = async <T>(session: SqlSession, waits: () => void, body: () => Promise<T>): Promise<T> => {
  const isMine = async (): Promise<boolean | undefined> =>
    (await session.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS held`))[0]?.held
  while (!(await isMine())) {
    waits()
    await wait(LOOK_MS)
  }
  return body().finally(() => session.query(`SELECT pg_advisory_unlock(${LOCK})`))
}

/**
 * Applies what is missing, each migration with its record in one transaction, unless it is one of indexes. Callers are
 * served meanwhile: a lock that is not to be had soon is asked for again. A database that has nothing yet gets all at once.
 */
export const migrate = (
  session: SqlSession,
  migrations = readMigrations(),
  patient: Partial<Patience> = {},
  { besides = [], meanwhile = () => undefined }: NewDatabase = {},
): Promise<string[]> =>
  alone(session, meanwhile, async () => {
    const manner = { ...patience, ...patient }
    await session.script(HISTORY_TABLE)
    const applied = await session.query<MigrationRecord>(`
      SELECT migration_name, checksum, finished_at, logs FROM "_prisma_migrations"
      WHERE rolled_back_at IS NULL ORDER BY started_at`)
    checkHistory(migrations, applied)
    const missing = migrations.filter((migration) => !applied.some((row) => row.migration_name === migration.name))
    const isNew = applied.length === 0 && !(await isOfCitus(session))
    if (!isNew || !(await applyAll(session, missing, manner, { besides, meanwhile })))
      for (const migration of missing) await apply(session, migration, manner)
    return missing.map((migration) => migration.name)
  })

/** Prisma reads the history in the order of `started_at`, so no two migrations begin at the same time. */
const record = (session: SqlSession, migrations: readonly Migration[]): Promise<unknown> =>
  session.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, started_at, finished_at, migration_name, applied_steps_count, logs)
     SELECT id, checksum, at, at, name, 1, logs
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS one (id, checksum, name, logs, nth),
       LATERAL (SELECT now() + (nth - 1) * interval '1 microsecond' AS at) AS moment`,
    [
      migrations.map(() => randomUUID()),
      migrations.map(({ checksum }) => checksum),
      migrations.map(({ name }) => name),
      migrations.map((migration) => (isCompatible(migration) ? COMPATIBLE : null)),
    ],
  )

/** Not to be had in time, or undone because somebody who holds one table waits for another that the migration holds. */
const LOCKED = new Set(['55P03', '40P01'])
const isLocked = (error: unknown): boolean => LOCKED.has(String((error as { code?: string }).code))

const apply = async (session: SqlSession, migration: Migration, { lockMs, tries, pause }: Patience): Promise<void> => {
  const run = isOfIndexes(migration) ? applyConcurrently : applyTogether
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

const applyTogether = (session: SqlSession, migration: Migration, lockMs: number): Promise<void> =>
  transactionsOn(session)(async () => {
    await session.script(`SET LOCAL lock_timeout TO ${lockMs}`)
    for (const statement of statementsIn(migration.sql)) await session.script(statement)
    await record(session, [migration])
  })

/** Whoever dies here leaves an index that is not valid: the next removes it, and makes it again. */
const applyConcurrently = async (session: SqlSession, migration: Migration): Promise<void> => {
  for (const { index, statement } of indexesIn(migration)) {
    const broken = await session.query(`SELECT 1 FROM pg_index WHERE NOT indisvalid AND indexrelid = to_regclass($1)`, [
      `"${index}"`,
    ])
    if (broken.length > 0) await session.script(`DROP INDEX CONCURRENTLY "${index}"`)
    await session.script(statement)
  }
  await record(session, [migration])
}

/**
 * Makes the tables of a database that has none: all migrations are one script, in one transaction with their records, so
 * nobody waits for the answers to a thousand statements. False where they do not fit into one: each by itself then says
 * which of them is wrong, or waits.
 */
const applyAll = async (
  session: SqlSession,
  migrations: readonly Migration[],
  { lockMs }: Patience,
  { besides, meanwhile }: Required<NewDatabase>,
): Promise<boolean> => {
  try {
    await transactionsOn(session)(async () => {
      // When the server is done, we may be busy with other things: it is to wait for us.
      await session.script(`SET LOCAL lock_timeout TO ${lockMs}; SET LOCAL idle_in_transaction_session_timeout TO 0`)
      const made = session.script([...migrations.map(inTransaction), ...besides].join('\n;\n'))
      meanwhile()
      await made
      await record(session, migrations)
    })
    return true
  } catch {
    return false
  }
}
