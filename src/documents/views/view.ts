/** What is shown around a document: its history, its trade, its files. */
import { choice, choiceOf, instant, object, record, text, view } from '../../operation/view.ts'
import type { FileAnswer } from '../../operation/file-answer.ts'
import { documentView, summaryView } from '../record/view.ts'
import type { getEvidence } from './get-evidence.ts'
import type { Related } from './list-related.ts'
import { relationNames } from './related.ts'
import { type Moment, sourceNames } from './timeline.ts'
import type { ResultOf } from '../../operation/operation.ts'

const sourceChoice = choiceOf('TimelineSource', sourceNames)

export const momentView = view<Moment>()('Moment', 'One thing that happened to a document.', {
  at: instant('When it happened.'),
  what: text('What happened, as a word.').like('delivered'),
  by: text('Who did it, where that is known.').orNull(),
  text: text('What happened, in a sentence.'),
  data: record('The facts.'),
  source: choice(sourceChoice, 'Where it is known from.'),
})

const relationChoice = choiceOf('DocumentRelation', relationNames, {
  order: 'It is the order that the document cites.',
  'cites-it-as-order': 'It cites the document as its order.',
  corrects: 'The document corrects it.',
  'corrected-by': 'It corrects the document.',
  'same-order': 'Both cite the same order.',
})

export const relatedView = view<Related>()('RelatedDocument', 'A document of the same trade.', {
  relation: choice(relationChoice, 'How it stands to the document.'),
  document: object(documentView, 'The other document.').onlyIn('graphql'),
  summary: object(summaryView, 'The other document, in short.').from('document').named('document').onlyIn('rest'),
})

export const fileView = view<FileAnswer>()('DocumentFile', 'A document as a file.', {
  fileName: text('Its name.'),
  contentType: text('Its media type.'),
  hash: text('SHA-256 of the bytes, in hexadecimal.'),
})

export const evidenceView = view<ResultOf<typeof getEvidence>>()(
  'Evidence',
  'Everything that proves the exchange of a document, in one archive.',
  {
    fileName: text('Name of the archive.'),
    hash: text('Changes when anything in it does.'),
    names: text('What is in it.').list(),
  },
)
