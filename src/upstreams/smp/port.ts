/** What the network is to know of a participant. */
export interface Registration {
  peppolId: string
  documents: readonly { scheme: string; documentTypeId: string; processIds: readonly string[] }[]
  /** What the public directory lists; null for one that is not to be listed. */
  card: { name: string; country: string; city: string | null; postalCode: string | null; vatNumber: string } | null
}

/** The steps of a publication, in order. */
export const steps = [
  'service-group',
  'service-metadata',
  'business-card',
  'published',
  'withdrawn',
  'migration',
] as const
export type PublicationStep = (typeof steps)[number]

/** A step that could not be done. */
export class SmpFailure extends Error {
  override readonly name = 'SmpFailure'
  readonly step: PublicationStep
  /** The SMP did its part and refused: it is no fault of the SMP. */
  readonly beyondUpstream: boolean
  constructor(step: PublicationStep, message: string, refused: boolean, cause?: unknown) {
    super(message, { cause })
    this.step = step
    this.beyondUpstream = refused
  }
}

export interface Smp {
  /** Makes the record what the registration says, whatever it was. */
  publish(registration: Registration, signal: AbortSignal): Promise<void>
  /** Removes the record; one that is not there is fine. */
  withdraw(peppolId: string, signal: AbortSignal): Promise<void>
  /**
   * Offers a participant to another SMP, and answers the key that the other one needs. Asked again, there is a new key,
   * and the one before is worth nothing.
   */
  offer(peppolId: string, signal: AbortSignal): Promise<string>
  /** Takes a participant over from another SMP, with the key that it gave. */
  takeOver(peppolId: string, key: string, signal: AbortSignal): Promise<void>
  close?(): Promise<void>
}
