/** Turns a migrated database into one that is distributed by tenant. Whatever is so already is left alone. */
import { TENANTS, TENANT_COLUMN, onCoordinator, secrets } from '../src/kernel/database/distribution.ts'
import type { SqlSession } from '../src/kernel/database/session.ts'

export class NotDistributable extends Error {}

const requireWorkers = async (session: SqlSession): Promise<void> => {
  const extensions = await session.query(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`)
  if (extensions.length === 0)
    throw new NotDistributable(
      'This database has no Citus. Put it into shared_preload_libraries of every node, and CREATE EXTENSION citus in ' +
        'this database of every node.',
    )
  const nodes = await session.query<{ groupid: number }>('SELECT groupid FROM pg_dist_node WHERE isactive')
  if (!nodes.some(({ groupid }) => groupid === 0) || !nodes.some(({ groupid }) => groupid !== 0))
    throw new NotDistributable(
      `The coordinator does not know its nodes. Run citus_set_coordinator_host('…') and citus_add_node('…', 5432) ` +
        'for each worker on it.',
    )
}

const quoted = (name: string): string => `"${name}"`

/** Tables that are not distributed yet, each after those that its rows refer to. */
const tablesLeft = async (session: SqlSession): Promise<string[]> => {
  const rows = await session.query<{ name: string; parents: string[] }>(
    `SELECT relname::text AS name, array(
      SELECT parent.relname::text FROM pg_constraint JOIN pg_class AS parent ON parent.oid = confrelid
      WHERE contype = 'f' AND conrelid = pg_class.oid AND confrelid <> conrelid) AS parents
    FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = pg_class.oid)
    ORDER BY relname <> $1, 1`,
    [TENANTS.table],
  )
  const left = new Map(rows.filter(({ name }) => !onCoordinator.has(name)).map(({ name, parents }) => [name, parents]))
  const ordered: string[] = []
  while (left.size > 0) {
    const ready = [...left].filter(([, parents]) => parents.every((parent) => !left.has(parent))).map(([name]) => name)
    // The table of tenants comes first: all others are put beside it.
    if (ready.length === 0) throw new NotDistributable(`These tables refer to each other: ${[...left.keys()].join()}`)
    for (const name of ready) left.delete(name)
    ordered.push(...ready)
  }
  return ordered
}

/** What is unique by itself becomes unique within its tenant. */
const widenKey = async (session: SqlSession, table: string): Promise<void> => {
  const column = secrets[table]
  if (column === undefined) return
  const [index] = await session.query<{ name: string; isprimary: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisprimary AS isprimary FROM pg_index
     WHERE indrelid = $1::regclass AND indisunique AND indnkeyatts = 1
       AND indkey[0] = (SELECT attnum FROM pg_attribute WHERE attrelid = indrelid AND attname = $2)`,
    [quoted(table), column],
  )
  if (!index) return
  const columns = `(${quoted(column)}, ${quoted(TENANT_COLUMN)})`
  await session.script(
    index.isprimary
      ? `ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${index.name}, ADD CONSTRAINT ${index.name} PRIMARY KEY ${columns}`
      : `DROP INDEX ${index.name}; CREATE UNIQUE INDEX ${index.name} ON ${quoted(table)} ${columns}`,
  )
}

const dropForeignKeys = async (session: SqlSession, table: string): Promise<void> => {
  const keys = await session.query<{ name: string }>(
    `SELECT conname::text AS name FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass`,
    [quoted(table)],
  )
  for (const { name } of keys) await session.script(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`)
}

const spread = async (session: SqlSession, table: string): Promise<void> => {
  const column = table === TENANTS.table ? TENANTS.column : TENANT_COLUMN
  const beside = table === TENANTS.table ? 'default' : TENANTS.table
  await widenKey(session, table)
  await session.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [quoted(table), column, beside])
}

/**
 * A trigger runs where the row is, on a worker, in the part of `documents` that holds it: it writes to the part of
 * `open_documents` beside it. What it wrote to the whole table would be another transaction.
 */
const TRIGGERS = `
  CREATE OR REPLACE FUNCTION open_document() RETURNS trigger LANGUAGE plpgsql AS $body$
  BEGIN
    EXECUTE format('INSERT INTO %I.%I ("organizationId", "documentId", status, "deliveryStatus", "issueDate", "dueDate")
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ("organizationId", "documentId")
      DO UPDATE SET status = excluded.status, "deliveryStatus" = excluded."deliveryStatus"', TG_TABLE_SCHEMA,
      'open_documents_' || get_shard_id_for_distribution_column('open_documents', NEW."organizationId"))
      USING NEW."organizationId", NEW.id, NEW.status, NEW."deliveryStatus", NEW."issueDate", NEW."dueDate";
    RETURN NULL;
  END $body$;
  CREATE OR REPLACE FUNCTION close_document() RETURNS trigger LANGUAGE plpgsql AS $body$
  BEGIN
    EXECUTE format('DELETE FROM %I.%I WHERE "organizationId" = $1 AND "documentId" = $2', TG_TABLE_SCHEMA,
      'open_documents_' || get_shard_id_for_distribution_column('open_documents', OLD."organizationId"))
      USING OLD."organizationId", OLD.id;
    RETURN NULL;
  END $body$`

/**
 * Citus leaves what it has copied where it was, where nobody sees it any more. It would take its room twice, and a
 * migration would hold its new constraints against rows that nobody changes.
 */
const removeCopied = async (session: SqlSession): Promise<void> => {
  const tables = await session.query<{ name: string }>(
    `SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition
     WHERE partmethod = 'h' AND pg_relation_size(logicalrelid) > 0`,
  )
  for (const { name } of tables) await session.query('SELECT truncate_local_data_after_distributing_table($1)', [name])
}

/** An arbitrary number, the same wherever the command runs. */
const LOCK = 727_274_006

/** Answers the tables that were distributed now. */
export const distribute = async (session: SqlSession): Promise<readonly string[]> => {
  await requireWorkers(session)
  // Held until the connection ends: a command that was killed goes on in the server with the table that it was at.
  await session.query(`SELECT pg_advisory_lock(${LOCK})`)
  // Each trigger of ours writes to the tenant of its row alone.
  await session.script(`SET citus.enable_unsafe_triggers TO on; SET client_min_messages TO warning`)
  for (const table of onCoordinator) await dropForeignKeys(session, table)
  const tables = await tablesLeft(session)
  // Before rows move: each is an insert where it arrives.
  await session.script(TRIGGERS)
  for (const table of tables) await spread(session, table)
  await removeCopied(session)
  return tables
}
