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

type EvidenceEntry = ZipEntry & { text: string }

const json = (name: string, value: unknown): EvidenceEntry => {
  const text = JSON.stringify(value, null, 2)
  return { name, text, load: () => Promise.resolve(Buffer.from(text)) }
}

/** Bytes that a row names by their hash. */
const stored = (
  { platform, db, trace }: EvidenceContext,
  organizationId: string,
  name: string,
  hash: string,
): EvidenceEntry => ({
  name,
  text: hash,
  load: () => readFile(platform.upstreams.storage, db, trace, organizationId, hash),
})

/** Each entry with what it is recognized by, so that the bundle has a hash before it is written. */
export const evidenceOf = async (asking: EvidenceContext, document: DocumentRow): Promise<EvidenceEntry[]> => {
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
    ...(await toldToTheOtherSide(asking, where)),
    ...(await toldToAuthorities(asking, where)),
    json('record.json', record),
    json('validation.json', validation),
    json('attempts.json', attempts),
    json('history.json', timeline),
  ]
}

interface OfDocument {
  organizationId: string
  documentId: string
}

/**
 * The statuses that went and came: CDARs and Invoice Responses, oldest first; what came in has its envelope around
 * it.
 */
const toldToTheOtherSide = async (asking: EvidenceContext, where: OfDocument): Promise<EvidenceEntry[]> => {
  const messages = await asking.db.lifecycleMessage.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  return messages.flatMap(({ direction, syntax, fileHash }, index) =>
    fileHash === null
      ? []
      : [stored(asking, where.organizationId, `statuses/${index + 1}-${direction}-${syntax}.xml`, fileHash)],
  )
}

/** What the portal and the interchange system were given, and what they said of it. */
const toldToAuthorities = async (asking: EvidenceContext, where: OfDocument): Promise<EvidenceEntry[]> => {
  const reports = await asking.db.complianceReport.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { sdiFile: { include: { messages: { orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }] } } } },
  })
  return reports.flatMap(({ sdiFile, ...report }, index) => {
    const folder = `reports/${index + 1}-${report.reportedTo}`
    const file = (name: string, hash: string): EvidenceEntry =>
      stored(asking, where.organizationId, `${folder}/${name}`, hash)
    return [
      ...(report.fileHash === null ? [] : [file('given.xml', report.fileHash)]),
      ...(sdiFile?.messages ?? []).map(({ name, fileHash }) => file(safeName(name), fileHash)),
      json(`${folder}/answer.json`, report),
    ]
  })
}

/** The envelope of what we sent, made anew with its document; that of what came in, as it stood around the document. */
const envelopeOf = (asking: EvidenceContext, document: DocumentRow): EvidenceEntry[] => {
  const { direction, instanceId, envelopeHash, organizationId } = document
  if (envelopeHash !== null) return [stored(asking, organizationId, 'sbdh.xml', envelopeHash)]
  if (direction === 'incoming' || instanceId === null) return []
  return [
    {
      name: 'sbdh.xml',
      text: instanceId,
      async load() {
        const { country } = await asking.db.company.findFirstOrThrow({
          where: { organizationId, id: document.companyId },
          select: { country: true },
        })
        return (await messageOf(asking.platform, asking.trace, document, country)).envelope
      },
    },
  ]
}
