/**
 * What an access point is asked to hand over. The envelope is complete: its instance identifier is the message's
 * identity.
 */
export interface Outgoing {
  instanceId: string
  senderId: string
  receiverId: string
  documentTypeId: string
  processId: string
  countryC1: string
  /** The Standard Business Document with the payload inside. Every attempt sends the very same bytes. */
  envelope: Uint8Array
}

export type Handover =
  /** The recipient's access point has taken it over; `confirmed` when final delivery is known already. */
  | { outcome: 'accepted'; endpoint: string | null; receipt: Uint8Array | null; confirmed: boolean }
  /** Somebody who has read it will not have it: sending it again is of no use. */
  | { outcome: 'rejected'; code: 'AP_REJECTED' | 'SBDH_ERROR'; endpoint: string | null; reason: string }
  /** The access point has given up, its own attempts are over: TRANSPORT_FAILURE for good. */
  | { outcome: 'failed'; code: 'TRANSPORT_FAILURE'; endpoint: string | null; reason: string }

/** What has become of a message whose answer got lost, or that awaits its confirmation. */
export type MessageStanding =
  | Handover
  /** The access point has it and is still at it: ask again later, do not send again. */
  | { outcome: 'pending'; detail: string }
  /** It never arrived: send it again. */
  | { outcome: 'absent' }
  /** This access point cannot tell. Sending again is safe: the far end knows the instance identifier. */
  | { outcome: 'unknown' }

export interface AccessPoint {
  /** Throws a TransportFailure when nothing is certain: then ask `statusOf` before sending again. */
  send(message: Outgoing, signal: AbortSignal): Promise<Handover>
  statusOf(instanceId: string, signal: AbortSignal): Promise<MessageStanding>
  close?(): Promise<void>
}

/**
 * The door for messages to companies of this deployment: the one that real access points knock at. Safe to call twice.
 */
export type LocalDoor = (
  envelope: Uint8Array,
) => Promise<{ outcome: 'accepted' } | { outcome: 'rejected'; reason: string }>

interface FailureFacts {
  /** `no` when the message cannot have left; otherwise ask before sending again. */
  arrived?: 'no' | 'unknown'
  /** `recipient` when our access point did its part and the other side could not be reached. */
  where?: 'access-point' | 'recipient'
  /** Seconds after which another try makes sense: nothing was tried, because the circuit is open. */
  retryAfter?: number | undefined
  cause?: unknown
}

export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly code = 'TRANSPORT_FAILURE'
  readonly arrived: 'no' | 'unknown'
  readonly where: 'access-point' | 'recipient'
  readonly retryAfter: number | undefined
  /** A recipient that cannot be reached says nothing against our access point: its circuit stays closed. */
  readonly beyondUpstream: boolean
  constructor(message: string, { arrived = 'unknown', where = 'access-point', retryAfter, cause }: FailureFacts = {}) {
    super(message, { cause })
    this.arrived = arrived
    this.where = where
    this.retryAfter = retryAfter
    this.beyondUpstream = where === 'recipient'
  }
}
