import { PUBLIC, publicActor } from '../auth/actor.ts'
import { AppError } from '../errors/app-error.ts'
import { catalog } from '../errors/catalog.ts'
import { type Call, execute } from '../operation.ts'
import type { Platform } from '../platform.ts'
import { newTrace } from '../requests/trace.ts'
import type { LocalDoor } from '../upstreams/access-point/port.ts'
import { newId } from '../values/ids.ts'
import { receiveDocument } from './receive-document.ts'

/** The access point as a caller: it belongs to no tenant; the envelope says whom it brings something. */
export const networkCall = (platform: Platform): Call => ({
  platform,
  actor: { ...publicActor('network', platform.env.SERVICE_MODE === 'sandbox'), organizationId: PUBLIC, caller: 'network', label: 'network' },
  requestId: newId('request'),
  trace: newTrace(platform.clock.now()),
})

/** Takes over what the network brings: the one way in, for the real access point and for the simulator. */
export const receiveFromNetwork = (platform: Platform, envelope: Uint8Array): Promise<{ documentId: string; repeated: boolean }> =>
  execute(receiveDocument, networkCall(platform), { envelope })

/** The same door as the simulator knocks at it: a refusal of the envelope is an answer, anything else is a failure of transport. */
export const takeOver: (platform: Platform, envelope: Uint8Array) => ReturnType<LocalDoor> = async (platform, envelope) => {
  try {
    await receiveFromNetwork(platform, envelope)
    return { outcome: 'accepted' }
  } catch (error) {
    // The same envelope is being taken over at this moment: that is no refusal, and asking again finds it.
    if (error instanceof AppError && error.code !== 'CONFLICT' && catalog[error.code].status < 500) return { outcome: 'rejected', reason: error.message }
    throw error
  }
}
