/** What happened to a document, in one order: a table of sources, each asked once for any number of documents. */
import type { Db } from '../../kernel/database/open.ts'
import { messageMoments, requestMoments, validationMoments } from './timeline/document-moments.ts'
import { actions, attempts, lifecycleStatuses, messageStatuses, statusMessages } from './timeline/exchange-moments.ts'
import type { MomentFacts, MomentSource, TimelineDocument } from './timeline/moment.ts'
import { interchangeMessages, payments, reports, transfers } from './timeline/money-moments.ts'

export { type TimelineDocument, timelineColumns } from './timeline/moment.ts'

export interface Moment extends MomentFacts {
  source: SourceName
}

const sources = {
  request: requestMoments,
  message: messageMoments,
  validation: validationMoments,
  attempt: attempts,
  'message-status': messageStatuses,
  action: actions,
  status: lifecycleStatuses,
  'status-message': statusMessages,
  report: reports,
  'interchange-message': interchangeMessages,
  transfer: transfers,
  payment: payments,
} satisfies Record<string, MomentSource>

type SourceName = keyof typeof sources
export const sourceNames = Object.keys(sources) as SourceName[]
export const sourceMeanings: Readonly<Record<SourceName, string>> = {
  request: 'The request that sent the document.',
  message: 'The message that brought or carried it.',
  validation: 'The check against the rules.',
  attempt: 'A try to deliver it.',
  'message-status': 'What the network said of the message.',
  action: 'An action of a user, such as a tag or a note.',
  status: 'A change of the lifecycle.',
  'status-message': 'A message that told the other party a status.',
  report: 'A report to an authority.',
  'interchange-message': 'A message of the Italian interchange system.',
  transfer: 'An order to a bank.',
  payment: 'A payment.',
}

/**
 * The timelines of documents of one organization, oldest first: one statement a source, however many documents there
 * are. Moments at the same instant are in the order of `sources`, and those of one source in the order of their ids.
 */
export const timelinesOf = async (db: Db, documents: readonly TimelineDocument[]): Promise<Moment[][]> => {
  const byDocument = new Map<string, Moment[]>(documents.map(({ id }) => [id, []]))
  const where = {
    organizationId: documents[0]?.organizationId ?? '',
    documentId: { in: documents.map(({ id }) => id) },
  }
  for (const [source, ask] of Object.entries(sources) as [SourceName, MomentSource][])
    for (const { documentId, ...moment } of await ask(db, documents, where))
      byDocument.get(documentId)?.push({ ...moment, source })
  return documents.map(({ id }) =>
    (byDocument.get(id) ?? []).sort((one, other) => one.at.getTime() - other.at.getTime()),
  )
}
