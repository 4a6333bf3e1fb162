/** Where the business of a document stands, and what an update of it does. */
import { authorityChoice } from '../companies/standing-view.ts'
import { reportStatusChoice } from '../compliance/reports/choices.ts'
import type { ReportView } from '../compliance/reports/append-reports.ts'
import type { DocumentRow } from '../documents/record/document.ts'
import { documentView, lifecycleStatusChoice } from '../documents/record/view.ts'
import { refusalView } from '../operation/refusal-view.ts'
import { choice, flag, id, instant, mapOf, object, text, view } from '../operation/view.ts'
import type { LifecycleResult } from './record/apply-update.ts'
import { type StandingColumn, standingOf } from './read/document-standing.ts'
import { entryView, syntaxChoice } from './show/entry-view.ts'
import type { LifecycleView, StatusReason } from './get-lifecycle.ts'
import { frenchStatus, frenchStatusBy, type StepOfDocument, targetChoice, transitionView } from './show/status-view.ts'
import { nextSteps } from './tables/next-steps.ts'
import { statusRecipientView } from './show/recipient-view.ts'
import { partyOf } from './tables/states.ts'
import type { BatchItem } from './update-lifecycle-batch.ts'

const reportStateView = view<ReportView>()('ReportState', 'Status of a report to an authority.', {
  reportedTo: choice(authorityChoice, 'The authority that receives the report.'),
  status: choice(reportStatusChoice, 'Status of the report.'),
  nextCheckAt: instant('When the report is next sent or checked. Null when nothing more is planned.').orNull(),
})

const reasonView = view<StatusReason>()('LifecycleReason', 'The reason for the current business status.', {
  code: text('Reason code or error code. Null when there is none.').orNull(),
  reason: text('Reason in words. Null when there is none.').orNull(),
  rules: text('Identifiers of the rules that the document broke.').list(),
})

type OfDocument = Pick<LifecycleView, 'document'>
type WithCompliance = Pick<LifecycleView, 'compliance'>

/** What the organization may do with a document next. */
export const stepsOf = (document: Pick<DocumentRow, StandingColumn | 'direction' | 'id'>): StepOfDocument[] =>
  nextSteps(standingOf(document), partyOf(document)).map((step) => ({ ...step, documentId: document.id }))

const currentStatus = choice(lifecycleStatusChoice, 'Current business status.')
const whatMayFollow = 'Allowed next statuses.'

export const lifecycleView = view<LifecycleView>()(
  'Lifecycle',
  'The business status of a document, with its history.',
  {
    document: object(documentView, 'The document.').onlyIn('graphql'),
    documentId: id('Identifier of the document.')
      .by(['document'], ({ document }: OfDocument) => document.id)
      .onlyIn('rest'),
    currentStatus: currentStatus.by(['document'], ({ document }: OfDocument) => document.lifecycleStatus),
    ...frenchStatusBy(['document'], ({ document }: OfDocument) => document.frenchStatus),
    currentStatusReason: object(reasonView, 'Reason for the current status. Null when none was given.')
      .orNull()
      .from('reason'),
    allowedTransitions: choice(targetChoice, whatMayFollow).list().onlyIn('rest'),
    steps: object(transitionView, whatMayFollow)
      .list()
      .by(['document'], ({ document }: OfDocument) => stepsOf(document))
      .named('allowedTransitions')
      .onlyIn('graphql'),
    statusRecipient: object(
      statusRecipientView,
      'Whether the other party takes a status. Only with `?recipient=true`, and null when it is told none.',
    )
      .orNull()
      .orAbsent()
      .onlyIn('rest'),
    compliance: mapOf(
      reportStateView,
      'Status of the reports to authorities, by country code of the authority.',
    ).onlyIn('rest'),
    authorities: object(reportStateView, 'Status of the report to each authority.')
      .list()
      .by(['compliance'], ({ compliance }: WithCompliance) => Object.values(compliance))
      .named('compliance')
      .onlyIn('graphql'),
    events: object(entryView, 'History of the business status, oldest first.').list().from('entries'),
    updatedAt: instant('When the document was last changed.').by(
      ['document'],
      ({ document }: OfDocument) => document.updatedAt,
    ),
  },
)

const messageToView = view<LifecycleResult['messages'][number]>()(
  'LifecycleMessageTo',
  'A message that informs the other party.',
  {
    syntax: choice(syntaxChoice, 'Format of the message: Invoice Response or CDAR.'),
    to: text('Participant id of the other party.'),
  },
)

export const resultView = view<LifecycleResult>()(
  'LifecycleResult',
  'The result of an update of the business status. With `dryRun`: the result that the update would have.',
  {
    documentId: id('Identifier of the document.'),
    previousStatus: choice(lifecycleStatusChoice, 'Business status before the update.'),
    currentStatus,
    ...frenchStatus,
    compliance: object(reportStateView, 'The report to the authority. Null when none is due.').orNull(),
    allowedTransitions: choice(targetChoice, whatMayFollow).list(),
    messages: object(messageToView, 'Messages that inform the other party.').list(),
    dryRun: flag('True when nothing was changed because of `dryRun`.'),
    updatedAt: instant('When the document was last changed.'),
  },
)

export const batchItemView = view<BatchItem>()('LifecycleBatchItem', 'The result of one update in a batch.', {
  ok: flag('Whether the update was applied.').by(['error'], ({ error }: Pick<BatchItem, 'error'>) => error === null),
  documentId: id('Identifier of the document. Null when the update names none.').orNull(),
  result: object(resultView, 'The result of the update. Null when it was refused.').orNull(),
  error: object(refusalView, 'Why the update was refused. Null when it was applied.').orNull().stored(),
})
