import type { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import type { ChunkedBytes } from '../../kernel/bytes.ts'

/**
 * Bytes in tables, addressed by their SHA-256: written by the transaction that names them, so that they appear and
 * vanish with it.
 */
export interface DatabaseStorage {
  readonly kind: 'database'
  /** From so many bytes on they are in parts, each written by itself. */
  readonly partBytes: number
  /** What writes those that are not in parts. */
  row(file: StoredBytes, now: Date): NewRow
  /** The same for files of many rows, as a part of the statement that has these rows `written`. */
  rowsBeside(files: readonly StoredBeside[]): Prisma.Sql
  putInParts(db: Db, file: StoredBytes, now: Date): Promise<void>
  /** A part of it, put into the room of the whole file where there is one. */
  get(db: Db, name: StoredName, from: number, room?: Buffer): Promise<BytePortion | null>
  /** Those of them that are not in parts, whole. */
  getMany(db: Db, organizationId: string, hashes: readonly string[]): Promise<Map<string, Uint8Array>>
}

/** A file of a document that is written with it, or not at all. */
export interface StoredBeside extends StoredBytes {
  documentId: string
  createdAt: Date
}

/** Bytes of a file from some place on. */
export interface BytePortion {
  bytes: Uint8Array
  /** Of the whole file. */
  size: number
}

/**
 * Bytes outside the database: written before the transaction that names them. A transaction that fails leaves bytes
 * that nobody names; they do no harm, and the next to store the same bytes finds them there.
 */
export interface ExternalStorage {
  readonly kind: 'external'
  put(file: StoredBytes, signal: AbortSignal): Promise<void>
  /** Some megabytes of it, beginning at a place. */
  get(name: StoredName, from: number, signal: AbortSignal): Promise<BytePortion | null>
  /** Everything that was written before that moment, a page at a time. */
  writtenBefore(before: Date, signal: AbortSignal): AsyncIterable<readonly StoredName[]>
  /** Unless it was written since that moment: somebody is about to name it again. */
  remove(file: StoredName, before: Date, signal: AbortSignal): Promise<void>
  /** Throws when the store cannot be used: asked once at start. */
  check(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface StoredName {
  organizationId: string
  /** SHA-256 in lower-case hexadecimal. */
  hash: string
}

export interface StoredBytes extends StoredName {
  content: ChunkedBytes
}
