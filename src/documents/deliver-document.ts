/** Work: one try to hand a document over to the recipient's access point. Safe to run twice. */
import type { Document, Work } from '../generated/prisma/client.ts'
import type { Platform } from '../platform.ts'
import { electronicAddressOf } from '../formats/json/draft-party.ts'
import { writeEnvelope } from '../formats/sbdh/envelope.ts'
import { newTrace, type Trace } from '../requests/trace.ts'
import type { Handover } from '../upstreams/access-point/port.ts'
import { readFile } from './files.ts'
import { type Attempt, recordOutcome } from './record-outcome.ts'

const envelopeOf = (document: Document, payload: Uint8Array, country: string): Uint8Array => {
  const [standard = '', root = ''] = (document.documentTypeId ?? `${LOCAL_STANDARD}::${document.type}`).split('##')[0]?.split('::') ?? []
  return writeEnvelope({
    version: '1.0',
    sender: electronicAddressOf(document.senderPeppolId ?? ''), receiver: electronicAddressOf(document.receiverPeppolId ?? ''),
    standard, typeVersion: document.documentTypeId?.split('::').at(-1) ?? '1.0', type: root, instanceId: document.instanceId ?? '', createdAt: document.createdAt.toISOString(),
    documentType: { value: document.documentTypeId ?? `${LOCAL_STANDARD}::${document.type}`, scheme: 'busdox-docid-qns' },
    process: { value: document.processId ?? LOCAL_PROCESS, scheme: 'cenbii-procid-ubl' },
    country,
    scopes: [],
  }, payload)
}

/** What the network has no name for goes between companies of this platform under these. */
const LOCAL_STANDARD = 'urn:invoice-exchange:local'
const LOCAL_PROCESS = 'urn:invoice-exchange:local'

/** A message whose answer got lost is asked for before it is sent again. */
const handOver = async (platform: Platform, trace: Trace, document: Document, payload: Uint8Array, again: boolean): Promise<Handover> => {
  const { accessPoint } = platform.upstreams
  const instanceId = document.instanceId ?? ''
  if (again) {
    const known = await accessPoint.statusOf(trace, instanceId)
    if (known) return known
  }
  const company = await platform.db.client.company.findUniqueOrThrow({ where: { organizationId_id: { organizationId: document.organizationId, id: document.companyId } }, select: { country: true } })
  return accessPoint.send(trace, {
    instanceId, senderId: document.senderPeppolId ?? '', receiverId: document.receiverPeppolId ?? '',
    documentTypeId: document.documentTypeId ?? `${LOCAL_STANDARD}::${document.type}`, processId: document.processId ?? LOCAL_PROCESS, countryC1: company.country,
    envelope: envelopeOf(document, payload, company.country),
  })
}

export const deliverDocument = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId: id } = work
  const { client } = platform.db
  const document = await client.document.findUnique({ where: { organizationId_id: { organizationId, id } } })
  // Delivered or given up already: an attempt before this one got that far.
  if (!document || (document.deliveryStatus !== 'pending' && document.status !== 'draft')) return
  const payload = document.fileHash === null ? null : await readFile(platform, client, organizationId, document.fileHash)
  if (!payload) throw new Error(`The bytes of ${id} are not stored.`)
  const startedAt = platform.clock.now()
  const started = performance.now()
  const attempt = (rest: Omit<Attempt, 'startedAt' | 'durationMs' | 'number'>): Attempt => ({ number: work.attempts, startedAt, durationMs: Math.round(performance.now() - started), ...rest })
  try {
    const handover = await handOver(platform, newTrace(startedAt), document, payload, work.attempts > 1 || document.sentAt !== null)
    await recordOutcome(platform, document, attempt({ handover }))
    if (handover.outcome === 'accepted' && !handover.confirmed) throw new NotConfirmed()
  } catch (error) {
    if (error instanceof NotConfirmed) throw error
    await recordOutcome(platform, document, attempt({ failure: error instanceof Error ? error.message : String(error), last: work.attempts > MOST_RESENDS }))
    throw error
  }
}

/** Taken over, and not yet confirmed: asked again later, by the delays of the kind. */
class NotConfirmed extends Error {
  constructor() {
    super('The recipient has not confirmed the delivery yet.')
  }
}

/** After the first try, this many more. */
export const MOST_RESENDS = 5
