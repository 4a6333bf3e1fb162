/** Work: tells the sender's service provider what became of a document that arrived. Safe to run twice. */
import type { Work } from '../../generated/prisma/client.ts'
import { writeResponse } from '../../formats/ubl/response.ts'
import type { Platform } from '../../operation/platform.ts'
import { newTrace } from '../../kernel/trace.ts'
import { newId } from '../../values/ids.ts'
import { networkDocumentOf } from '../../values/peppol-documents.ts'
import type { TryAgainLater } from '../../engine/work/work.ts'
import { prepareFile, storeFiles } from '../../documents/record/files.ts'
import { issuesOf, statusIdOf, statusOf } from './message-status.ts'
import { handOver, outgoingMessage, ownServiceProvider } from '../deliver/outgoing-message.ts'
import { UNCHECKED, type Validation } from '../../documents/record/validation.ts'

const ASK_AGAIN_SECONDS = 300

export const sendMessageStatus = async (platform: Platform, work: Work): Promise<void | TryAgainLater> => {
  const { organizationId, subjectId: documentId, target: receiverId } = work
  const senderId = ownServiceProvider(platform.env)
  const type = networkDocumentOf('mls', 'peppol')
  const document = await platform.db.client.document.findUnique({
    where: { organizationId_id: { organizationId, id: documentId } },
    include: { company: { select: { country: true } } },
  })
  if (!document?.instanceId || !document.receivedAt || !senderId || !type) return undefined
  const instanceId = statusIdOf(organizationId, document.instanceId)
  const status = statusOf({
    id: instanceId,
    instanceId: document.instanceId,
    receivedAt: document.receivedAt,
    validation: { ...UNCHECKED, ...(document.validation as Partial<Validation>) },
    from: senderId,
    to: receiverId,
  })
  const message = outgoingMessage(
    {
      instanceId,
      senderId,
      receiverId,
      documentTypeId: type.documentTypeId,
      processId: type.processIds[0] ?? '',
      countryC1: document.company.country,
      createdAt: document.receivedAt,
    },
    Buffer.from(writeResponse(status)),
  )
  const trace = newTrace(platform.clock.now())
  const answer = await handOver(platform, trace, {
    instanceId,
    message: () => Promise.resolve(message),
    again: work.attempts > 1,
    taken: false,
    anew: false,
  })
  if (answer?.outcome === 'pending') return { againInSeconds: ASK_AGAIN_SECONDS }
  if (answer?.outcome !== 'accepted')
    return void platform.log.warn(
      { document: documentId, to: receiverId, answer },
      'Nobody takes the status of a message',
    )
  const file = await prepareFile(platform.upstreams.storage, trace, organizationId, message.envelope)
  await platform.db.transaction(async (db) => {
    const now = platform.clock.now()
    await storeFiles(db, [file], now)
    await db.messageStatus.createMany({
      skipDuplicates: true,
      data: [
        {
          organizationId,
          id: newId('messageStatus'),
          documentId,
          kind: 'mls',
          code: status.code,
          description: status.description ?? null,
          issues: issuesOf(status) as object[],
          senderId,
          instanceId,
          fileHash: file.hash,
          issuedAt: `${status.issueDate}T${status.issueTime}`,
          createdAt: now,
        },
      ],
    })
  })
}
