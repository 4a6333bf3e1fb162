/** An invoice as a mail: for recipients that the network does not reach. */
import { FormatError } from '../../formats/format-error.ts'
import type { Invoice } from '../../formats/invoice.ts'
import { writeFacturX } from '../../formats/pdf/facturx.ts'
import { loadFonts } from '../../formats/pdf/fonts.ts'
import type { Look } from '../../formats/readable/look.ts'
import type { Document } from '../../generated/prisma/client.ts'
import type { Mail } from '../../upstreams/mail/port.ts'
import { type Model, type ReadDocument, readBytes } from '../../documents/record/read-document.ts'

const ADDRESS = /^[^\s@<>",;:\\[\]()]+@[^\s@<>",;:\\[\]()]+\.[^\s@<>",;:\\[\]()]+$/

const invoiceOf = (model: Model): Invoice | null => (model.kind === 'invoice' ? model.invoice : null)

/**
 * Where a mail to the recipient would go: the electronic address of kind EM, else the address of its contact (BT-58).
 * Null when there is none.
 */
export const mailboxOf = ({ model, selfBilled }: Pick<ReadDocument, 'model' | 'selfBilled'>): string | null => {
  const invoice = invoiceOf(model)
  const party = selfBilled ? invoice?.seller : invoice?.buyer
  const named = [
    party?.electronicAddress?.scheme === 'EM' ? party.electronicAddress.value : undefined,
    party?.contact?.email,
  ]
  return named.find((address) => address !== undefined && address.length <= 254 && ADDRESS.test(address)) ?? null
}

const safe = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** The hybrid invoice, with a few words. Every attempt makes the same mail, under the same name. */
export const mailOf = async (document: Document, bytes: Uint8Array, letterhead: Look): Promise<Mail> => {
  const read = readBytes(bytes)
  const [invoice, mailbox] = [invoiceOf(read.model), mailboxOf(read)]
  if (invoice === null || mailbox === null)
    throw new FormatError('UNSUPPORTED', 'The document is not an invoice, or its buyer has no e-mail address.')
  const [number, sender] = [safe(document.number), safe(document.senderName ?? document.senderPeppolId ?? '')]
  const replyTo = (read.selfBilled ? invoice.buyer : invoice.seller).contact?.email
  return {
    id: document.id,
    to: [mailbox],
    subject: `${number} – ${sender}`,
    ...(replyTo !== undefined && ADDRESS.test(replyTo) && { replyTo }),
    text:
      `${sender} sends you the document ${number}.\n\nThe attached PDF can be read by people and, through the XML ` +
      'inside it (Factur-X), by accounting software.\n',
    attachments: [
      {
        fileName: `${number.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80) || 'document'}.pdf`,
        contentType: 'application/pdf',
        bytes: await writeFacturX(invoice, loadFonts(), letterhead),
      },
    ],
  }
}
