/** The French public portal, in our words: it takes the data of invoices (flux 1), their statuses (CDAR), and e-reporting. */
export interface PortalFile {
  /** `CDV`: a status; `F1`: the data of the invoice; `F10`: e-reporting. */
  kind: 'CDV' | 'F1' | 'F10'
  syntax: 'CDAR' | 'UBL' | 'CII' | 'FRR'
  name: string
  content: Uint8Array
}

export interface PortalFlow {
  /** The same flow again is the same: the portal is told once. */
  id: string
  /** Of the invoice; in e-reporting what the caller told last. */
  invoiceNumber: string
  files: readonly PortalFile[]
}

export type PortalAnswer =
  | { outcome: 'accepted'; reference: string; response: object }
  /**
   * Refused by a rule of the portal, such as 00025 (number of the invoice) or 00058 (executing service of a public
   * buyer).
   */
  | { outcome: 'refused'; code: string; message: string; response: object }

export interface Portal {
  /** Throws when the portal could not be reached or does not answer as it should: another try may do better. */
  submit(flow: PortalFlow, signal: AbortSignal): Promise<PortalAnswer>
  close?(): Promise<void>
}
