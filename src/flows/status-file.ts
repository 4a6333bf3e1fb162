/** The file of a status (CDAR): as it travelled, or written as it would have. */
import { readFile } from '../documents/record/files.ts'
import { readEnvelope } from '../formats/sbdh/envelope.ts'
import type { LifecycleEntry, LifecycleMessage } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type LifecycleDocument, withCompany } from '../lifecycle/read/document-standing.ts'
import { messageNumber } from '../lifecycle/messages/message-number.ts'
import { cdarOf } from '../lifecycle/messages/write-cdar.ts'
import type { Preparation } from '../operation/operation.ts'
import type { FlowRow } from './flow.ts'

/** What arrived is kept in its envelope; what leaves is kept without. */
const travelled = async (call: Preparation, message: LifecycleMessage): Promise<Uint8Array | null> => {
  const { organizationId, fileHash, direction } = message
  if (fileHash === null) return null
  const bytes = await readFile(call.platform.upstreams.storage, call.db, call.trace, organizationId, fileHash)
  if (direction === 'outgoing') return bytes
  try {
    return readEnvelope(bytes).payload
  } catch {
    // It came without an envelope.
    return bytes
  }
}

const messageOf = (
  { db }: Preparation,
  { organizationId, documentId }: FlowRow,
  { id, messageId }: LifecycleEntry,
): Promise<LifecycleMessage | null> =>
  db.lifecycleMessage.findFirst({
    where: {
      organizationId,
      documentId: documentId ?? '',
      syntax: 'cdar',
      OR: [{ entryId: id }, ...(messageId === null ? [] : [{ id: messageId }])],
    },
    orderBy: { id: 'desc' },
  })

/** What the portal was told, if it was told already. */
const told = async (call: Preparation, { organizationId, reportId }: FlowRow): Promise<Uint8Array | null> => {
  const report = await call.db.complianceReport.findUnique({
    where: { organizationId_id: { organizationId, id: reportId ?? '' } },
  })
  if (!report?.fileHash) return null
  return readFile(call.platform.upstreams.storage, call.db, call.trace, organizationId, report.fileHash)
}

export const statusFile = async (call: Preparation, flow: FlowRow): Promise<Uint8Array> => {
  const { db, platform } = call
  const { organizationId, documentId, entryId, reportId } = flow
  const document = (await db.document.findUnique({
    where: { organizationId_id: { organizationId, id: documentId ?? '' } },
    ...withCompany,
  })) as LifecycleDocument | null
  const entry = await db.lifecycleEntry.findUnique({
    where: { organizationId_id: { organizationId, id: entryId ?? '' } },
  })
  if (!document || !entry) throw new AppError('RESOURCE_NOT_FOUND')
  if (reportId !== null)
    return (
      (await told(call, flow)) ?? cdarOf({ number: reportId, entry, document }, { portal: platform.env.FRENCH_EDITION })
    )
  const message = await messageOf(call, flow, entry)
  const kept = message && (await travelled(call, message))
  const { frenchStatus, happenedAt, id } = entry
  const number = message?.number ?? messageNumber('cdar', document, { frenchStatus, happenedAt, entryId: id })
  return kept ?? cdarOf({ number, entry, document }, entry.party === 'platform' ? 'own side' : 'other side')
}
