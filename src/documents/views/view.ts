/** What is shown around a document: its history, its trade, its files. */
import { choice, choiceOf, instant, object, structure, text, view } from '../../operation/view.ts'
import type { FileAnswer } from '../../operation/file-answer.ts'
import { documentView, summaryView } from '../record/view.ts'
import type { getEvidence } from './get-evidence.ts'
import type { Related } from './list-related.ts'
import { relationNames } from './related.ts'
import { momentData } from './timeline/moment.ts'
import { type Moment, sourceMeanings, sourceNames } from './timeline.ts'
import type { ResultOf } from '../../operation/operation.ts'

const sourceChoice = choiceOf('TimelineSource', sourceNames, sourceMeanings)

export const momentView = view<Moment>()('Moment', 'One entry in the history of a document.', {
  at: instant('When it happened.'),
  what: text('What happened, as one word for programs.').like('delivered'),
  by: text('The key, user or party that caused it. Null when it is not known.').orNull(),
  text: text('What happened, in a sentence.'),
  data: structure(momentData, 'Further facts about the entry.'),
  source: choice(sourceChoice, 'The record that the entry comes from.'),
})

const relationChoice = choiceOf('DocumentRelation', relationNames, {
  order: 'The other document is the order that this document cites.',
  'cites-it-as-order': 'The other document cites this document as its order.',
  corrects: 'This document corrects the other document.',
  'corrected-by': 'The other document corrects this document.',
  'same-order': 'Both documents cite the same order.',
})

export const relatedView = view<Related>()('RelatedDocument', 'A document that belongs to the same transaction.', {
  relation: choice(relationChoice, 'How the other document is related to this one.'),
  document: object(documentView, 'The other document.').onlyIn('graphql'),
  summary: object(summaryView, 'The other document, in a short form.')
    .from('document')
    .named('document')
    .onlyIn('rest'),
})

export const fileView = view<FileAnswer>()('DocumentFile', 'A document as a file.', {
  fileName: text('Name of the file.'),
  contentType: text('Media type of the file.'),
  hash: text('SHA-256 of the bytes, in hexadecimal.'),
})

export const evidenceView = view<ResultOf<typeof getEvidence>>()(
  'Evidence',
  "The evidence of a document's exchange, as one archive.",
  {
    fileName: text('Name of the archive.'),
    hash: text('Hash of the archive. It changes when the content changes.'),
    names: text('Names of the files in the archive.').list(),
  },
)
