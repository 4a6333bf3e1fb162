import { createHash } from 'node:crypto'
import { chunksOf, mapLimited } from '../../kernel/concurrency.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { type NewRow, writeRows } from '../../kernel/database/rows.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { ChunkedBytes, type StoredStream, hashOf, wholeOf } from '../../kernel/bytes.ts'
import type { Trace } from '../../kernel/trace.ts'
import { databaseStorage } from '../../upstreams/storage/database.ts'
import type { BytePortion, StoredBytes } from '../../upstreams/storage/port.ts'
import type { StorageUpstream } from '../../upstreams/upstreams.ts'

/** Bytes on their way into the store: `prepareFiles` before the transaction, `storeFiles` inside it. */
export interface PreparedFile {
  organizationId: string
  /** SHA-256 in lower-case hexadecimal: how a row names the bytes. */
  hash: string
  size: number
  /** What the transaction has to write; null where the bytes lie in the object store already. */
  content: ChunkedBytes | null
}

/** What was stored is not there, or is no longer what was stored. */
export class StoredFileError extends AppError {
  readonly fault: 'missing' | 'damaged'
  readonly hash: string
  constructor(fault: 'missing' | 'damaged', hash: string) {
    super('INTERNAL_ERROR', {
      message:
        fault === 'missing'
          ? 'A stored file is missing.'
          : 'A stored file is damaged: its content no longer matches its hash.',
    })
    this.fault = fault
    this.hash = hash
  }
}

/**
 * Puts bytes into the object store, where there is one: in `prepare`, because no upstream is called inside a
 * transaction.
 */
export const prepareFiles = async (
  storage: StorageUpstream,
  trace: Trace,
  organizationId: string,
  files: readonly (Uint8Array | ChunkedBytes)[],
): Promise<PreparedFile[]> => {
  const prepared = files.map((given) => {
    const content = given instanceof ChunkedBytes ? given : new ChunkedBytes([given])
    return { organizationId, hash: content.sha256, size: content.size, content }
  })
  const { external } = storage
  if (!external) return prepared
  await Promise.all(prepared.map((file) => external.put(trace, file)))
  return prepared.map((file) => ({ ...file, content: null }))
}

export const prepareFile = async (
  storage: StorageUpstream,
  trace: Trace,
  organizationId: string,
  bytes: Uint8Array,
): Promise<PreparedFile> => {
  const [file] = await prepareFiles(storage, trace, organizationId, [bytes])
  if (!file) throw new Error('One file in, none out.')
  return file
}

/** Whether it is written by itself, part by part. */
export const isLarge = ({ content, size }: PreparedFile): boolean =>
  content !== null && size > databaseStorage.partBytes

const distinct = (files: readonly PreparedFile[]): (StoredBytes & { file: PreparedFile })[] =>
  [...new Map(files.map((file) => [file.hash, file])).values()].flatMap((file) =>
    file.content ? [{ ...file, content: file.content, file }] : [],
  )

/**
 * Files that are neither in the object store nor large, as rows to be written beside the rows that name them. No
 * foreign key refers to them, so they may be written before or after.
 */
export const fileRows = (files: readonly PreparedFile[], now: Date): NewRow[] =>
  distinct(files)
    .filter(({ file }) => !isLarge(file))
    .map((one) => databaseStorage.row(one, now))

/** The same for files of documents, as a part of the statement that has these `written`: their bytes go over in one piece. */
export const filesBeside = (
  files: readonly { documentId: string; file: PreparedFile; createdAt: Date }[],
): Prisma.Sql[] => {
  const inside = files.flatMap(({ file, file: { organizationId, hash, content }, ...of }) =>
    content && !isLarge(file) ? [{ ...of, organizationId, hash, content }] : [],
  )
  return inside.length > 0 ? [databaseStorage.rowsBeside(inside)] : []
}

export const storeLarge = async (db: Db, files: readonly PreparedFile[], now: Date): Promise<void> => {
  for (const one of distinct(files)) if (isLarge(one.file)) await databaseStorage.putInParts(db, one, now)
}

export const storeFiles = async (db: Db, files: readonly PreparedFile[], now: Date): Promise<void> => {
  await storeLarge(db, files, now)
  await writeRows(db, fileRows(files, now))
}

