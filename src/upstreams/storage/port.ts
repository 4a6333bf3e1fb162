/** Where large bytes live: addressed by the SHA-256 of what they are, so that the same bytes are stored once. */
export interface Storage {
  /** Stores bytes outside the database, before the transaction that names them; null where the transaction stores them itself. */
  readonly external: { put(organizationId: string, hash: string, bytes: Uint8Array): Promise<void>; get(organizationId: string, hash: string): Promise<Uint8Array | null> } | null
}
