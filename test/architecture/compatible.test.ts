import { describe, expect, test } from 'vitest'
import { isCompatible, readMigrations } from '../../src/kernel/database/migrations.ts'
import { harmfulIn, uniqueIndexes } from './compatible.ts'

const migrations = readMigrations()
const unique = uniqueIndexes(migrations.map(({ sql }) => sql))

/** Marked migrations that do more, and why servers of the version before live with it. */
const exceptions: Readonly<Record<string, string>> = {
  '20261123134600_indexes_that_stay':
    'Its unique indexes forbid what those that it drops forbade. They leave rows without a number out, of which there ' +
    'may be any number anyway; who writes events and flows names no index.',
  '20261126150000_request_logs_by_time':
    'Its unique index is of the primary key with one more column: nothing is refused.',
  '20261126174500_months_have_room': 'It sets the fill factor of each partition, whose names nobody knows beforehand.',
  '20261127150100_open_documents_know_their_days': 'Its function writes two columns more, which were added before.',
  '20261128140000_partners_know_their_hour': 'Its trigger fills a column that is new, whoever writes the row.',
  '20261128140100_hours_of_partners': 'It fills that column, which they do not read.',
  '20261129110000_request_logs_without_secrets':
    'It empties a column that may be null, of rows that nobody writes again.',
  '20261129110100_keys_share_their_limits': 'It fills a column that may be null, and that they follow only for quotas.',
}

describe('a migration that is marked compatible', () => {
  test('does only what servers of the version before live with, or is listed with the reason', () => {
    const marked = migrations.filter(isCompatible)
    expect(marked.length).toBeGreaterThanOrEqual(12)
    const harmful = marked
      .map(({ name, sql }) => ({ name, statements: harmfulIn(sql, unique) }))
      .filter(({ statements }) => statements.length > 0)
    expect(harmful.filter(({ name }) => exceptions[name] === undefined)).toEqual([])
    // None is listed that need not be.
    expect(harmful.map(({ name }) => name)).toEqual(Object.keys(exceptions))
  })

  test.each([
    'ALTER TABLE "documents" DROP COLUMN "number"',
    'ALTER TABLE "documents" RENAME COLUMN "number" TO "no"',
    'ALTER TABLE "documents" RENAME TO "papers"',
    'ALTER TABLE "documents" ADD COLUMN "later" TEXT NOT NULL',
    'ALTER TABLE "documents" ADD COLUMN "later" TEXT, DROP COLUMN "number"',
    `ALTER TABLE "documents" ADD COLUMN "later" TEXT NOT NULL DEFAULT 'a, b', ALTER COLUMN "number" SET NOT NULL`,
    'ALTER TABLE "documents" ADD COLUMN "later" TEXT UNIQUE',
    'ALTER TABLE "documents" ADD COLUMN "later" NUMERIC(10, 2) CHECK ("later" > 0)',
    'ALTER TABLE "documents" ALTER COLUMN "number" TYPE INTEGER',
    'ALTER TABLE "documents" ADD CONSTRAINT "one" FOREIGN KEY ("a") REFERENCES "later"("id") ON DELETE CASCADE',
    'CREATE UNIQUE INDEX "one" ON "documents"("number")',
    'DROP INDEX "documents_organizationId_duplicateKey_key"',
    `ALTER TYPE "DocumentStatus" ADD VALUE 'lost'`,
    'CREATE TRIGGER one BEFORE INSERT ON "documents" FOR EACH ROW EXECUTE FUNCTION refuse()',
    'UPDATE "documents" SET "number" = NULL',
    'DROP TABLE "documents"',
    'CREATE TABLE "later" ("id" TEXT PRIMARY KEY); DELETE FROM "documents"',
    'CREATE TABLE "later" ("id" TEXT); ALTER TABLE "later" ADD CONSTRAINT "one" FOREIGN KEY ("id") REFERENCES "documents"',
  ])('%s is found', (sql) => {
    const statements = harmfulIn(`-- compatible\n${sql};`, unique)
    expect(statements).toEqual([sql.split('; ').at(-1)])
  })

  test.each([
    'ALTER TABLE "documents" ADD COLUMN "later" NUMERIC(10, 2), ADD COLUMN "sure" BOOLEAN NOT NULL DEFAULT false',
    `ALTER TABLE "documents" ADD COLUMN "later" TEXT[] NOT NULL DEFAULT ARRAY['a', 'b']::TEXT[]`,
    `CREATE TYPE "Later" AS ENUM ('a', 'b'); CREATE TABLE "later" ("id" TEXT NOT NULL, "a" "Later")`,
    'CREATE TABLE "later" ("id" TEXT); CREATE UNIQUE INDEX "one" ON "later"("id")',
    'CREATE TABLE "later" ("id" TEXT); ALTER TABLE "later" ADD CONSTRAINT "one" FOREIGN KEY ("id") REFERENCES ' +
      '"documents"("id") ON DELETE CASCADE',
    'CREATE INDEX "one" ON "documents"("number")',
    'DROP INDEX "documents_organizationId_number_idx"',
  ])('%s is not', (sql) => {
    expect(harmfulIn(`-- compatible\n${sql};`, unique)).toEqual([])
  })
})
