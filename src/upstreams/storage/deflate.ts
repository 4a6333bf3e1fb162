/** Small files are kept deflated: PostgreSQL compresses no row of less than two kilobytes, and others by themselves. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { dictionaries } from './dictionaries.ts'

/** As a row has them. */
export interface KeptBytes {
  bytes: Uint8Array
  /** Null where the bytes are as they came. */
  dictionary: number | null
}

/** Evidence is smaller. Documents are mostly larger: deflating those would hold up who sends them. */
const MOST_BYTES = 6 * 1024

/** A window that holds a dictionary and a file: a larger one, or more memory, takes longer and saves nothing. */
const OPTIONS = { windowBits: 14, memLevel: 5 }

const NEWEST = Math.max(...dictionaries.keys())

/** Only what becomes smaller. */
export const deflate = (bytes: Uint8Array): KeptBytes => {
  if (bytes.byteLength > MOST_BYTES) return { bytes, dictionary: null }
  const deflated = deflateRawSync(bytes, { ...OPTIONS, dictionary: dictionaries.get(NEWEST) })
  return deflated.byteLength < bytes.byteLength ? { bytes: deflated, dictionary: NEWEST } : { bytes, dictionary: null }
}

/** What is damaged comes back as it is: its hash tells. */
export const inflate = ({ bytes, dictionary }: KeptBytes): Uint8Array => {
  if (dictionary === null) return bytes
  try {
    return inflateRawSync(bytes, { dictionary: dictionaries.get(dictionary), maxOutputLength: MOST_BYTES })
  } catch {
    return bytes
  }
}
