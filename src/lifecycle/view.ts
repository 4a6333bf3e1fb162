/** Where the business of a document stands, and what an update of it does. */
import { authorityChoice, reportStatusChoice } from '../compliance/reports/choices.ts'
import type { ReportView } from '../compliance/reports/append-reports.ts'
import type { DocumentRow } from '../documents/record/document.ts'
import { documentView, lifecycleStatusChoice } from '../documents/record/view.ts'
import { refusalView } from '../operation/refusal-view.ts'
import { choice, flag, id, instant, mapOf, object, text, view } from '../operation/view.ts'
import type { LifecycleResult } from './apply-update.ts'
import { type StandingColumn, standingOf } from './document-standing.ts'
import { entryView, syntaxChoice } from './entry-view.ts'
import type { LifecycleView, StatusReason } from './get-lifecycle.ts'
import { frenchStatus, frenchStatusBy, targetChoice, transitionView } from './status-view.ts'
import { type NextStep, nextSteps } from './tables/next-steps.ts'
import { partyOf } from './tables/states.ts'
import type { BatchItem } from './update-lifecycle-batch.ts'

const reportStateView = view<ReportView>()('ReportState', 'What an authority is told of a move.', {
  reportedTo: choice(authorityChoice, 'The authority.'),
  status: choice(reportStatusChoice, 'Where the report stands.'),
  nextCheckAt: instant('When it is looked at next.').orNull(),
})

const reasonView = view<StatusReason>()('LifecycleReason', 'Why a document stands where it does.', {
  code: text('Reason or error code.').orNull(),
  reason: text('Why, in words.').orNull(),
  rules: text('Rules that a validation found broken.').list(),
})

type OfDocument = Pick<LifecycleView, 'document'>
type WithCompliance = Pick<LifecycleView, 'compliance'>

/** What the organization may do with a document next. */
export const stepsOf = (document: Pick<DocumentRow, StandingColumn | 'direction'>): NextStep[] =>
  nextSteps(standingOf(document), partyOf(document))

const currentStatus = choice(lifecycleStatusChoice, 'Where it stands.')
const whatMayFollow = 'What may follow.'

export const lifecycleView = view<LifecycleView>()('Lifecycle', 'Where the business of a document stands.', {
  document: object(documentView, 'The document.').onlyIn('graphql'),
  documentId: id('The document.')
    .by(['document'], ({ document }: OfDocument) => document.id)
    .onlyIn('rest'),
  currentStatus: currentStatus.by(['document'], ({ document }: OfDocument) => document.lifecycleStatus),
  ...frenchStatusBy(['document'], ({ document }: OfDocument) => document.frenchStatus),
  currentStatusReason: object(reasonView, 'Why it stands there; null where nobody said.').orNull().from('reason'),
  allowedTransitions: choice(targetChoice, whatMayFollow).list().onlyIn('rest'),
  steps: object(transitionView, whatMayFollow)
    .list()
    .by(['document'], ({ document }: OfDocument) => stepsOf(document))
    .named('allowedTransitions')
    .onlyIn('graphql'),
  compliance: mapOf(reportStateView, 'Where reporting stands, by the country of the authority.').onlyIn('rest'),
  authorities: object(reportStateView, 'Where reporting stands, for each authority that is told.')
    .list()
    .by(['compliance'], ({ compliance }: WithCompliance) => Object.values(compliance))
    .named('compliance')
    .onlyIn('graphql'),
  events: object(entryView, 'Every status that it was given, oldest first.').list().from('entries'),
  updatedAt: instant('When the document last changed.').by(
    ['document'],
    ({ document }: OfDocument) => document.updatedAt,
  ),
})

const messageToView = view<LifecycleResult['messages'][number]>()(
  'LifecycleMessageTo',
  'A message that tells the other side.',
  {
    syntax: choice(syntaxChoice, 'Invoice Response or CDAR.'),
    to: text('Participant id of the other side.'),
  },
)

export const resultView = view<LifecycleResult>()(
  'LifecycleResult',
  'What an update of the business status did, or with `dryRun` would do.',
  {
    documentId: id('The document.'),
    previousStatus: choice(lifecycleStatusChoice, 'Where it stood.'),
    currentStatus,
    ...frenchStatus,
    compliance: object(reportStateView, 'What the authority is told; null where nothing is.').orNull(),
    allowedTransitions: choice(targetChoice, whatMayFollow).list(),
    messages: object(messageToView, 'What tells the other side.').list(),
    dryRun: flag('Whether nothing has happened.'),
    updatedAt: instant('When the document last changed.'),
  },
)

export const batchItemView = view<BatchItem>()('LifecycleBatchItem', 'How one update of a batch went.', {
  ok: flag('Whether it was applied.').by(['error'], ({ error }: Pick<BatchItem, 'error'>) => error === null),
  documentId: id('The document; null where the update names none.').orNull(),
  result: object(resultView, 'What it did.').orNull(),
  error: object(refusalView, 'Why it was refused; null where it was applied.').orNull().stored(),
})
