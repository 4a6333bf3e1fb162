import { PUBLIC, publicActor } from '../auth/actor.ts'
import { type Call, execute } from '../operation.ts'
import type { Platform } from '../platform.ts'
import { newTrace } from '../requests/trace.ts'
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
