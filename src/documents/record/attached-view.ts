/** What is kept with a document: the files inside it, and remarks. */
import type { DocumentAttachment, DocumentNote } from '../../generated/prisma/client.ts'
import { id, instant, integer, text, view } from '../../operation/view.ts'

export const attachmentView = view<DocumentAttachment>()(
  'DocumentAttachment',
  'A file that is embedded in a document.',
  {
    id: id('Identifier, `att_…`.'),
    fileName: text('Name of the file.'),
    mimeType: text('Media type of the file, as the document states it.'),
    description: text('Description of the file, as the document states it. Null when it states none.').orNull(),
    size: integer('Size of the file in bytes.'),
    hash: text("SHA-256 of the file's bytes, in hexadecimal.").from('fileHash'),
  },
)

export const noteView = view<DocumentNote>()(
  'DocumentNote',
  'A note that the organization wrote about a document. The other party does not see it.',
  {
    id: id('Identifier, `note_…`.'),
    text: text('Text of the note.'),
    author: text('The API key or user who wrote the note.'),
    createdAt: instant('When the note was written.'),
  },
)
