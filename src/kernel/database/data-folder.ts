import { chmodSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SettingsError } from '../env.ts'

export class DataFolderInUse extends Error {}

/** A new database takes about 45 MB, and one at work needs some room for its log. */
const ROOM_BYTES = 64 * 1024 * 1024

/** The embedded database has ended by itself, or could not be opened. */
export class EmbeddedDatabaseLost extends Error {
  constructor(folder: string | undefined, cause: unknown) {
    super(`The embedded database ${lossIn(folder, cause)}`, { cause })
  }
}

const lossIn = (folder: string | undefined, cause: unknown): string => {
  const reason = cause instanceof Error ? `: ${cause.message}` : ''
  if (folder === undefined) return `has ended${reason}.`
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < ROOM_BYTES
    ? `in ${resolve(folder)} has ended: there is no room left on that disk. ` +
        'Make room, and start again: nothing acknowledged is lost.'
    : `in ${resolve(folder)} cannot be used${reason}. Start again; ` +
        'if it stays, DATA_DIR names a folder that something else has written to.'
}

/** A lock that nobody refers to would be collected, and with it would go the lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder of the embedded database for this process: two processes on the same files would each see their own
 * data. The lock is one of the operating system on a file, which Node offers through SQLite: two processes never get
 * it, and it ends with its holder, however that dies. Returns the function that unlocks the folder.
 */
export const lockDataFolder = (folder: string): (() => void) => {
  makeFolder(folder)
  const lock = new DatabaseSync(join(folder, 'in-use'))
  const holder = join(folder, 'process')
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!isLocked(cause)) throw cause
    throw new DataFolderInUse(
      `The data folder ${resolve(folder)} is in use by the process ${holderIn(holder)}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
      { cause },
    )
  }
  held.add(lock)
  // For people who look for the holder; the lock is what counts.
  writeFileSync(holder, String(process.pid))
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/** Nobody else on the machine has anything to look for in it. */
const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
  } catch (error) {
    throw new SettingsError(
      `The data folder ${resolve(folder)} cannot be used (${(error as NodeJS.ErrnoException).code}). ` +
        'Set DATA_DIR to a folder that belongs to the user of this process.',
    )
  }
}

const SQLITE_BUSY = 5
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

const holderIn = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'that has just started'
  }
}
