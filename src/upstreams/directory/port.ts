/** How the network knows a participant. */
export interface DirectoryRecord {
  exists: boolean
  name: string | null
  country: string | null
  /** Document type identifiers that it accepts. */
  accepts: readonly string[]
  /** Where messages for it are handed over; null for one that does not exist, or accepts nothing. */
  endpoint: Endpoint | null
}

export interface Endpoint {
  url: string
  transportProfile: string
  /** The certificate's subject, for people. */
  accessPoint: string
}

export interface Directory {
  /** A participant that nobody knows is a record that does not exist, not an error. Case does not matter. */
  lookUp(peppolId: string, signal: AbortSignal): Promise<DirectoryRecord>
}

export const unknownParticipant: DirectoryRecord = { exists: false, name: null, country: null, accepts: [], endpoint: null }
