/** A file, whole. */
export interface FileAnswer {
  bytes: Uint8Array<ArrayBuffer>
  /** Content type. */
  type: string
  /** Name of the file, as the server calls it. */
  name: string | undefined
  /** SHA-256 of the file, in quotation marks. */
  etag: string | undefined
}

/** A file as a whole body. */
export type RawBody = Blob | Uint8Array | FormData | string
