/** Work: one try to bring a status to the other side. Safe to run twice. */
import { appendEvents } from '../../engine/feed/outbox.ts'
import type { LifecycleMessage, Work } from '../../generated/prisma/client.ts'
import { handOver, outgoingMessage } from '../deliver/outgoing-message.ts'
import { prepareFile, storeFiles } from '../../documents/record/files.ts'
import { lossNow, ownershipColumns } from '../../companies/ownership.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Platform } from '../../operation/platform.ts'
import { type Trace, newTrace } from '../../kernel/trace.ts'
import { type Outgoing, TransportFailure } from '../../upstreams/access-point/port.ts'
import type { TryAgainLater } from '../../engine/work/work.ts'
import { triesOf } from '../../engine/work/tries.ts'
import { type LifecycleDocument, withCompany } from '../../lifecycle/read/document-standing.ts'
import type { StatusFacts } from '../../lifecycle/messages/facts.ts'
import type { MessageSyntax } from '../../lifecycle/messages/channel.ts'
import { obstacleOf, statusRecipientOf } from '../../lifecycle/show/status-recipient.ts'
import { lookupReasons } from '../../upstreams/directory/lookup.ts'
import { cdarOf } from '../../lifecycle/messages/write-cdar.ts'
import { invoiceResponseOf } from '../../lifecycle/messages/write-response.ts'

const writers: Readonly<Record<MessageSyntax, (facts: StatusFacts) => Uint8Array>> = {
  cdar: (facts) => cdarOf(facts, 'other side'),
  'invoice-response': invoiceResponseOf,
}

/** After the first try, this many more. */
export const MESSAGE_DELAYS_SECONDS = [10, 30, 120, 600, 1_800, 7_200] as const
const ASK_AGAIN_SECONDS = 300

/** What a try changes of its message. */
type Outcome = Partial<Pick<LifecycleMessage, 'deliveryStatus' | 'deliveredAt' | 'errorCode' | 'errorMessage'>>

/** What callers see changes with its event; a try that ended like the one before changes nothing of that. */
const record = (platform: Platform, message: LifecycleMessage, outcome: Outcome): Promise<void> => {
  const { organizationId, companyId, documentId, id } = message
  const now = platform.clock.now()
  const changes = (['deliveryStatus', 'errorCode', 'errorMessage'] as const).flatMap((field) => {
    const [from, to] = [message[field], outcome[field]]
    return to === undefined || to === from ? [] : [{ field: `lifecycleMessages.${field}`, from, to }]
  })
  return platform.db.transaction(async (db) => {
    const { count } = await db.lifecycleMessage.updateMany({
      where: { organizationId, id, deliveryStatus: 'pending' },
      data: { ...outcome, attempts: { increment: 1 } },
    })
    if (count > 0 && changes.length > 0)
      await appendEvents(
        db,
        [{ type: 'document.updated', data: { documentId, changes }, organizationId, companyId }],
        now,
      )
  })
}

/** The bytes as they go, kept before they go: what is sent is what can be shown. */
const payloadOf = async (
  platform: Platform,
  trace: Trace,
  message: LifecycleMessage,
): Promise<{ payload: Uint8Array; country: string } | null> => {
  const { organizationId, documentId, entryId, syntax } = message
  const { client } = platform.db
  const entry =
    entryId === null
      ? null
      : await client.lifecycleEntry.findUnique({ where: { organizationId_id: { organizationId, id: entryId } } })
  const document = (await client.document.findUnique({
    where: { organizationId_id: { organizationId, id: documentId } },
    ...withCompany,
  })) as LifecycleDocument | null
  if (!entry || !document) return null
  const payload = writers[syntax as MessageSyntax]({ number: message.number, entry, document })
  if (message.fileHash === null) {
    const file = await prepareFile(platform.upstreams.storage, trace, organizationId, payload)
    await platform.db.transaction(async (db) => {
      await storeFiles(db, [file], platform.clock.now())
      await db.lifecycleMessage.update({
        where: { organizationId_id: { organizationId, id: message.id } },
        data: { fileHash: file.hash },
      })
    })
  }
  return { payload, country: document.company.country }
}

