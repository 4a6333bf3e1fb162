/** What an access point is asked to hand over. The envelope is complete: its instance identifier is the message's identity. */
export interface Outgoing {
  instanceId: string
  senderId: string
  receiverId: string
  documentTypeId: string
  processId: string
  countryC1: string
  /** The Standard Business Document with the payload inside. */
  envelope: Uint8Array
}

export type Handover =
  /** The recipient's access point has taken it over; `confirmed` when final delivery is known already. */
  | { outcome: 'accepted'; endpoint: string; receipt: Uint8Array; confirmed: boolean }
  | { outcome: 'rejected'; code: 'AP_REJECTED' | 'SBDH_ERROR'; endpoint: string; reason: string }

/** Throws TRANSPORT_FAILURE (TransportFailure) when nothing is known of the message: then ask before sending again. */
export interface AccessPoint {
  send(message: Outgoing, signal: AbortSignal): Promise<Handover>
  /** What became of a message whose answer got lost; null when it never arrived. */
  statusOf(instanceId: string, signal: AbortSignal): Promise<Handover | null>
}

export class TransportFailure extends Error {
  readonly code = 'TRANSPORT_FAILURE'
}
