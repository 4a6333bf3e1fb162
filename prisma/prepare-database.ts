/** Makes the embedded database that every new one is a copy of. A stamp decides whether anything is done. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openEmbedded } from '../src/kernel/database/embedded.ts'
import { tablesOn } from '../src/kernel/database/make-tables.ts'
import { readMigrations } from '../src/kernel/database/migrations.ts'
import { PREPARED, packFolder } from '../src/kernel/database/new-folder.ts'
import { embeddedSession } from '../src/kernel/database/open.ts'
import { tellStep } from './tell-step.ts'

const root = join(import.meta.dirname, '..')
const stamp = `${PREPARED}.stamp`
const SOURCES = [
  'node_modules/@electric-sql/pglite/package.json',
  'prisma/prepare-database.ts',
  'src/kernel/database/embedded-thread.ts',
  'src/kernel/database/make-tables.ts',
  'src/kernel/database/migrate.ts',
  'src/kernel/database/migrations.ts',
  'src/kernel/database/new-folder.ts',
  'src/kernel/database/partitions.ts',
]

const stampOf = (): string => {
  const hash = createHash('sha256')
  for (const file of SOURCES) hash.update(readFileSync(join(root, file)))
  for (const { name, checksum } of readMigrations()) hash.update(name).update(checksum)
  return hash.digest('hex')
}

export const prepareDatabase = async (): Promise<void> => {
  const wanted = stampOf()
  if (existsSync(PREPARED) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  tellStep('a new database')
  rmSync(PREPARED, { force: true })
  const folder = mkdtempSync(join(tmpdir(), 'new-database-'))
  const embedded = await openEmbedded(folder)
  await tablesOn(embeddedSession(embedded.pglite))
  await embedded.close()
  mkdirSync(dirname(PREPARED), { recursive: true })
  writeFileSync(PREPARED, packFolder(join(folder, 'postgres')))
  writeFileSync(stamp, wanted)
  rmSync(folder, { recursive: true })
}

if (import.meta.main) await prepareDatabase()