/** What the message would bring; undefined where its entry or its document is gone. */
const outgoingOf = async (
  platform: Platform,
  trace: Trace,
  message: LifecycleMessage,
): Promise<Outgoing | undefined> => {
  const written = await payloadOf(platform, trace, message)
  if (!written) return undefined
  const { instanceId, senderPeppolId: senderId, receiverPeppolId: receiverId } = message
  const { documentTypeId, processId, createdAt } = message
  const facts = { instanceId, senderId, receiverId, documentTypeId, processId, countryC1: written.country, createdAt }
  return outgoingMessage(facts, written.payload)
}

/** One try: hands the message over, or asks what became of it, and records the answer. */
const bring = async (
  platform: Platform,
  trace: Trace,
  { message, outgoing, again }: { message: LifecycleMessage; outgoing: Outgoing; again: boolean },
): Promise<void | TryAgainLater> => {
  const answer = await handOver(platform, trace, {
    instanceId: message.instanceId,
    message: () => Promise.resolve(outgoing),
    again,
    taken: false,
    anew: false,
  })
  if (answer === null || answer.outcome === 'pending') return { againInSeconds: ASK_AGAIN_SECONDS }
  const now = platform.clock.now()
  await record(
    platform,
    message,
    answer.outcome === 'accepted'
      ? { deliveryStatus: 'delivered', deliveredAt: now, errorCode: null, errorMessage: null }
      : { deliveryStatus: answer.outcome, errorCode: answer.code, errorMessage: answer.reason },
  )
  return undefined
}

const UNREACHABLE = 'RECIPIENT_'

/** It stays here until its address takes it: whoever reads the error learns which other address does. */
class Unreachable extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const requireReachable = async (platform: Platform, trace: Trace, message: LifecycleMessage): Promise<void> => {
  const { organizationId, documentId } = message
  const document = (await platform.db.client.document.findUnique({
    where: { organizationId_id: { organizationId, id: documentId } },
    ...withCompany,
  })) as LifecycleDocument | null
  const recipient = document && (await statusRecipientOf(platform, trace, document))
  const obstacle = obstacleOf(recipient)
  if (obstacle !== undefined && recipient?.reason && recipient.address === message.receiverPeppolId)
    throw new Unreachable(lookupReasons[recipient.reason].code, obstacle)
}

export const sendLifecycleMessage = async (platform: Platform, work: Work): Promise<void | TryAgainLater> => {
  const { organizationId, subjectId: id } = work
  const message = await platform.db.client.lifecycleMessage.findUnique({
    where: { organizationId_id: { organizationId, id } },
  })
  if (!message || message.deliveryStatus !== 'pending') return undefined
  const trace = newTrace(platform.clock.now(), organizationId)
  const speaker = await platform.db.client.company.findUnique({
    where: { organizationId_id: { organizationId, id: message.companyId } },
    select: { peppolId: true, ...ownershipColumns },
  })
  const obstacle = speaker === null ? undefined : await lossNow(platform.db.client, speaker)
  if (obstacle !== undefined)
    return void (await record(platform, message, {
      deliveryStatus: 'failed',
      errorCode: 'OWNERSHIP_PENDING',
      errorMessage: obstacle,
    }))
  try {
    const outgoing = await outgoingOf(platform, trace, message)
    if (!outgoing) return undefined
    // What was handed over before is asked after; what never left is looked at first.
    if (work.attempts <= 1 || message.errorCode?.startsWith(UNREACHABLE))
      await requireReachable(platform, trace, message)
    return await bring(platform, trace, { message, outgoing, again: work.attempts > 1 })
  } catch (error) {
    const isTold = error instanceof TransportFailure || error instanceof Unreachable
    const last = MESSAGE_DELAYS_SECONDS[triesOf(work) - 1] === undefined
    // A fault of ours is no matter of the callers, but the end that it brings is.
    if (isTold || last)
      await record(platform, message, {
        ...(last && { deliveryStatus: 'failed' }),
        errorCode: error instanceof Unreachable ? error.code : 'TRANSPORT_FAILURE',
        errorMessage: isTold || error instanceof AppError ? error.message : 'The message could not be sent.',
      })
    throw error
  }
}
