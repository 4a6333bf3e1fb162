import { createHash } from 'node:crypto'
import { inTurns } from '../batch.ts'
import type { Db } from '../database/open.ts'
import { type NewRow, writeRows } from '../database/rows.ts'
import { AppError } from '../errors/app-error.ts'
import type { Trace } from '../requests/trace.ts'
import { databaseStorage } from '../upstreams/storage/database.ts'
import type { StorageUpstream } from '../upstreams/upstreams.ts'

/** Bytes on their way into the store: `prepareFiles` before the transaction, `storeFiles` inside it. */
export interface PreparedFile {
  organizationId: string
  /** SHA-256 in lower-case hexadecimal: how a row names the bytes. */
  hash: string
  size: number
  /** What the transaction has to write; null where the bytes lie in the object store already. */
  bytes: Uint8Array | null
}

/** What was stored is not there, or is no longer what was stored. */
export class StoredFileError extends AppError {
  readonly fault: 'missing' | 'damaged'
  readonly hash: string
  constructor(fault: 'missing' | 'damaged', hash: string) {
    super('INTERNAL_ERROR', { message: fault === 'missing' ? 'A stored file is missing.' : 'A stored file is not what was stored.' })
    this.fault = fault
    this.hash = hash
  }
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Puts bytes into the object store, where there is one: in `prepare`, because no upstream is called inside a transaction. */
export const prepareFiles = async (storage: StorageUpstream, trace: Trace, organizationId: string, files: readonly Uint8Array[]): Promise<PreparedFile[]> => {
  const prepared = files.map((bytes) => ({ organizationId, hash: hashOf(bytes), size: bytes.byteLength, bytes }))
  const { external } = storage
  if (!external) return prepared
  await Promise.all(prepared.map((file) => external.put(trace, file)))
  return prepared.map((file) => ({ ...file, bytes: null }))
}

export const prepareFile = async (storage: StorageUpstream, trace: Trace, organizationId: string, bytes: Uint8Array): Promise<PreparedFile> => {
  const [file] = await prepareFiles(storage, trace, organizationId, [bytes])
  if (!file) throw new Error('One file in, none out.')
  return file
}

/** What is not in the object store, as rows to be written beside those that name it. Foreign keys do not hold it: before or after them. */
export const fileRows = (files: readonly PreparedFile[], now: Date): NewRow[] =>
  [...new Map(files.map((file) => [file.hash, file])).values()].flatMap(({ organizationId, hash, bytes }) => (bytes ? databaseStorage.rows({ organizationId, hash, bytes }, now) : []))

export const storeFiles = (db: Db, files: readonly PreparedFile[], now: Date): Promise<void> => writeRows(db, fileRows(files, now))

/** The bytes with that hash. Looks in both places, so that a deployment may move to an object store while it runs. */
export const readFile = async (storage: StorageUpstream, db: Db, trace: Trace, organizationId: string, hash: string): Promise<Uint8Array> => {
  const bytes = (await storage.external?.get(trace, organizationId, hash)) ?? (await databaseStorage.get(db, organizationId, hash))
  if (!bytes) throw new StoredFileError('missing', hash)
  if (hashOf(bytes) !== hash) throw new StoredFileError('damaged', hash)
  return bytes
}

/** Several at once, by their hashes: one statement where they lie in the database. */
export const readFiles = async (storage: StorageUpstream, db: Db, trace: Trace, organizationId: string, hashes: readonly string[]): Promise<Map<string, Uint8Array>> => {
  const wanted = [...new Set(hashes)]
  const { external } = storage
  const outside = external ? await inTurns(wanted, 8, (hash) => external.get(trace, organizationId, hash)) : []
  const found = new Map(wanted.flatMap((hash, index): [string, Uint8Array][] => (outside[index] ? [[hash, outside[index]]] : [])))
  for (const [hash, bytes] of await databaseStorage.getMany(db, organizationId, wanted.filter((one) => !found.has(one)))) found.set(hash, bytes)
  for (const hash of wanted) {
    const bytes = found.get(hash)
    if (!bytes) throw new StoredFileError('missing', hash)
    if (hashOf(bytes) !== hash) throw new StoredFileError('damaged', hash)
  }
  return found
}
