/** What a migration that is marked `-- compatible` may do: servers of the version before write on the schema it makes. */
import { statementsIn } from '../../src/kernel/database/migrations.ts'

const without = (statement: string): string => statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()

const NAME = '"?(\\w+)"?'
const first = (pattern: string, statement: string): string | undefined =>
  new RegExp(`^${pattern}`, 'i').exec(statement)?.[1]

/** Nobody asks for the names of what is new, and what is planned otherwise answers the same. */
const HARMLESS =
  /^(CREATE (TABLE|TYPE|EXTENSION|STATISTICS|SEQUENCE) |CREATE INDEX |ALTER TABLE \S+ SET \([^()]+\)$|ANALYZE )/i

/** The parts of an ALTER TABLE: commas within brackets and quotes are no ends. */
const actionsOf = (statement: string): string[] =>
  [...statement.replace(/^ALTER TABLE \S+ /i, '').matchAll(/(?:'[^']*'|"[^"]*"|[([][^()[\]]*[)\]]|[^,])+/g)].map(
    ([action]) => action.trim(),
  )

/** Who does not name the column can insert still, and what it inserts is not refused. */
const isPlainColumn = (action: string): boolean =>
  /^ADD COLUMN /i.test(action) &&
  (!/ NOT NULL/i.test(action) || / DEFAULT /i.test(action)) &&
  !/ (UNIQUE|PRIMARY KEY|CHECK|REFERENCES|GENERATED)\b/i.test(action)

/** A row of a new table holds none of others back. */
const isOwnForeignKey = (action: string): boolean =>
  /^ADD CONSTRAINT \S+ FOREIGN KEY .* ON DELETE (CASCADE|SET NULL)\b/i.test(action)

interface Known {
  /** Tables that the migration makes: no server of the version before writes there. */
  made: ReadonlySet<string | undefined>
  /** Indexes of all migrations that a server may name in ON CONFLICT. */
  unique: ReadonlySet<string | undefined>
}

const isHarmless = (statement: string, { made, unique }: Known): boolean => {
  if (HARMLESS.test(statement)) return true
  const altered = first(`ALTER TABLE ${NAME}`, statement)
  if (altered !== undefined)
    return actionsOf(statement).every(
      (action) => isPlainColumn(action) || (made.has(altered) && isOwnForeignKey(action)),
    )
  if (/^CREATE UNIQUE INDEX /i.test(statement)) return made.has(first(`.*? ON ${NAME}`, statement))
  const dropped = first(`DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?${NAME}`, statement)
  return dropped !== undefined && !unique.has(dropped)
}

export const uniqueIndexes = (scripts: readonly string[]): Set<string | undefined> =>
  new Set(
    scripts
      .flatMap(statementsIn)
      .map((statement) =>
        first(`CREATE UNIQUE INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?${NAME}`, without(statement)),
      ),
  )

/** The statements that a server of the version before may not live with. */
export const harmfulIn = (sql: string, unique: Known['unique']): string[] => {
  const statements = statementsIn(sql).map(without)
  const made = new Set(statements.map((one) => first(`CREATE TABLE (?:IF NOT EXISTS )?${NAME}`, one)))
  return statements.filter((statement) => !isHarmless(statement, { made, unique }))
}
