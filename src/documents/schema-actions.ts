/** What is done with documents: marks, tags, remarks and links; and what the caller may do. */
import { batched } from '../graphql/batched.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { mutation } from '../graphql/field.ts'
import { changed } from '../graphql/changed.ts'
import { fieldsOf, objectOf, tableOf } from '../graphql/object.ts'
import { objectOfSchema } from '../graphql/outputs.ts'
import { query } from '../graphql/query.ts'
import { RefusalType, refusalIn } from '../graphql/refusal.ts'
import type { BatchResult } from '../operation/batch.ts'
import { flag, view } from '../operation/view.ts'
import { type ActionResult, actOnDocument } from './actions/act-on-document.ts'
import { actOnDocuments } from './actions/act-on-documents.ts'
import { change } from '../engine/feed/event-fields.ts'
import { actionResultView } from './actions/view.ts'
import { abilities, abilityColumns, abilityNames, allows } from './record/abilities.ts'
import { noteView } from './record/attached-view.ts'
import { listNotes } from './views/list-parts.ts'
import { Document } from './schema.ts'

const Note = tableOf('DocumentNote', noteView, {
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true },
})

query('documentNotes', listNotes, [Note])

const ViewerCan = objectOf(
  view<Readonly<Record<string, boolean>>>()(
    'ViewerCan',
    'What the caller may do with a document now. The operations refuse exactly the actions that are false here.',
    Object.fromEntries(abilityNames.map((name) => [name, flag(abilities[name].description)])),
  ),
)

const tagsOf = (documentId: string, context: Context) =>
  batched(context, 'tags', async (ids: readonly string[]) => {
    const { actor, platform } = context.call
    const rows = await platform.db.client.documentTag.findMany({
      where: { organizationId: actor.organizationId, documentId: { in: [...ids] } },
      select: { documentId: true, tag: true },
      orderBy: { tag: 'asc' },
    })
    const byDocument = Map.groupBy(rows, ({ documentId }) => documentId)
    return ids.map((id) => (byDocument.get(id) ?? []).map(({ tag }) => tag))
  }).load(documentId)

interface Linked {
  organizationId: string
  companyId: string
}
/** A caller bound to one company sees no document of another, whoever linked it. */
const seen = ({ call: { actor } }: Context) => (actor.companyId === null ? {} : { companyId: actor.companyId })

builder.prismaObjectFields(Document, (t) => ({
  notes: t.relation('notes', { type: Note, description: 'Notes that the organization wrote about the document.' }),
  tags: t.stringList({
    description: 'Tags that the organization gave the document.',
    select: { id: true },
    resolve: ({ id }, _args, context) => tagsOf(id, context),
  }),
  viewerCan: t.field({
    type: ViewerCan,
    select: abilityColumns,
    description: 'What the caller may do with the document now.',
    resolve: (document, _args, { call }) =>
      Object.fromEntries(abilityNames.map((name) => [name, allows(name, call.actor, document)])),
  }),
  links: t.field({
    type: [Document],
    description: 'Documents that somebody linked with this one, in either direction.',
    select: (_args: object, context: Context, nested: (selection?: object) => object) =>
      ({
        linksFrom: { where: { to: seen(context) }, select: { to: nested() } },
        linksTo: { where: { from: seen(context) }, select: { from: nested() } },
      }) as never,
    resolve: ((document: { linksFrom: { to: Linked }[]; linksTo: { from: Linked }[] }) => [
      ...document.linksFrom.map(({ to }) => to),
      ...document.linksTo.map(({ from }) => from),
    ]) as never,
  }),
}))

const ActionOutcome = builder.objectRef<BatchResult<ActionResult>>('ActionOutcome').implement({
  description: 'The result of one action in a batch.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Position in the batch, from 0.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether the action succeeded.' }),
    documentId: t.id({
      nullable: true,
      description: 'The document. Null when the action was refused.',
      resolve: (result) => (result.ok ? result.value.documentId : null),
    }),
    document: changed<BatchResult<ActionResult>>(t, Document, {
      as: 'document',
      id: (result) => (result.ok ? result.value.documentId : null),
      nullable: true,
      description: 'The document after the action. Null when the action was refused.',
    }),
    changes: t.field({
      type: [objectOfSchema(change)],
      description: 'The changes that the action made. Empty when nothing changed.',
      resolve: (result) => (result.ok ? result.value.changes : []),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the document was last changed.',
      resolve: (result) => (result.ok ? result.value.updatedAt : null),
    }),
    error: t.field({
      type: RefusalType,
      nullable: true,
      description: 'Why the action was refused. Null when it succeeded.',
      resolve: refusalIn,
    }),
  }),
})

mutation(actOnDocument, (t) => ({
  ...(fieldsOf(actionResultView)(t) as object),
  document: changed<ActionResult>(t, Document, {
    as: 'document',
    id: ({ documentId }) => documentId,
    description: 'The document after the action.',
  }),
}))
mutation(actOnDocuments, (t) => ({
  results: t.field({
    type: [ActionOutcome],
    description: 'One result for each action, in the same order.',
    resolve: ({ results }) => results,
  }),
  succeeded: t.exposeInt('succeeded', { description: 'Number of actions that succeeded.' }),
  failed: t.exposeInt('failed', { description: 'Number of actions that were refused.' }),
}))
