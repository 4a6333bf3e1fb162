import type { Lookup, LookupReason } from './lookup.ts'

/** How the network knows a participant. */
export interface DirectoryRecord {
  peppolId: string
  exists: boolean
  /** Why it does not exist. */
  reason: LookupReason | null
  name: string | null
  country: string | null
  /** Document type identifiers that it accepts. */
  accepts: readonly string[]
  /** Who keeps its record. */
  publisher: string | null
}

export interface Endpoint {
  url: string
  transportProfile: string
  /** The certificate's subject, for people. */
  accessPoint: string
}

/** Where a kind of document is handed over, or why it cannot be. */
export type Reception = { endpoint: Endpoint; reason: null } | { endpoint: null; reason: LookupReason }

/** What cannot be found out is a LookupFailure; both note their steps in the lookup. */
export interface Directory {
  /** A participant that nobody knows is a record that does not exist, not an error. Case does not matter. */
  lookUp(lookup: Lookup, peppolId: string): Promise<DirectoryRecord>
  /** In any process, where none is named. */
  receptionOf(lookup: Lookup, record: DirectoryRecord, documentTypeId: string, processId?: string): Promise<Reception>
  /** What is known of the participant may have changed. */
  forget?(peppolId: string): void
  close?(): Promise<void>
}

export const unknownParticipant = (peppolId: string, reason: LookupReason): DirectoryRecord => ({
  peppolId,
  exists: false,
  reason,
  name: null,
  country: null,
  accepts: [],
  publisher: null,
})
