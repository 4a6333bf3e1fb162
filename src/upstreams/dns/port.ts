/** The public DNS, asked for what the owner of a domain says there. */
export interface DomainRecords {
  /** The texts (TXT) of a name, each in one piece; none where the name does not exist or has none. */
  textsOf(name: string, signal: AbortSignal): Promise<readonly string[]>
}
