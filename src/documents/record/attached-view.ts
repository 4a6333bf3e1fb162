/** What is kept with a document: the files inside it, and remarks. */
import type { DocumentAttachment, DocumentNote } from '../../generated/prisma/client.ts'
import { id, instant, integer, text, view } from '../../operation/view.ts'

export const attachmentView = view<DocumentAttachment>()('DocumentAttachment', 'A file inside a document.', {
  id: id('Identifier, `att_…`.'),
  fileName: text('Its name.'),
  mimeType: text('Its media type, as the document says it.'),
  description: text('What it is.').orNull(),
  size: integer('How many bytes it has.'),
  hash: text('SHA-256 of its bytes, in hexadecimal.').from('fileHash'),
})

export const noteView = view<DocumentNote>()('DocumentNote', 'A remark of the organization on a document.', {
  id: id('Identifier, `note_…`.'),
  text: text('The remark.'),
  author: text('The key or user that made it.'),
  createdAt: instant('When it was made.'),
})
