/**
 * `npm run db:distribute`: spreads the tables of the database of DATABASE_URL over the workers of Citus, each tenant's
 * rows together. It may be run again, as after an upgrade that brought tables.
 */
import { onConnection } from '../src/kernel/database/connect.ts'
import { Hosts } from '../src/kernel/database/hosts.ts'
import { migrate } from '../src/kernel/database/migrate.ts'
import type { SqlSession } from '../src/kernel/database/session.ts'
import { distribute } from './distributed.ts'

const url = process.env['DATABASE_DIRECT_URL'] || process.env['DATABASE_URL']

const migrated = async (session: SqlSession): Promise<readonly string[]> => {
  await migrate(session)
  return distribute(session)
}

if (!url) {
  process.stderr.write('Set DATABASE_URL to the coordinator of Citus.\n')
  process.exit(1)
}
try {
  const tables = await onConnection(new Hosts(url), migrated)
  process.stdout.write(tables.length === 0 ? 'Nothing to distribute.\n' : `Distributed: ${tables.join(', ')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
