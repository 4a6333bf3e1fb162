import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { lockDataFolder } from './data-folder.ts'

const CHECKPOINT_EVERY_MS = 60_000
const VACUUM_EVERY_CHECKPOINTS = 10
/** Plans are kept, and one that was made for empty tables is a bad one for full ones. */
const FIRST_VACUUMS: ReadonlySet<number> = new Set([1, 2, 4])

export interface EmbeddedDatabase {
  pglite: PGlite
  close(): Promise<void>
}

/**
 * The embedded PostgreSQL. It runs single-user: nothing vacuums, analyzes or checkpoints unless we do.
 * Without a folder it lives in memory.
 */
export const openEmbedded = async (folder: string | undefined): Promise<EmbeddedDatabase> => {
  const unlock = folder ? lockDataFolder(folder) : () => undefined
  try {
    const pglite = await PGlite.create({
      ...(folder && { dataDir: join(folder, 'postgres') }),
      extensions: { pg_trgm },
    })
    await pglite.exec(`SET TIME ZONE 'UTC'`)
    const stopMaintenance = folder ? maintain(pglite) : () => undefined
    return {
      pglite,
      async close() {
        stopMaintenance()
        await pglite.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

const maintain = (pglite: PGlite): (() => void) => {
  let rounds = 0
  const timer = setInterval(() => {
    rounds += 1
    const isDue = rounds % VACUUM_EVERY_CHECKPOINTS === 0 || FIRST_VACUUMS.has(rounds)
    const sql = isDue ? 'VACUUM (ANALYZE); CHECKPOINT' : 'CHECKPOINT'
    // A failed round is harmless: the next one does the same work.
    pglite.exec(sql).catch(() => undefined)
  }, CHECKPOINT_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
