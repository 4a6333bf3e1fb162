/** What the network brings: kept exactly, read, checked, and given to the company that it is for. */
import { constraintOf } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import { FormatError } from '../formats/format-error.ts'
import type { Header } from '../formats/sbdh/header.ts'
import type { Participant } from '../generated/prisma/client.ts'
import { operation } from '../operation.ts'
import type { DocumentType } from '../values/document-types.ts'
import { takeIn } from '../lifecycle/automatic.ts'
import { withCompany } from '../lifecycle/document-standing.ts'
import { wakeForStatus } from '../lifecycle/record-status.ts'
import { newId } from '../values/ids.ts'
import { isServiceProviderId } from '../values/service-provider.ts'
import { arrivalInput, participantOf } from './arrival.ts'
import { type PreparedFile, hashOf, prepareFiles, storeFiles } from './files.ts'
import { ownServiceProvider } from './outgoing-message.ts'
import { type ReadDocument, ofFile, readBytes } from './read-document.ts'
import { contentColumns, filesInside, insertDocument } from './store-document.ts'
import { UNCHECKED, type Validation, checkDocument } from './validation.ts'

/** A broken document is kept and marked, never lost. */
const readOrKeep = (payload: Uint8Array, header: Header): { document: ReadDocument; validation: Validation } => {
  try {
    const document = readBytes(payload)
    return { document, validation: document.root === null ? UNCHECKED : checkDocument(document.root) }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const finding = { rule: error.code, severity: 'fatal' as const, message: error.message, fix: 'Ask the sender for a document that can be read.', terms: [], path: null, xpath: '', profile: 'en16931-ubl' as const }
    return { document: ofFile('invoice', header.instanceId, payload, 'application/octet-stream'), validation: { profile: null, valid: false, errors: [finding], warnings: [] } }
  }
}

/** Whom the sender's side wants to be told, and whether it wants to know of success as well. */
const statusTo = ({ mlsTo, mlsType }: Header, { valid }: Validation): string | undefined => {
  const to = mlsTo?.value.trim() ?? ''
  return isServiceProviderId(to) && (mlsType?.trim() === 'ALWAYS_SEND' || !valid) ? to : undefined
}

interface Prepared { receiver: Participant; document: ReadDocument; validation: Validation; inside: ReturnType<typeof filesInside>; files: PreparedFile[] }

export const receiveDocument = operation({
  name: 'receiveDocument',
  summary: 'Takes a document over from the access point. The same envelope twice is one document.',
  scope: 'anyone',
  writes: true,
  input: arrivalInput,
  errors: ['RECIPIENT_NOT_FOUND', 'CONFLICT'],
  async prepare({ platform, db, trace }, { arrival: { header, payload } }): Promise<Prepared> {
    const peppolId = participantOf(header.receiver)
    const receiver = await db.participant.findFirst({ where: { peppolId: { in: [...new Set([peppolId, peppolId.toUpperCase(), peppolId.toLowerCase()])] } }, orderBy: { companyId: 'asc' } })
    if (!receiver) throw new AppError('RECIPIENT_NOT_FOUND', { message: `No company of this deployment has the participant id ${peppolId}.` })
    const { document, validation } = readOrKeep(payload, header)
    const inside = filesInside(document.model)
    const files = await prepareFiles(platform.upstreams.storage, trace, receiver.organizationId, [document.bytes, ...inside.map(({ bytes }) => bytes)])
    return { receiver, document, validation, inside, files }
  },
  async run({ db, now, emit, enqueue, platform, afterCommit }, { arrival: { header } }, { receiver, document, validation, inside, files }) {
    const { organizationId, companyId } = receiver
    const { instanceId } = header
    const known = await db.document.findUnique({ where: { instanceId_organizationId_direction: { instanceId, organizationId, direction: 'incoming' } }, select: { id: true } })
    if (known) return { documentId: known.id, repeated: true }
    await storeFiles(db, files, now)
    const [sender, recipient] = document.selfBilled ? [document.buyer, document.seller] : [document.seller, document.buyer]
    const row = await insertDocument(db, {
      inside,
      row: {
        organizationId, id: newId('document'), companyId, direction: 'incoming', format: 'network', ...contentColumns(document, validation),
        status: 'delivered', deliveryStatus: 'delivered', lifecycleStatus: 'received', instanceId,
        documentTypeId: header.documentType?.value ?? null, processId: header.process?.value ?? null,
        senderPeppolId: participantOf(header.sender), senderName: sender.name, senderVatNumber: sender.vatNumber,
        receiverPeppolId: participantOf(header.receiver), receiverName: recipient.name, receiverVatNumber: recipient.vatNumber,
        fileHash: hashOf(document.bytes), receivedAt: now, createdAt: now, updatedAt: now,
      },
    }).catch((error: unknown) => {
      throw constraintOf(error)?.includes('instanceId') ? new AppError('CONFLICT', { message: 'The same envelope is being taken over at this moment.' }) : error
    })
    const company = await db.company.update({ where: { organizationId_id: { organizationId, id: companyId } }, data: { documentsReceived: { increment: 1 } }, ...withCompany.include.company })
    if (await takeIn(db, row, company, validation, now)) afterCommit(() => wakeForStatus(platform))
    const party = (peppolId: string | null, name: string | null) => ({ peppolId, name })
    emit('document.received', {
      documentId: row.id, type: row.type as DocumentType, number: row.number, direction: 'incoming',
      sender: party(row.senderPeppolId, row.senderName), receiver: party(row.receiverPeppolId, row.receiverName),
    }, { organizationId, companyId })
    const to = statusTo(header, validation)
    if (to !== undefined && ownServiceProvider(platform.env) !== undefined) enqueue({ kind: 'message-status.send', organizationId, companyId, subjectId: row.id, target: to })
    return { documentId: row.id, repeated: false }
  },
})
