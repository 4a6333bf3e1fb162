/** How the network knows a participant. */
export interface DirectoryRecord {
  exists: boolean
  name: string | null
  country: string | null
  /** Document type identifiers that it accepts. */
  accepts: readonly string[]
  endpoint: Endpoint | null
}

export interface Endpoint {
  url: string
  transportProfile: string
  /** The certificate's subject, for people. */
  accessPoint: string
}

export interface Directory {
  lookUp(peppolId: string, signal: AbortSignal): Promise<DirectoryRecord>
}
