/** What a document says, under the names of the send body. */
import type { z } from 'zod'
import { contentShape } from '../../formats/json/described.ts'
import type { MarkedJson } from '../../kernel/json.ts'
import type { DocumentRow } from '../record/document.ts'
import { documentView } from '../record/view.ts'
import { documentTypeChoice } from '../../companies/view.ts'
import { type Field, choice, extend, id, structure, text, view } from '../../operation/view.ts'
import type { DocumentContent } from './content.ts'
import type { FileContent } from './read-file.ts'
import type { getStructuredDocument } from './get-structured.ts'
import type { ResultOf } from '../../operation/operation.ts'

/** Of a document that was read elsewhere, JSON comes as a text. */
const content = (description: string) => structure(contentShape, description) as unknown as Field<MarkedJson>
const xml = (description: string) => text(description) as unknown as Field<MarkedJson | string>

/** A document, with what it says where that is asked for. */
export const contentView = extend<DocumentRow, DocumentContent>(documentView)(
  'DocumentWithContent',
  'A document that a company of the organization sent or received, with its content.',
  {
    document: content(
      'The content with the field names of the send body. Null for a file without a structure, and where the ' +
        'answer would become too large: then fetch it from `/structured`.',
    )
      .orNull()
      .orAbsent()
      .onlyIn('rest'),
    xml: xml('The XML. Null for another file, and where the answer would become too large: then fetch it from `/xml`.')
      .orNull()
      .orAbsent()
      .onlyIn('rest'),
  },
)

const parsed = ({ document }: { document: MarkedJson }) => document.parsed() as z.output<typeof contentShape>

export const structuredView = view<ResultOf<typeof getStructuredDocument>>()(
  'StructuredDocument',
  'The structured content of a document.',
  {
    documentId: id('The document.'),
    content: structure(contentShape, 'The content with the field names of the send body.')
      .by(['document'], parsed)
      .named('document')
      .onlyIn('graphql'),
  },
)

export const fileContentView = view<FileContent>()('FileContent', 'What a file says.', {
  type: choice(documentTypeChoice, 'Kind of document.'),
  document: content('The content with the field names of the send body.').onlyIn('rest'),
  content: structure(contentShape, 'The content with the field names of the send body.')
    .by(['document'], parsed)
    .named('document')
    .onlyIn('graphql'),
})

/** REST shows the whole document beside it. */
export const structuredInJsonView = extend<DocumentRow & DocumentContent, { documentId: string }>(contentView)(
  'StructuredDocument',
  'A document with its structured content and its XML.',
  { documentId: id('The document.') },
)
