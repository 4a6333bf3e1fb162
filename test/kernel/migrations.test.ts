import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pendingSql } from '../../prisma/engine.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../src/kernel/database/embedded.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { MigrationError, readMigrations } from '../../src/kernel/database/migrations.ts'
import { embeddedSession } from '../../src/kernel/database/open.ts'

describe('migrations', () => {
  let embedded: EmbeddedDatabase
  const one = { name: '20260101000000_one', sql: 'CREATE TABLE one (id int primary key)', checksum: 'a' }
  const two = {
    name: '20260102000000_two',
    sql: 'CREATE TABLE two (id int primary key); INSERT INTO two VALUES (1)',
    checksum: 'b',
  }
  const three = { name: '20260103000000_three', sql: 'CREATE TABLE three (id int primary key)', checksum: 'c' }
  // To unpack a database is quicker than to initialize one in memory.
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  beforeAll(async () => void (embedded = await openEmbedded(folder)))
  afterAll(async () => {
    await embedded.close()
    rmSync(folder, { recursive: true })
  })

  const session = () => embeddedSession(embedded.pglite)
  const tables = async (): Promise<string[]> =>
    (
      await session().query<{ name: string }>(
        `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = ` +
          `'public'::regnamespace AND relname NOT LIKE '\\_%' ORDER BY 1`,
      )
    ).map(({ name }) => name)
  const refusal = async (migrations: (typeof one)[]): Promise<string> => {
    const before = await tables()
    const error: unknown = await migrate(session(), migrations).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(MigrationError)
    expect(await tables()).toEqual(before)
    return (error as Error).message
  }
  /** Every test begins with an empty database. */
  const fresh = async (): Promise<void> => session().script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const insertDocuments = (ids: readonly string[], searchText: string): Promise<void> =>
    session().script(`
      INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_d', 'x', 'platform', now());
      INSERT INTO companies ("organizationId", id, name, slug, "vatNumber", country, "peppolId", capabilities, "searchText",
        "createdAt", "updatedAt") VALUES ('org_d', 'comp', 'x', 'x', 'BE1', 'BE', '0208:1', '{}', 'x', now(), now());
      INSERT INTO documents ("organizationId", id, "companyId", type, direction, number, status, "lifecycleStatus", format,
        "searchText", "createdAt", "updatedAt")
      SELECT 'org_d', id, 'comp', 'invoice', 'outgoing', '1', 'sent', 'issued', 'json', '${searchText}', now(), now()
      FROM unnest('{${ids.join()}}'::text[]) AS id`)

  describe('of a database of before', { tags: 'heavy' }, () => {
    const partner = (id: string, at: string): string => `
      INSERT INTO partners ("organizationId", id, name, tags, "searchText", "lastActivityAt", "createdAt", "updatedAt")
      VALUES ('org_h', '${id}', 'x', '{}', 'x', ${at}, now(), now());`

    /** What was there when a migration came, by the end of its name. */
    const before: Readonly<Record<string, () => Promise<void>>> = {
      async one_owner_a_participant() {
        const company = (id: string, more = "'active', true, 'registered'"): string => `
      INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_${id}', 'x', 'platform', now());
      INSERT INTO companies ("organizationId", id, name, slug, "vatNumber", country, "peppolId", capabilities, status,
        "smpRegistered", "smpStatus", "searchText", "createdAt", "updatedAt")
      VALUES ('org_${id}', 'comp_${id}', 'x', 'x', 'BE1', 'BE', '0208:1', '{}', ${more}, 'x', now(), now());`
        const claim = (id: string): string => `INSERT INTO participants VALUES ('0208:1', 'org_${id}', 'comp_${id}');`
        await session().script(
          [company('q'), claim('q'), company('p'), claim('p'), company('r', "'inactive', false, 'none'")].join('\n'),
        )
      },
      async companies_as_tenants() {
        const company = (id: string): string => `
      INSERT INTO companies ("organizationId", id, name, slug, "vatNumber", country, "peppolId", capabilities, "searchText",
        "createdAt", "updatedAt") VALUES ('org', '${id}', 'x', 'x', '${id}', 'BE', '${id}', '{}', 'x', now(), now());`
        const assignment = (objectId: string, tag: string, type: string, features: string): string => `
      INSERT INTO tag_assignments VALUES ('org', '${objectId}', '${tag}', '${type}', '{${features}}', 'x', now());`
        await session().script(`
      INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org', 'x', 'platform', now());
      ${company('comp_a')} ${company('comp_b')}
      INSERT INTO api_keys ("organizationId", id, name, type, "testMode", "keyPrefix", scopes, "companyId", "createdAt")
      VALUES ('org', 'key_a', 'x', 'platform', true, 'x', '{*}', 'comp_a', now()),
        ('org', 'key_o', 'x', 'platform', true, 'x', '{*}', NULL, now());
      INSERT INTO partners ("organizationId", id, name, "peppolId", tags, "searchText", "createdAt", "updatedAt")
      VALUES ('org', 'part_1', 'x', '0208:1', '{}', 'x', now(), now());
      INSERT INTO tag_groups ("organizationId", id, name, "objectTypes", exclusive, "createdAt", "updatedAt")
      VALUES ('org', 'tgrp_1', 'x', '{company}', false, now(), now()), ('org', 'tgrp_2', 'y', '{company}', false, now(), now());
      INSERT INTO tags ("organizationId", id, "groupId", name, learned, "learnedFeatures", "createdAt", "updatedAt")
      VALUES ('org', 'tag_1', 'tgrp_1', 'x', 3, 4, now(), now()), ('org', 'tag_2', 'tgrp_2', 'x', 1, 1, now(), now());
      ${assignment('comp_a', 'tag_1', 'company', 'one,two')} ${assignment('comp_b', 'tag_1', 'company', 'one')}
      ${assignment('part_1', 'tag_1', 'partner', 'one')} ${assignment('comp_a', 'tag_2', 'company', 'one')}
      INSERT INTO tag_features ("organizationId", "tagId", feature, count) VALUES ('org', 'tag_1', 'one', 3);
      INSERT INTO tag_reliability ("organizationId", "groupId", bin, predictions, hits)
      VALUES ('org', 'tgrp_1', 0, 5, 4), ('org', 'tgrp_2', 1, 2, 1);`)
      },
      async partners_know_their_hour() {
        await session().script(`
      INSERT INTO organizations (id, name, plan, "createdAt") VALUES ('org_h', 'x', 'platform', now());
      ${partner('hour_1', "'2026-11-20T23:59:59.999Z'")} ${partner('hour_2', 'NULL')}`)
      },
    }
    beforeAll(async () => {
      await fresh()
      const all = readMigrations()
      for (const [name, insert] of Object.entries(before)) {
        const next = all.findIndex((one) => one.name.endsWith(`_${name}`))
        await migrate(session(), all.slice(0, next))
        await insert()
      }
      await migrate(session())
    })

    test('the migrations say what the schema says', async () => {
      expect(await pendingSql(embedded.pglite)).toBe('')
      // A distributed database refuses foreign keys that follow a changed identifier.
      expect(
        await session().query(`SELECT conname FROM pg_constraint
        WHERE contype = 'f' AND (confupdtype <> 'a' OR NOT convalidated)`),
      ).toEqual([])
      expect(await session().query(`SELECT FROM pg_constraint WHERE contype = 'f'`)).not.toEqual([])
    })

    test('companies that shared a participant: the oldest owns it, later ones wait, and removed ones are gone', async () => {
      expect(
        await session().query(`
        SELECT companies.id, "ownedId", "releasedAt" IS NOT NULL AS released, "ownershipStatus"::text AS status,
          "ownershipReason"::text AS reason, "smpRegistered" AS published
        FROM participants JOIN companies ON companies.id = participants."companyId" ORDER BY 1`),
      ).toEqual([
        { id: 'comp_p', ownedId: '0208:1', released: false, status: 'granted', reason: null, published: true },
        {
          id: 'comp_q',
          ownedId: null,
          released: false,
          status: 'pending',
          reason: 'owned_by_another',
          published: false,
        },
        { id: 'comp_r', ownedId: null, released: true, status: 'none', reason: null, published: false },
      ])
    })

    test('what a company has learned from its own objects is kept, and what exists is shared', async () => {
      const read = (sql: string) => session().query<object>(sql)
      expect(await read('SELECT "tagId", "companyId", assignments, features FROM tag_learning ORDER BY 1, 2')).toEqual([
        { tagId: 'tag_1', companyId: '', assignments: 1, features: 1 },
        { tagId: 'tag_1', companyId: 'comp_a', assignments: 1, features: 2 },
        { tagId: 'tag_1', companyId: 'comp_b', assignments: 1, features: 1 },
        { tagId: 'tag_2', companyId: 'comp_a', assignments: 1, features: 1 },
      ])
      expect(
        await read('SELECT "companyId", feature FROM tag_features WHERE "tagId" = \'tag_1\' ORDER BY 1, 2'),
      ).toEqual([
        { companyId: '', feature: 'one' },
        { companyId: 'comp_a', feature: 'one' },
        { companyId: 'comp_a', feature: 'two' },
        { companyId: 'comp_b', feature: 'one' },
      ])
      expect(await read('SELECT "groupId", "companyId", hits FROM tag_reliability')).toEqual([
        { groupId: 'tgrp_2', companyId: 'comp_a', hits: 1 },
      ])
      expect(await read('SELECT id, type::text FROM api_keys ORDER BY 1')).toEqual([
        { id: 'key_a', type: 'personal' },
        { id: 'key_o', type: 'platform' },
      ])
      expect(await read('SELECT "companyId" FROM partners UNION SELECT "companyId" FROM tag_groups')).toEqual([
        { companyId: null },
      ])
    })

    test('documents that are delivered at the same time stay in their pages', async () => {
      const pages = (): Promise<{ id: string; page: string }[]> =>
        session().query('SELECT id, (ctid::text::point)[0]::text AS page FROM documents ORDER BY id')
      // With its text, a row is as long as that of an invoice of ten lines.
      await insertDocuments(
        Array.from({ length: 30 }, (_, index) => `doc_${index}`),
        'x'.repeat(1_100),
      )
      const before = await pages()
      const delivered = await session().query(`
      UPDATE documents SET status = 'delivered', "sentAt" = now(), "deliveredAt" = now(), "updatedAt" = now() RETURNING id`)
      expect(delivered).toHaveLength(30)
      expect(new Set(before.map(({ page }) => page)).size).toBeGreaterThan(1)
      expect(await pages()).toEqual(before)
    })

    test('partners have the hour of their last activity, and whoever writes them need not write it', async () => {
      const hours = (): Promise<unknown[]> =>
        session().query(
          `SELECT id, to_char("activeHour", 'DD HH24:MI:SS') AS hour FROM partners WHERE id LIKE 'hour%' ORDER BY id`,
        )
      expect(await hours()).toEqual([
        { id: 'hour_1', hour: '20 23:00:00' },
        { id: 'hour_2', hour: null },
      ])
      await session().script(`
      SET timezone TO 'Asia/Kolkata';
      UPDATE partners SET "lastActivityAt" = NULL WHERE id = 'hour_1';
      UPDATE partners SET "lastActivityAt" = '2026-11-21T00:00:00Z' WHERE id = 'hour_2';
      ${partner('hour_3', "'2026-11-22T12:40:00Z'")}
      RESET timezone`)
      expect(await hours()).toEqual([
        { id: 'hour_1', hour: null },
        { id: 'hour_2', hour: '21 00:00:00' },
        { id: 'hour_3', hour: '22 12:00:00' },
      ])
    })
  })

  test(
    'what changes of a document ends its row in a new database, and where there are documents they stay as they are',
    { tags: 'heavy' },
    async () => {
      const order = async (): Promise<string[]> =>
        (
          await session().query<{ name: string }>(
            `SELECT attname::text AS name FROM pg_attribute
           WHERE attrelid = 'documents'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
          )
        ).map(({ name }) => name)
      /** What else there is about the table. */
      const definitions = (): Promise<unknown[]> =>
        session().query(`
        SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index WHERE indrelid = 'documents'::regclass
        UNION SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'documents'::regclass AND NOT tgisinternal
        UNION SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'documents'::regclass
        UNION SELECT concat_ws(' ', column_name, udt_name, is_nullable, column_default) FROM information_schema.columns
          WHERE table_name = 'documents'
        ORDER BY 1`)
      const all = readMigrations()
      const until = all.findIndex(({ name }) => name.endsWith('_documents_change_at_their_end'))
      const before = all.slice(0, until)
      await fresh()
      await migrate(session(), before)
      const [asItWas, complete] = [await order(), await definitions()]
      await migrate(session(), all.slice(0, until + 1))
      expect((await order()).slice(-13)).toEqual([
        'archived',
        'read',
        'errorCode',
        'errorMessage',
        'lifecycleStatus',
        'frenchStatus',
        'lifecycleAt',
        'lifecycleVersion',
        'status',
        'deliveryStatus',
        'sentAt',
        'deliveredAt',
        'updatedAt',
      ])
      expect(await definitions()).toEqual(complete)

      await fresh()
      await migrate(session(), before)
      await insertDocuments(['doc'], 'x')
      await migrate(session(), all.slice(0, until + 1))
      expect(await order()).toEqual(asItWas)
      expect(await definitions()).toEqual(complete)
      expect(await session().query('SELECT id, status::text FROM documents')).toEqual([{ id: 'doc', status: 'sent' }])
    },
  )
  test('migrations are applied once, in order, and recorded as Prisma records them', async () => {
    await fresh()
    expect(await migrate(session(), [one, two])).toEqual([one.name, two.name])
    expect(await migrate(session(), [one, two])).toEqual([])
    expect(await migrate(session(), [one, two, three])).toEqual([three.name])
    expect(
      await session().query(
        'SELECT migration_name, checksum, applied_steps_count AS steps, finished_at IS NOT NULL AS ' +
          'finished, rolled_back_at FROM _prisma_migrations ORDER BY migration_name',
      ),
    ).toEqual(
      [one, two, three].map(({ name, checksum }) => ({
        migration_name: name,
        checksum,
        steps: 1,
        finished: true,
        rolled_back_at: null,
      })),
    )
  })
  test('migrations are refused when one that was applied was edited', async () => {
    await fresh()
    await migrate(session(), [one])
    expect(await refusal([{ ...one, checksum: 'z' }, two])).toBe(
      `The migration ${one.name} differs from the one that was applied to this database. Do not edit an applied ` +
        'migration: add a new one.',
    )
  })
  test('migrations are refused on a database of a newer version', async () => {
    await fresh()
    await migrate(session(), [one, two])
    expect(await refusal([one])).toContain(`has the migration ${two.name}, which this version does not know`)
  })
  test('migrations are refused when one in the middle is missing', async () => {
    await fresh()
    await migrate(session(), [one, three])
    expect(await refusal([one, two, three])).toBe(
      `The migration ${two.name} was not applied to this database, although the later migration ${three.name} was.`,
    )
  })
  test('migrations are refused when one was begun and never finished', async () => {
    await fresh()
    await migrate(session(), [one])
    await session().query('UPDATE _prisma_migrations SET finished_at = NULL')
    expect(await refusal([one, two])).toContain(
      `The migration ${one.name} was started on this database and never finished.`,
    )
  })
  test('migrations leave nothing behind when one fails half-way', async () => {
    await fresh()
    await migrate(session(), [one])
    expect(await refusal([one, { ...two, sql: `${two.sql}; SELECT no_such_function()` }])).toContain(
      `Migration ${two.name} failed and was rolled back`,
    )
    expect(await migrate(session(), [one, two])).toEqual([two.name])
  })
  const added = {
    name: '20260104000000_added',
    sql: '-- compatible\nCREATE TABLE added (id int primary key)',
    checksum: 'd',
  }
  test('a version before starts on a newer schema that only adds to its own, and on no other', async () => {
    await fresh()
    await migrate(session(), [one, two, added])
    expect(await migrate(session(), [one, two])).toEqual([])
    // A branch of another history is not a version before.
    expect(await refusal([one, two, three])).toBe(
      `The migration ${three.name} was not applied to this database, although the later migration ${added.name} was.`,
    )
    await migrate(session(), [one, two, added, { ...three, name: '20260105000000_three' }])
    expect(await refusal([one, two])).toContain('which this version does not know')
  })
  test('an index is made without a transaction, and what a killed process left of it is made again', async () => {
    await fresh()
    const index = {
      name: '20260106000000_index',
      sql: '-- compatible\n-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "two_idx" ON two (id);\n',
      checksum: 'e',
    }
    await migrate(session(), [one, two])
    await session().script('CREATE INDEX "two_idx" ON two (id)')
    await session().query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'two_idx'::regclass`)
    expect(await migrate(session(), [one, two, index])).toEqual([index.name])
    expect(await session().query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'two_idx'::regclass`)).toEqual([
      { indisvalid: true },
    ])
    expect(await migrate(session(), [one, two, index])).toEqual([])
    expect(await refusal([one, two, index, { ...three, sql: '-- concurrently\nDROP TABLE two' }])).toContain(
      'later migration',
    )
    expect(
      await refusal([
        one,
        two,
        index,
        { name: '20260107000000_x', sql: '-- concurrently\nDROP TABLE two', checksum: 'f' },
      ]),
    ).toContain('CREATE INDEX CONCURRENTLY IF NOT EXISTS')
  })
  test('migrations come with names that sort by their time, and are not empty', () => {
    const migrations = readMigrations()
    expect(migrations.length).toBeGreaterThan(0)
    for (const { name, sql: text } of migrations)
      expect([/^\d{14}_[a-z0-9_]+$/.test(name), text.trim() !== '']).toEqual([true, true])
  })
})
