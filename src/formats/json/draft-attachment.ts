import type { Attachment } from '../invoice.ts'
import type { InvoiceBody } from './body.ts'
import { present } from './present.ts'

type BodyAttachment = NonNullable<InvoiceBody['attachments']>[number]

/** BG-24: the body says the file beside the reference, the model inside it. */
export const attachmentOf = ({ content, mimeType, filename, ...rest }: BodyAttachment): Attachment =>
  present({ ...rest, file: content === undefined ? undefined : present({ content, mimeType, filename }) })
