import { DataFolderInUse, EmbeddedDatabaseLost } from '../kernel/database/data-folder.ts'
import { MigrationError } from '../kernel/database/migrate.ts'
import { SettingsError } from '../kernel/env.ts'

const systemErrors: Readonly<Record<string, (error: Error) => string>> = {
  EADDRINUSE: (error) =>
    `Port ${'port' in error ? error.port : ''} is in use. Stop what listens there, or set PORT to another number.`,
  EADDRNOTAVAIL: () => 'HOST is not an address of this machine.',
  EACCES: (error) => `Not permitted: ${error.message}.`,
  ECONNREFUSED: () => 'The database does not answer at DATABASE_URL. Start it, or correct the address.',
  ENOTFOUND: (error) => `HOST, or the host in DATABASE_URL, is not known: ${error.message}.`,
}

/** Errors whose message says everything. */
const plain = [SettingsError, DataFolderInUse, EmbeddedDatabaseLost, MigrationError]

/** Why the process cannot start or go on, in one sentence where the cause is known. */
export const explain = (error: unknown): string => {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message
  if (!(error instanceof Error)) return String(error)
  const known = 'code' in error ? systemErrors[String(error.code)] : undefined
  return known ? known(error) : (error.stack ?? error.message)
}
