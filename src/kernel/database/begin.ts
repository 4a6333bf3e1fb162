/** Begins with the database while the rest of a server is loaded: this file loads little. */
import type { Env } from '../env.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import type { Tables } from './make-tables.ts'

/** Waits for what was begun: the tables of a server of PostgreSQL, or the embedded database. */
export type Begun = { tables: () => Promise<Tables> } | { embedded: () => Promise<EmbeddedDatabase> }

export const beginDatabase = async (env: Env): Promise<Begun> => {
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATA_DIR } = env
  return DATABASE_DIRECT_URL === undefined
    ? { embedded: await (await import('./embedded.ts')).beginEmbedded(DATA_DIR) }
    : { tables: await (await import('./make-tables.ts')).beginTables(DATABASE_DIRECT_URL) }
}
