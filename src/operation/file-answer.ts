import { Readable } from 'node:stream'
import { type StoredStream, hashOf, wholeOf } from '../kernel/bytes.ts'

/** What is smaller leaves in one piece. */
const AT_ONCE = 1024 * 1024

/** A file that leaves: known at once, or written while it leaves. */
export interface FileAnswer {
  content: Uint8Array | (() => Readable)
  /** Of what is written while it leaves, where that is known before. */
  size?: number
  contentType: string
  fileName: string
  /** What is written while it leaves, at once: for answers that are kept. */
  whole?: () => Uint8Array
  /** Says whether it is still the same. */
  hash: string
}

const MEDIA_TYPE = /^[A-Za-z0-9][\w.+-]{0,100}\/[A-Za-z0-9][\w.+-]{0,100}(; charset=utf-8)?$/

/** A type that a document names for its attachments is believed where it has the form of one. */
export const mediaType = (given: string): string => (MEDIA_TYPE.test(given) ? given : 'application/octet-stream')

export const fileAnswer = (
  bytes: Uint8Array,
  contentType: string,
  fileName: string,
  hash = hashOf(bytes),
): FileAnswer => ({ content: bytes, contentType: mediaType(contentType), fileName, hash })

/** What was stored, as it was stored: at once, or portion by portion where it has several. */
export const storedAnswer = async (
  file: StoredStream,
  hash: string,
  contentType: string,
  fileName: string,
): Promise<FileAnswer> => {
  const named = { contentType: mediaType(contentType), fileName, hash }
  if (file.size > AT_ONCE)
    return { ...named, size: file.size, content: () => Readable.from(file.portions(), { objectMode: false }) }
  return { ...named, content: await wholeOf(file) }
}

/** Of the types that files are known to have. */
export const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/xml': '.xml',
  'application/pdf': '.pdf',
  'application/json': '.json',
}

/** A number as a part of a file name. */
export const safeName = (number: string): string => number.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80) || 'document'
