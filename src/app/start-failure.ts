import { DataFolderInUse, EmbeddedDatabaseLost } from '../kernel/database/data-folder.ts'
import { NotReached, TakesNoWrites } from '../kernel/database/hosts.ts'
import { MigrationError } from '../kernel/database/migrations.ts'
import { SettingsError } from '../kernel/env.ts'

const systemErrors: Readonly<Record<string, (error: Error) => string>> = {
  EADDRINUSE: (error) =>
    `The port ${'port' in error ? error.port : ''} is in use. Stop the process that uses it, ` +
    `or set PORT to another number.`,
  EADDRNOTAVAIL: () =>
    'HOST is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.',
  EACCES: (error) => `The process does not have the permission: ${error.message}.`,
  '08P01': () =>
    'What answers at DATABASE_URL does not take sessions as PostgreSQL does. If it is a pooler, set DATABASE_DIRECT_URL to ' +
    'the PostgreSQL server itself.',
  ECONNREFUSED: () => 'The database does not answer at DATABASE_URL. Start the database, or correct the address.',
  ENOTFOUND: (error) => `The host name in HOST or DATABASE_URL cannot be resolved: ${error.message}.`,
}

/** Errors whose message says everything. */
const plain = [SettingsError, DataFolderInUse, EmbeddedDatabaseLost, MigrationError, TakesNoWrites]

/** Why the process cannot start or go on, in one sentence where the cause is known. */
export const explain = (error: unknown): string => {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof NotReached && error.cause) return explain(error.cause)
  if (!(error instanceof Error)) return String(error)
  const known = 'code' in error ? systemErrors[String(error.code)] : undefined
  return known ? known(error) : (error.stack ?? error.message)
}
