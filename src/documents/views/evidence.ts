/** What proves how a document was exchanged: the files of the evidence bundle, by name. */
import type { Db } from '../../kernel/database/open.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Trace } from '../../kernel/trace.ts'
import { messageOf } from '../../exchange/deliver/channels.ts'
import type { DocumentRow } from '../record/document.ts'
import { EXTENSIONS, safeName } from '../../operation/file-answer.ts'
import { readFile } from '../record/files.ts'
import { timelinesOf } from './timeline.ts'
import type { ZipEntry } from './zip.ts'

interface EvidenceContext {
  platform: Platform
  db: Db
  trace: Trace
}

const json = (name: string, value: unknown): ZipEntry & { text: string } => {
  const text = JSON.stringify(value, null, 2)
  return { name, text, load: () => Promise.resolve(Buffer.from(text)) }
}

/** Bytes that a row names by their hash. */
const stored = (
  { platform, db, trace }: EvidenceContext,
  organizationId: string,
  name: string,
  hash: string,
): ZipEntry & { text: string } => ({
  name,
  text: hash,
  load: () => readFile(platform.upstreams.storage, db, trace, organizationId, hash),
})

/** Each entry with what it is recognized by, so that the bundle has a hash before it is written. */
export const evidenceOf = async (
  asking: EvidenceContext,
  document: DocumentRow,
): Promise<(ZipEntry & { text: string })[]> => {
  const { db } = asking
  const { organizationId, id, fileHash, originalHash } = document
  const where = { organizationId, documentId: id }
  const attempts = await db.deliveryAttempt.findMany({ where, orderBy: [{ number: 'asc' }, { id: 'asc' }] })
  const attachments = await db.documentAttachment.findMany({ where, orderBy: { id: 'asc' } })
  const statuses = await db.messageStatus.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  const [timeline] = await timelinesOf(db, [document])
  const { searchText: _searchText, duplicateKey: _duplicateKey, validation, ...record } = document
  return [
    ...(fileHash === null
      ? []
      : [stored(asking, organizationId, `document${EXTENSIONS[document.fileType ?? ''] ?? '.bin'}`, fileHash)]),
    ...envelopeOf(asking, document),
    ...(originalHash === null
      ? []
      : [stored(asking, organizationId, `original${EXTENSIONS[document.originalType ?? ''] ?? '.bin'}`, originalHash)]),
    ...attempts.flatMap(({ number, receiptHash }) =>
      receiptHash === null ? [] : [stored(asking, organizationId, `receipts/attempt-${number}`, receiptHash)],
    ),
    ...statuses.map(({ kind, fileHash: hash }, index) =>
      stored(asking, organizationId, `message-statuses/${index + 1}-${kind}.xml`, hash),
    ),
    ...attachments.map(({ fileName, fileHash: hash }, index) =>
      stored(asking, organizationId, `attachments/${index + 1}-${safeName(fileName)}`, hash),
    ),
    json('record.json', record),
    json('validation.json', validation),
    json('attempts.json', attempts),
    json('history.json', timeline),
  ]
}

/** The envelope of what we sent, made anew with its document; that of what came in, as it stood around the document. */
const envelopeOf = (asking: EvidenceContext, document: DocumentRow): (ZipEntry & { text: string })[] => {
  const { direction, instanceId, envelopeHash, organizationId } = document
  if (envelopeHash !== null) return [stored(asking, organizationId, 'sbdh.xml', envelopeHash)]
  if (direction === 'incoming' || instanceId === null) return []
  return [
    {
      name: 'sbdh.xml',
      text: instanceId,
      load: async () => (await messageOf(asking.platform, asking.trace, document)).envelope,
    },
  ]
}
