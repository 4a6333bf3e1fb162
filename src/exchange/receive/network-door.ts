import { PUBLIC, publicActor } from '../../auth/actor.ts'
import { AppError, isPassing } from '../../kernel/errors/app-error.ts'
import { execute } from '../../operation/execute.ts'
import type { Call, Operation } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { LocalDoor } from '../../upstreams/access-point/port.ts'
import { newId } from '../../values/ids.ts'
import type { NetworkKind } from '../../values/peppol-documents.ts'
import { type arrivalInput, kindOf, readArrival } from './arrival.ts'
import { receiveLifecycleMessage } from '../lifecycle/receive-message.ts'
import { receiveDocument } from './receive-document.ts'
import { receiveMessageStatus } from '../message-status/receive-message-status.ts'

interface NetworkReceipt {
  documentId: string
  repeated: boolean
}
/** Every operation behind the door tells which document it is about, and whether the same has come before. */
type MessageReceiver = Pick<Operation<typeof arrivalInput, NetworkReceipt>, 'name'>

/** Who takes what the network brings, by the kind that the envelope announces. */
const receivers: Partial<Record<NetworkKind, MessageReceiver>> = {
  mls: receiveMessageStatus,
  mlr: receiveMessageStatus,
  'invoice-response': receiveLifecycleMessage,
  lifecycle: receiveLifecycleMessage,
}
/** Everything else is a document for a company: what is no known kind is kept and marked. */
const otherwise: MessageReceiver = receiveDocument

/** The access point as a caller: it belongs to no tenant; the envelope says whom it brings something. */
const networkCall = (platform: Platform): Call => ({
  platform,
  actor: {
    ...publicActor('network', platform.env.SERVICE_MODE === 'sandbox'),
    organizationId: PUBLIC,
    caller: 'network',
    label: 'network',
  },
  requestId: newId('request'),
  trace: newTrace(platform.clock.now(), null),
  site: platform.sites.home,
})

/** Takes over what the network brings: the one way in, for the real access point and for the simulator. */
export const receiveFromNetwork = async (platform: Platform, bytes: Uint8Array): Promise<NetworkReceipt> => {
  const arrival = await readArrival(platform.heavy, bytes)
  const kind = kindOf(arrival)
  const receiving = (kind && receivers[kind]) ?? otherwise
  return execute(receiving as Operation<typeof arrivalInput, NetworkReceipt>, networkCall(platform), {
    arrival,
  })
}

/**
 * The same door as the simulator knocks at it: a refusal of the envelope is an answer, anything else is a failure of
 * transport.
 */
export const takeOver: (platform: Platform, envelope: Uint8Array) => ReturnType<LocalDoor> = async (
  platform,
  envelope,
) => {
  try {
    await receiveFromNetwork(platform, envelope)
    return { outcome: 'accepted' }
  } catch (error) {
    // The same envelope is being taken over at this moment, or there is much to read: asking again finds another answer.
    const isRefused = error instanceof AppError && error.code !== 'CONFLICT' && !isPassing(error)
    if (isRefused) return { outcome: 'rejected', reason: error.message }
    throw error
  }
}
