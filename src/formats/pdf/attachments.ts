import { FormatError } from '../format-error.ts'
import { LIMITS, tooLarge } from './budget.ts'
import { PdfFile } from './file.ts'
import { type PdfDictionary, isDictionary } from './syntax.ts'

export type PdfAttachment = { filename: string; content: Uint8Array; specification: PdfDictionary }

/** The files embedded in a PDF. */
export const readAttachments = (bytes: Uint8Array): PdfAttachment[] => attachmentsOf(openPdf(bytes))

export const openPdf = (bytes: Uint8Array): PdfFile =>
  new PdfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))

export const attachmentsOf = (file: PdfFile): PdfAttachment[] => {
  const found = new Map<string, PdfAttachment>()
  for (const specification of file.specifications()) {
    const attachment = attachmentOf(file, specification)
    if (attachment) found.set(attachment.filename, attachment)
    if (found.size > LIMITS.attachments) throw tooLarge('attachments')
  }
  if (found.size === 0 && file.encrypted)
    throw new FormatError('UNSUPPORTED', 'The PDF is encrypted, so its embedded files cannot be read.')
  return [...found.values()]
}

const attachmentOf = (file: PdfFile, specification: PdfDictionary): PdfAttachment | undefined => {
  const embedded = file.at(specification, 'EF')
  const target = isDictionary(embedded) ? (embedded.get('UF') ?? embedded.get('F')) : undefined
  const filename = file.at(specification, 'UF') ?? file.at(specification, 'F')
  if (typeof filename !== 'string') return undefined
  const content = file.streamOf(target)
  return content && { filename, content, specification }
}
