/** `node prisma/apply.ts`: applies missing migrations to the database of DATABASE_URL, past a pooler. */
import { migrate } from '../src/kernel/database/migrate.ts'
import { onConnection } from '../src/kernel/database/connect.ts'
import { Hosts } from '../src/kernel/database/hosts.ts'

const url = process.env['DATABASE_DIRECT_URL'] || process.env['DATABASE_URL']
if (!url) {
  process.stderr.write(
    'Set DATABASE_URL to the database that is to be migrated. (The embedded one is migrated by the server.)\n',
  )
  process.exit(1)
}
try {
  const applied = await onConnection(new Hosts(url), (session) => migrate(session))
  process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied: ${applied.join(', ')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
