/** The rows of a document, and of what is inside it: written the same way for what is sent and for what arrives. */
import type { Db } from '../database/open.ts'
import type { Document, Prisma } from '../generated/prisma/client.ts'
import type { Attachment } from '../formats/invoice.ts'
import { newId } from '../values/ids.ts'
import { hashOf } from './files.ts'
import type { Model, ReadDocument } from './read-document.ts'
import type { Validation } from './validation.ts'
import { countExchange, partnerOf } from '../partners/counterparty.ts'

interface InsideFile { fileName: string; mimeType: string; description: string | null; bytes: Uint8Array }

const attachmentsOf = (model: Model): readonly Attachment[] => (model.kind === 'invoice' ? model.invoice.attachments : model.kind === 'order' ? model.order.attachments : [])

/** The files inside a document, decoded. */
export const filesInside = (model: Model): InsideFile[] =>
  attachmentsOf(model).flatMap(({ reference, description, file }) =>
    file === undefined ? [] : [{ fileName: file.filename ?? reference, mimeType: file.mimeType ?? 'application/octet-stream', description: description ?? null, bytes: Buffer.from(file.content, 'base64') }])

/** The columns that say what the document says. */
export const contentColumns = ({ type, typeCode, selfBilled, summary, syntax, specification, process, fileType }: ReadDocument, validation: Validation) => ({
  type, typeCode, selfBilled, ...summary, syntax, specification, process, fileType, validation: validation as unknown as Prisma.InputJsonObject,
})

export interface NewDocument { row: Prisma.DocumentUncheckedCreateInput; inside: readonly InsideFile[] }

export const insertDocument = async (db: Db, { row, inside }: NewDocument): Promise<Document> => {
  const now = new Date(row.createdAt)
  const document = await db.document.create({ data: { ...row, partnerId: await partnerOf(db, row, now) } })
  if (document.direction === 'incoming' && document.partnerId !== null) await countExchange(db, document.organizationId, document.id, 'documentsReceived', now)
  if (inside.length > 0) {
    const { organizationId, id: documentId } = document
    await db.documentAttachment.createMany({ data: inside.map(({ bytes, ...rest }) => ({ ...rest, organizationId, documentId, id: newId('attachment'), fileHash: hashOf(bytes), size: bytes.length })) })
  }
  return document
}