type ReadPortion = (from: number, room?: Buffer) => Promise<BytePortion | null>

/** The bytes with that hash. Looks in both places, so that a deployment may move to an object store while it runs. */
export const openFile = async (
  { external }: StorageUpstream,
  db: Db,
  trace: Trace,
  organizationId: string,
  hash: string,
): Promise<StoredStream> => {
  const name = { organizationId, hash }
  const outside: ReadPortion = (from) => external?.get(trace, name, from) ?? Promise.resolve(null)
  const inside: ReadPortion = (from, room) => databaseStorage.get(db, name, from, room)
  const there = await outside(0)
  const first = there ?? (await inside(0))
  if (!first) throw new StoredFileError('missing', hash)
  const read = there ? outside : inside
  return {
    size: first.size,
    portions: () => proved(first, read, hash),
    async into(room) {
      let at = 0
      for await (const bytes of proved(first, (from) => read(from, room), hash)) {
        room.set(bytes, at)
        at += bytes.byteLength
      }
    },
  }
}

async function* proved(first: BytePortion, read: ReadPortion, hash: string): AsyncGenerator<Uint8Array> {
  const hashing = createHash('sha256')
  let { bytes } = first
  for (let at = 0; ;) {
    hashing.update(bytes)
    at += bytes.byteLength
    if (at >= first.size) break
    yield bytes
    const next = await read(at)
    if (!next || next.bytes.byteLength === 0) throw new StoredFileError('missing', hash)
    bytes = next.bytes
  }
  if (hashing.digest('hex') !== hash) throw new StoredFileError('damaged', hash)
  yield bytes
}

/** The same in one piece. */
export const readFile = async (
  storage: StorageUpstream,
  db: Db,
  trace: Trace,
  organizationId: string,
  hash: string,
): Promise<Uint8Array> => wholeOf(await openFile(storage, db, trace, organizationId, hash))

/** Refuses bytes that are no longer what was stored. */
export const proven = (bytes: Uint8Array, hash: string): Uint8Array => {
  if (hashOf(bytes) !== hash) throw new StoredFileError('damaged', hash)
  return bytes
}

/** What lies in the database in one piece, by one statement. */
const readSmall = async (
  db: Db,
  organizationId: string,
  hashes: readonly string[],
): Promise<Map<string, Uint8Array>> => {
  const found = await databaseStorage.getMany(db, organizationId, hashes)
  for (const [hash, bytes] of found) proven(bytes, hash)
  return found
}

/** Several at once, by their hashes: one statement for those that lie in the database, and the others one by one. */
export const readFiles = async (
  storage: StorageUpstream,
  db: Db,
  trace: Trace,
  organizationId: string,
  hashes: readonly string[],
): Promise<Map<string, Uint8Array>> => {
  const wanted = [...new Set(hashes)]
  const found = await readSmall(db, organizationId, wanted)
  const others = wanted.filter((hash) => !found.has(hash))
  const read = await mapLimited(others, 8, (hash) => readFile(storage, db, trace, organizationId, hash))
  return new Map([...found, ...others.map((hash, index): [string, Uint8Array] => [hash, read[index] as Uint8Array])])
}

const AT_ONCE = 10

/** In their order, those that fit in so many bytes beside the ones before; undefined for the others. */
export const readFitting = async (
  storage: StorageUpstream,
  db: Db,
  trace: Trace,
  organizationId: string,
  hashes: readonly string[],
  most: number,
): Promise<(Uint8Array | undefined)[]> => {
  const read: (Uint8Array | undefined)[] = []
  let left = most
  for (const chunk of chunksOf(hashes, AT_ONCE)) {
    const small = left > 0 ? await readSmall(db, organizationId, [...new Set(chunk)]) : new Map<string, Uint8Array>()
    for (const hash of chunk) {
      const there = small.get(hash)
      const file = there || left <= 0 ? undefined : await openFile(storage, db, trace, organizationId, hash)
      const bytes = there ?? (file && file.size <= left ? await wholeOf(file) : undefined)
      const fits = bytes !== undefined && bytes.length <= left
      read.push(fits ? bytes : undefined)
      if (fits) left -= bytes.length
    }
  }
  return read
}
