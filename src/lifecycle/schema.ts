import { ComplianceReport } from '../compliance/schema.ts'
import { Document } from '../documents/schema.ts'
import { batched } from '../graphql/batched.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { changed } from '../graphql/changed.ts'
import { mutation, mutationOf, runs } from '../graphql/field.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import type { LifecycleResult } from './record/apply-update.ts'
import { manyVisibleWithCompany } from './read/document-standing.ts'
import { entryView, messageView } from './show/entry-view.ts'
import { getLifecycle } from './get-lifecycle.ts'
import { getStatusRecipient } from './get-status-recipient.ts'
import { recipientAnswerView, statusRecipientView } from './show/recipient-view.ts'
import { CHRONOLOGY } from './record/record-status.ts'
import { startColumns, startEntry } from './record/start-entry.ts'
import { statusRecipientsOf } from './show/status-recipient.ts'
import { frenchStatusView, shownStatus, transitionView } from './show/status-view.ts'
import { updateLifecycleBatch } from './update-lifecycle-batch.ts'
import { updateLifecycleByNumber } from './update-lifecycle-by-number.ts'
import { updateLifecycle } from './update-lifecycle.ts'
import { batchItemView, lifecycleView, resultView, stepsOf } from './view.ts'

const belonging = { authScopes: { access: 'documents.read' }, select: { organizationId: true, id: true } }

const Entry = tableOf('LifecycleEntry', entryView, belonging)
const Message = tableOf('LifecycleMessage', messageView, belonging)

builder.prismaObjectFields(Document, (t) => ({
  frenchStatus: t.field({
    type: objectOf(frenchStatusView),
    nullable: true,
    description: 'French status of the document (XP Z12-012). Null for documents without one.',
    select: { frenchStatus: true },
    resolve: ({ frenchStatus }) => shownStatus(frenchStatus),
  }),
  transitions: t.field({
    type: [objectOf(transitionView)],
    description: 'Status changes that the organization may make next.',
    select: { id: true, lifecycleStatus: true, frenchStatus: true, selfBilled: true, direction: true, type: true },
    resolve: (document) => stepsOf(document),
  }),
  statuses: t.field({
    type: [Entry],
    description: 'History of the business status, oldest first.',
    select: (_args, _context, nested) => ({
      ...startColumns,
      lifecycle: nested({ orderBy: [...CHRONOLOGY] }) as { orderBy: object },
    }),
    resolve: (document) => [startEntry(document), ...document.lifecycle],
  }),
  lifecycleMessages: t.relation('messages', {
    type: Message,
    description: 'Messages between the parties that carry a status.',
    query: { orderBy: { id: 'asc' } },
  }),
}))

const Lifecycle = objectOf(lifecycleView)
const StatusRecipient = objectOf(statusRecipientView)

const recipientOf = (documentId: string, context: Context) =>
  batched(context, 'status recipients', async (ids: readonly string[]) => {
    const { actor, platform, trace } = context.call
    const documents = await manyVisibleWithCompany(platform.db.client, actor, [...new Set(ids)])
    const recipients = await statusRecipientsOf(platform, trace, documents)
    const byId = new Map(documents.map(({ id }, index) => [id, recipients[index] ?? null]))
    return ids.map((id) => byId.get(id) ?? null)
  }).load(documentId)

builder.objectField(objectOf(transitionView), 'recipient', (t) =>
  t.field({
    type: StatusRecipient,
    nullable: true,
    description: 'Whether the other party takes such a status. Null when it is told none. The network is asked for it.',
    extensions: runs(getStatusRecipient),
    resolve: ({ documentId }, _args, context) => recipientOf(documentId, context),
  }),
)

builder.objectField(Lifecycle, 'reports', (t) =>
  t.field({
    type: [ComplianceReport],
    description: 'Reports to authorities about the document.',
    resolve: ({ compliance }) => Object.values(compliance).flatMap(({ reports }) => [...reports]),
  }),
)

query('documentLifecycle', getLifecycle, Lifecycle, { omit: ['recipient'] })
query('statusRecipient', getStatusRecipient, objectOf(recipientAnswerView))

const BatchItem = objectOf(batchItemView)

const Result = objectOf(resultView)

builder.objectField(Result, 'document', (t) =>
  changed<LifecycleResult>(t, Document, {
    as: 'document',
    id: ({ documentId }) => documentId,
    description: 'The document after the update.',
  }),
)

mutationOf(updateLifecycle, 'result', Result, 'The result of the update.')
mutationOf(updateLifecycleByNumber, 'result', Result, 'The result of the update.')
mutation(updateLifecycleBatch, (t) => ({
  results: t.field({
    type: [BatchItem],
    description: 'One result for each update, in the same order.',
    resolve: ({ results }) => results,
  }),
  applied: t.exposeInt('applied', { description: 'Number of updates that were applied.' }),
  failed: t.exposeInt('failed', { description: 'Number of updates that were refused.' }),
}))
