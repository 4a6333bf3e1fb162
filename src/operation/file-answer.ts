import { Readable } from 'node:stream'
import { type StoredStream, hashOf, wholeOf } from '../kernel/bytes.ts'

/** A stored file of at most this size is answered in one piece. */
const AT_ONCE = 1024 * 1024

/** A file to answer: its bytes, or a stream that is opened when it is sent. */
export interface FileAnswer {
  content: Uint8Array | (() => Readable)
  /** The bytes from one place up to another, for a download that is resumed. */
  part?: (from: number, to: number) => Readable
  /** The size of a stream, where it is known before. */
  size?: number
  contentType: string
  fileName: string
  /** All bytes of a stream, for answers that are stored for a repeated idempotency key. */
  whole?: () => Uint8Array
  /** Always saved, also where a browser could show it. */
  isDownload?: boolean
  /** Tells a client whether the file has changed. */
  hash: string
}

/** Where others decide on the type of a file. */
export const ANY_TYPE = '*/*'

const MEDIA_TYPE = /^[A-Za-z0-9][\w.+-]{0,100}\/[A-Za-z0-9][\w.+-]{0,100}(; charset=utf-8)?$/

/** A document names the types of its attachments itself: what has not the form of a media type is replaced. */
const mediaType = (given: string): string => (MEDIA_TYPE.test(given) ? given : 'application/octet-stream')

export const fileAnswer = (
  bytes: Uint8Array,
  contentType: string,
  fileName: string,
  hash = hashOf(bytes),
): FileAnswer => ({ content: bytes, contentType: mediaType(contentType), fileName, hash })

/** A stored file: small ones in one piece, others portion by portion. */
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

/** File name extensions by media type. */
export const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/xml': '.xml',
  'application/pdf': '.pdf',
  'application/json': '.json',
}

/** A number as a part of a file name. */
export const safeName = (number: string): string => number.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80) || 'document'
