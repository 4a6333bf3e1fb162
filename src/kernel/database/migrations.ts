/** The migrations as texts: what each says of itself, and its statements. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export class MigrationError extends Error {}

export interface Migration {
  name: string
  sql: string
  checksum: string
}
/** What a migration says of itself, as a comment on a line of its own. */
const marks = {
  /** The version before works on the schema that it makes: it only adds. */
  compatible: /^-- compatible$/m,
  /** Its statements run one by one, without a transaction: they only make and drop indexes. */
  concurrently: /^-- concurrently$/m,
}

export const isCompatible = ({ sql }: Migration): boolean => marks.compatible.test(sql)
export const isOfIndexes = ({ sql }: Migration): boolean => marks.concurrently.test(sql)

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

/**
 * What stands in quotes or in comments ends no statement. They run one by one: of several in one message, a distributed
 * database would send all of them to its servers for each.
 */
const STATEMENT = /(?:'[^']*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|--.*|[^;])+/g

export const statementsIn = (script: string): string[] =>
  [...script.matchAll(STATEMENT)]
    .map(([statement]) => statement)
    .filter((statement) => statement.replace(/--.*/g, '').trim() !== '')

const INDEX =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) "?(\w+)"?[^;]*$/i

/** The statements of a migration of indexes, each with the index that it makes or drops. */
export const indexesIn = ({ name, sql }: Migration): { index: string; statement: string }[] =>
  statementsIn(sql.replace(/^--.*$/gm, '')).map((text) => {
    const statement = text.trim()
    const [, index] = INDEX.exec(statement) ?? []
    if (index !== undefined) return { index, statement }
    throw new MigrationError(
      `Migration ${name} is marked "-- concurrently", so each of its statements has to be CREATE INDEX CONCURRENTLY IF ` +
        `NOT EXISTS or DROP INDEX CONCURRENTLY IF EXISTS. This one is not: ${statement.slice(0, 80)}`,
    )
  })

/** Its text for a transaction, in a database that nobody uses yet. */
export const inTransaction = (migration: Migration): string =>
  isOfIndexes(migration)
    ? indexesIn(migration)
        .map(({ statement }) => statement.replace(/ CONCURRENTLY/i, ''))
        .join(';\n')
    : migration.sql
