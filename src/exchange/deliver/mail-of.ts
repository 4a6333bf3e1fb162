/** An invoice as a mail: for recipients that the network does not reach. */
import { FormatError } from '../../formats/format-error.ts'
import { writeFacturX } from '../../formats/pdf/facturx.ts'
import { loadFonts } from '../../formats/pdf/fonts.ts'
import type { Look } from '../../formats/readable/look.ts'
import { type Brand, mailWords } from '../../companies/brand.ts'
import type { Document } from '../../generated/prisma/client.ts'
import type { Mail } from '../../upstreams/mail/port.ts'
import { LONGEST_RENDERING_MS } from '../../documents/record/render-document.ts'
import { factsOf, isMailAddress } from '../../documents/record/facts.ts'
import { readBytes } from '../../documents/record/read-document.ts'
import { heavyJob } from '../../kernel/threads/job.ts'
import type { Platform } from '../../operation/platform.ts'

const safe = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** What a mail says of an invoice, and the invoice as it is attached. */
interface InvoiceMail {
  mailbox: string
  replyTo: string | null
  pdf: Uint8Array
}

export const renderMail = heavyJob({
  name: 'renderMail',
  run: async ({ bytes, look }: { bytes: Uint8Array; look: Look }): Promise<InvoiceMail> => {
    const read = readBytes(bytes)
    const { mailbox } = factsOf(read)
    if (read.model.kind !== 'invoice' || mailbox === null)
      throw new FormatError('UNSUPPORTED', 'The document is not an invoice, or its buyer has no e-mail address.')
    const { invoice } = read.model
    const replyTo = (read.selfBilled ? invoice.buyer : invoice.seller).contact?.email
    return {
      mailbox,
      replyTo: isMailAddress(replyTo) ? replyTo : null,
      pdf: await writeFacturX(invoice, loadFonts(), look),
    }
  },
  sizeOf: ({ bytes }) => bytes.length,
  // Setting the type of a PDF takes some 30 ms before its first line.
  inPlaceBelow: 0,
  limitMs: LONGEST_RENDERING_MS,
})

/** The hybrid invoice, with a few words. Every attempt makes the same mail, under the same name. */
export const mailOf = async (
  { heavy }: Pick<Platform, 'heavy'>,
  document: Document,
  bytes: Uint8Array,
  look: Look,
  brand: Brand,
): Promise<Mail> => {
  const { mailbox, replyTo, pdf } = await heavy.run(renderMail, { bytes, look }, document.organizationId)
  const [number, sender] = [safe(document.number), safe(document.senderName ?? document.senderPeppolId ?? '')]
  return {
    ...mailWords(brand),
    id: document.id,
    to: [mailbox],
    subject: `${number} – ${sender}`,
    ...(replyTo !== null && { replyTo }),
    text:
      `${sender} sends you the document ${number}.\n\nThe attached PDF can be read by people and, through the XML ` +
      'inside it (Factur-X), by accounting software.\n',
    attachments: [
      {
        fileName: `${number.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80) || 'document'}.pdf`,
        contentType: 'application/pdf',
        bytes: pdf,
      },
    ],
  }
}
