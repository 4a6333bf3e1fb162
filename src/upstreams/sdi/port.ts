/** A file on its way to or from the interchange system: an invoice, or a message about one. */
export interface SdiFile {
  name: string
  bytes: Uint8Array
}

/** What is answered to a file at once. Whether its content is accepted is said later, by a message. */
export type SdiReceipt =
  | { outcome: 'taken'; sdiId: string; receivedAt: string }
  /** Not looked at: an empty file, or a sender that is not admitted. */
  | { outcome: 'refused'; code: string; message: string }

/** What is answered to the answer of a buyer. */
export type SdiAnswerReceipt =
  | { outcome: 'taken' }
  /** `message`: the SE that says why. */
  | { outcome: 'refused'; message: SdiFile | null }

/** An invoice as those know it who have received it. */
export interface InvoiceKey {
  seller: string
  number: string
  year: number
}

/** Sistema di Interscambio. That it cannot be reached is thrown. */
export interface Sdi {
  submit(file: SdiFile, signal: AbortSignal): Promise<SdiReceipt>
  /** What it has to say of a file so far; null where it calls us instead (`POST /network/sdi`). */
  messages(sdiId: string, signal: AbortSignal): Promise<SdiFile[] | null>
  /** The number that it gave to an invoice that we received; null where nobody can say. */
  numberOf(invoice: InvoiceKey, signal: AbortSignal): Promise<string | null>
  /** The answer of a public buyer (EC). */
  answer(sdiId: string, file: SdiFile, signal: AbortSignal): Promise<SdiAnswerReceipt>
  close?(): Promise<void>
}

/** Where the simulated interchange system brings its messages in. */
export type SdiDoor = (file: SdiFile) => Promise<unknown>
