import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { lockDataFolder } from './data-folder.ts'
import { SESSION } from './session.ts'

export interface EmbeddedDatabase {
  pglite: PGlite
  close(): Promise<void>
}

/** The embedded PostgreSQL. Without a folder it lives in memory. */
export const openEmbedded = async (folder: string | undefined): Promise<EmbeddedDatabase> => {
  const unlock = folder ? lockDataFolder(folder) : () => undefined
  try {
    const pglite = await PGlite.create({
      ...(folder && { dataDir: join(folder, 'postgres') }),
      extensions: { pg_trgm },
    })
    for (const [name, value] of Object.entries(SESSION)) await pglite.exec(`SET ${name} = '${value}'`)
    return {
      pglite,
      async close() {
        await pglite.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
