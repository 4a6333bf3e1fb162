/** The public DNS, asked for what the owner of a domain says there. */
export interface DomainRecords {
  /** The texts (TXT) of a name, each in one piece; none where the name does not exist or has none. */
  textsOf(name: string, signal: AbortSignal): Promise<readonly string[]>
  /** The name that a name is an alias of (CNAME), in lower case without the last dot; null where it is none. */
  aliasOf(name: string, signal: AbortSignal): Promise<string | null>
  /** The addresses (A, AAAA) that a name leads to, through its aliases; none where it leads nowhere. */
  addressesOf(name: string, signal: AbortSignal): Promise<readonly string[]>
}
