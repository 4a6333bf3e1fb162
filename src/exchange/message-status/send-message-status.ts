/** Work: tells the sender's service provider what became of a document that arrived. Safe to run twice. */
import type { Work } from '../../generated/prisma/client.ts'
import type { Response } from '../../formats/response.ts'
import { writeResponse } from '../../formats/ubl/response.ts'
import type { Platform } from '../../operation/platform.ts'
import { type Trace, newTrace } from '../../kernel/trace.ts'
import { newId } from '../../values/ids.ts'
import { networkDocumentOf } from '../../values/peppol-documents.ts'
import { appendEvents } from '../../engine/feed/outbox.ts'
import type { TryAgainLater } from '../../engine/work/work.ts'
import { prepareFile, storeFiles } from '../../documents/record/files.ts'
import { issuesOf, statusIdOf, statusOf } from './message-status.ts'
import { handOver, outgoingMessage, ownServiceProvider } from '../deliver/outgoing-message.ts'
import type { Outgoing } from '../../upstreams/access-point/port.ts'
import { UNCHECKED, type Validation } from '../../documents/record/validation.ts'

const ASK_AGAIN_SECONDS = 300

/** The status and its message; undefined where the document has nobody to tell, or we have no name to speak in. */
const statusFor = async (
  platform: Platform,
  { organizationId, subjectId: documentId, target: receiverId }: Work,
): Promise<{ status: Response; message: Outgoing } | undefined> => {
  const senderId = ownServiceProvider(platform.env)
  const type = networkDocumentOf('mls', 'peppol')
  const document = await platform.db.client.document.findUnique({
    where: { organizationId_id: { organizationId, id: documentId } },
    include: { company: { select: { country: true } } },
  })
  if (!document?.instanceId || !document.receivedAt || !senderId || !type) return undefined
  const { instanceId, receivedAt, company } = document
  const id = statusIdOf(organizationId, instanceId)
  const validation = { ...UNCHECKED, ...(document.validation as Partial<Validation>) }
  const status = statusOf({ id, instanceId, receivedAt, validation, from: senderId, to: receiverId })
  const message = outgoingMessage(
    {
      instanceId: id,
      senderId,
      receiverId,
      documentTypeId: type.documentTypeId,
      processId: type.processIds[0] ?? '',
      countryC1: company.country,
      createdAt: receivedAt,
    },
    Buffer.from(writeResponse(status)),
  )
  return { status, message }
}

/** Keeps the status that was sent, with its file. A second attempt finds it kept already. */
const keepStatus = async (
  platform: Platform,
  trace: Trace,
  { organizationId, companyId, subjectId: documentId }: Work,
  { status, message }: { status: Response; message: Outgoing },
): Promise<void> => {
  const file = await prepareFile(platform.upstreams.storage, trace, organizationId, message.envelope)
  await platform.db.transaction(async (db) => {
    const now = platform.clock.now()
    await storeFiles(db, [file], now)
    const id = newId('messageStatus')
    const { count } = await db.messageStatus.createMany({
      skipDuplicates: true,
      data: [
        {
          organizationId,
          id,
          documentId,
          kind: 'mls',
          code: status.code,
          description: status.description ?? null,
          issues: issuesOf(status) as object[],
          senderId: message.senderId,
          instanceId: message.instanceId,
          fileHash: file.hash,
          issuedAt: `${status.issueDate}T${status.issueTime}`,
          createdAt: now,
        },
      ],
    })
    const changes = [{ field: 'messageStatuses', from: null, to: id }]
    if (count > 0)
      await appendEvents(
        db,
        [{ type: 'document.updated', data: { documentId, changes }, organizationId, companyId }],
        now,
      )
  })
}

export const sendMessageStatus = async (platform: Platform, work: Work): Promise<void | TryAgainLater> => {
  const written = await statusFor(platform, work)
  if (!written) return undefined
  const { message } = written
  const trace = newTrace(platform.clock.now(), work.organizationId)
  const answer = await handOver(platform, trace, {
    instanceId: message.instanceId,
    message: () => Promise.resolve(message),
    again: work.attempts > 1,
    taken: false,
    anew: false,
  })
  if (answer?.outcome === 'pending') return { againInSeconds: ASK_AGAIN_SECONDS }
  if (answer?.outcome !== 'accepted') {
    const details = { document: work.subjectId, to: message.receiverId, answer }
    return void platform.log.warn(details, 'Nobody takes the status of a message')
  }
  await keepStatus(platform, trace, work, written)
}
