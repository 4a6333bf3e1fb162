/** `npm run db:diff NAME`: writes prisma/migrations/<time>_NAME/migration.sql with what the schema has changed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../src/kernel/database/embedded.ts'
import { migrate } from '../src/kernel/database/migrate.ts'
import { migrationsFolder } from '../src/kernel/database/migrations.ts'
import { embeddedSession } from '../src/kernel/database/open.ts'
import { pendingSql } from './engine.ts'

const name = process.argv[2]
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write('Usage: npm run db:diff NAME   (lower case, digits and underscores)\n')
  process.exit(1)
}
const database = await openEmbedded(undefined)
await migrate(embeddedSession(database.pglite))
const sql = await pendingSql(database.pglite)
await database.close()
if (sql === '') {
  process.stdout.write('The migrations say what the schema says.\n')
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(migrationsFolder, `${stamp}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), `${sql}\n`)
  process.stdout.write(`Wrote ${folder}/migration.sql: read it before you commit it.\n`)
}
