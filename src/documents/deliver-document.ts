/** Work: one try to hand a document over to the recipient's access point. Safe to run twice. */
import type { Document, Work } from '../generated/prisma/client.ts'
import { writeEnvelope } from '../formats/sbdh/envelope.ts'
import type { Platform } from '../platform.ts'
import { type Trace, newTrace } from '../requests/trace.ts'
import { type Handover, type Outgoing, TransportFailure } from '../upstreams/access-point/port.ts'
import { PARTICIPANT_SCHEME, PROCESS_SCHEME } from '../values/peppol-documents.ts'
import { readFile } from './files.ts'
import { type Attempt, recordOutcome } from './record-outcome.ts'

/** After the first try, this many more. */
const MOST_RESENDS = 5

/** The envelope of a document: every attempt makes the very same bytes, for the far end knows it by its instance identifier. */
export const messageOf = (document: Document, payload: Uint8Array, countryC1: string): Outgoing => {
  const { instanceId = '', senderPeppolId, receiverPeppolId, documentTypeId, processId } = document
  const [standard = '', rest = ''] = (documentTypeId ?? '').split('##', 1)[0]?.split('::') ?? []
  const envelope = writeEnvelope({
    version: '1.0', sender: { value: senderPeppolId ?? '', scheme: PARTICIPANT_SCHEME }, receiver: { value: receiverPeppolId ?? '', scheme: PARTICIPANT_SCHEME },
    standard, type: rest, typeVersion: documentTypeId?.split('::').at(-1) ?? '', instanceId: instanceId ?? '', createdAt: document.createdAt.toISOString(),
    documentType: { value: documentTypeId ?? '', scheme: 'busdox-docid-qns' }, process: { value: processId ?? '', scheme: PROCESS_SCHEME }, country: countryC1, scopes: [],
  }, payload)
  return { instanceId: instanceId ?? '', senderId: senderPeppolId ?? '', receiverId: receiverPeppolId ?? '', documentTypeId: documentTypeId ?? '', processId: processId ?? '', countryC1, envelope }
}

/** Not over yet: asked again later, by the delays of the kind. */
class NotYet extends Error {}

/** A message whose answer got lost is asked for before it is sent again. */
const handOver = async (platform: Platform, trace: Trace, document: Document, again: boolean): Promise<Handover> => {
  const { accessPoint, storage } = platform.upstreams
  const { client } = platform.db
  const { organizationId, companyId: id, fileHash, instanceId } = document
  if (again) {
    const standing = await accessPoint.statusOf(trace, instanceId ?? '')
    if (standing.outcome === 'pending') throw new NotYet(standing.detail)
    if (standing.outcome !== 'absent' && standing.outcome !== 'unknown') return standing
  }
  const { country } = await client.company.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id } }, select: { country: true } })
  return accessPoint.send(trace, messageOf(document, await readFile(storage, client, trace, organizationId, fileHash ?? ''), country))
}

export const deliverDocument = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId: id } = work
  const document = await platform.db.client.document.findUnique({ where: { organizationId_id: { organizationId, id } } })
  // Delivered or given up already: an attempt before this one got that far.
  if (!document || document.deliveryStatus !== 'pending') return
  const startedAt = platform.clock.now()
  const started = performance.now()
  const attempt = (rest: Pick<Attempt, 'handover' | 'failure' | 'last'>): Attempt => ({ number: work.attempts, startedAt, durationMs: Math.round(performance.now() - started), ...rest })
  try {
    const handover = await handOver(platform, newTrace(startedAt), document, work.attempts > 1 || document.sentAt !== null)
    await recordOutcome(platform, document, attempt({ handover }))
    if (handover.outcome === 'accepted' && !handover.confirmed) throw new NotYet('The recipient has not confirmed the delivery yet.')
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error
    await recordOutcome(platform, document, attempt({ failure: error.message, last: work.attempts > MOST_RESENDS }))
    throw error
  }
}
