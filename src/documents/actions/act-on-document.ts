import type { z } from 'zod'
import { operation, type Run } from '../../operation/operation.ts'
import { heldDocument, holdDocuments } from '../../lifecycle/held-document.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../../operation/precondition.ts'
import { newId } from '../../values/ids.ts'
import { type Change, actionInput, actions, refuseMisplaced, refuseMore } from './actions.ts'
import { documentRef, visibleDocument } from '../record/document.ts'
import { limits } from '../../values/limits.ts'

export interface ActionResult {
  documentId: string
  action: string
  changes: Change[]
  updatedAt: Date
}

type ActionInput = z.output<typeof actionInput> & { documentId: string }

/** One action on one document: what it changed is kept and announced; where nothing changed nothing is. */
export const act = async (
  { db, actor, now, emit }: Pick<Run, 'db' | 'actor' | 'now' | 'emit'>,
  { documentId, action, ...given }: ActionInput,
  /** Documents that the transaction holds already. */
  held = new Set<string>(),
): Promise<ActionResult> => {
  const document = await visibleDocument(db, actor, documentId)
  refuseMisplaced(action, given)
  const { organizationId, id, companyId } = document
  // What a document has a number of is counted while nobody else adds to it.
  if (!held.has(id)) await holdDocuments(db, organizationId, [id])
  held.add(id)
  const earlier = await db.documentAction.count({ where: { organizationId, documentId: id } })
  refuseMore(earlier, limits.documentActions, 'changes by actions')
  const changes = await actions[action]({ db, actor, now, document }, given)
  if (changes.length === 0) return { documentId: id, action, changes, updatedAt: document.updatedAt }
  const updatedAt = changedAt(document, now)
  await db.documentAction.create({
    data: {
      organizationId,
      id: newId('action'),
      documentId: id,
      action,
      author: actor.label,
      changes: changes as object[],
      createdAt: now,
    },
  })
  await db.document.update({ where: { organizationId_id: { organizationId, id } }, data: { updatedAt } })
  emit('document.updated', { documentId: id, changes }, { companyId })
  return { documentId: id, action, changes, updatedAt }
}

export const actOnDocument = operation({
  name: 'actOnDocument',
  summary:
    'Performs one action on a document: marks it as read, archives, tags, ' +
    'annotates or links it. An event follows only if something changed.',
  scope: 'documents.write',
  writes: true,
  input: actionInput
    .extend({ documentId: documentRef, ifUpdatedAt })
    .meta({ examples: [{ action: 'tag', tag: 'checked' }] }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  async run(run, { ifUpdatedAt, ...given }) {
    if (ifUpdatedAt !== undefined) {
      const { organizationId, id } = await visibleDocument(run.db, run.actor, given.documentId)
      refuseChanged(await heldDocument(run.db, organizationId, id), ifUpdatedAt)
    }
    return act(run, given)
  },
})
