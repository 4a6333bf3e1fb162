/** What goes over the network, in its envelope, and how it is handed over. */
import type { Env } from '../../kernel/env.ts'
import { envelopeAround, writeEnvelope } from '../../formats/sbdh/envelope.ts'
import type { Header } from '../../formats/sbdh/header.ts'
import type { StoredStream } from '../../kernel/bytes.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { Handover, Outgoing, MessageStanding } from '../../upstreams/access-point/port.ts'
import { PARTICIPANT_SCHEME, PROCESS_SCHEME, networkDocumentsById } from '../../values/peppol-documents.ts'
import { SANDBOX_SEAT, serviceProviderId } from '../../values/service-provider.ts'

interface MessageFacts extends Omit<Outgoing, 'envelope'> {
  createdAt: Date
  /** The service provider that is to be told what became of the message. */
  statusTo?: string | undefined
}

/**
 * The participant id from which statuses are sent and to which they are requested; undefined when the access point
 * handles statuses by itself.
 */
export const ownServiceProvider = ({ PEPPOL_SEAT, ACCESS_POINT }: Env): string | undefined => {
  const seat = PEPPOL_SEAT ?? (ACCESS_POINT === 'sandbox' ? SANDBOX_SEAT : undefined)
  return seat === undefined ? undefined : serviceProviderId(seat)
}

const headerOf = ({ createdAt, statusTo, ...facts }: MessageFacts): Header => {
  const [standard = '', type = ''] = (facts.documentTypeId.split('##', 1)[0] ?? '').split('::')
  return {
    version: '1.0',
    sender: { value: facts.senderId, scheme: PARTICIPANT_SCHEME },
    receiver: { value: facts.receiverId, scheme: PARTICIPANT_SCHEME },
    standard,
    type,
    typeVersion: facts.documentTypeId.split('::').at(-1) ?? '',
    instanceId: facts.instanceId,
    createdAt: createdAt.toISOString(),
    documentType: {
      value: facts.documentTypeId,
      scheme: networkDocumentsById(facts.documentTypeId)[0]?.scheme ?? 'busdox-docid-qns',
    },
    process: { value: facts.processId, scheme: PROCESS_SCHEME },
    country: facts.countryC1,
    ...(statusTo !== undefined && { mlsTo: { value: statusTo, scheme: PARTICIPANT_SCHEME }, mlsType: 'ALWAYS_SEND' }),
    scopes: [],
  }
}

const outgoing = ({ createdAt: _createdAt, statusTo: _statusTo, ...facts }: MessageFacts, envelope: Uint8Array) => ({
  ...facts,
  envelope,
})

/**
 * The same facts always make the same bytes. Every attempt sends those, because the far end recognizes a message by its
 * instance identifier.
 */
export const outgoingMessage = (facts: MessageFacts, payload: Uint8Array): Outgoing =>
  outgoing(facts, writeEnvelope(headerOf(facts), payload))

/** The same of a stored file, which is read into its envelope. */
export const outgoingFile = async (facts: MessageFacts, { size, into }: StoredStream): Promise<Outgoing> =>
  outgoing(facts, await envelopeAround(headerOf(facts), size, into))

/** What the access point says of a message that is on its way; it is looked at again later. */
export type HandoverProgress = Handover | Extract<MessageStanding, { outcome: 'pending' }>

interface MessageSending {
  instanceId: string
  message: () => Promise<Outgoing>
  /** It may have been sent before: the access point is asked first. */
  again: boolean
  /** It was taken over before: never sent again. */
  taken: boolean
  /** Somebody wants it to be tried anew, although the access point has given it up. */
  anew: boolean
}

/**
 * Hands a message over. If it may have been sent before, the access point is asked first what became of it. Null when
 * it was taken over and nothing more can be learned.
 */
export const handOver = async (
  { upstreams: { accessPoint } }: Platform,
  trace: Trace,
  { instanceId, message, again, taken, anew }: MessageSending,
): Promise<HandoverProgress | null> => {
  if (again) {
    const standing = await accessPoint.statusOf(trace, instanceId)
    if (standing.outcome !== 'absent' && standing.outcome !== 'unknown' && !(anew && standing.outcome === 'failed'))
      return standing
    if (taken) return null
  }
  return accessPoint.send(trace, await message())
}
