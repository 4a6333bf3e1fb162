import type { z } from 'zod'
import { changeHeld } from '../../kernel/database/held-rows.ts'
import { json, writeRows } from '../../kernel/database/rows.ts'
import { operation, type Run } from '../../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../../operation/precondition.ts'
import { newId } from '../../values/ids.ts'
import { type Change, actionInput, actions, refuseMisplaced, refuseMore } from './actions.ts'
import { countsOf } from './counts.ts'
import { documentRef, documentToChange } from '../record/document.ts'
import { limits } from '../../values/limits.ts'

export interface ActionResult {
  documentId: string
  action: string
  changes: Change[]
  updatedAt: Date
}

type ActionInput = z.output<typeof actionInput> & { documentId: string; ifUpdatedAt?: string | undefined }

/** One action on one document: what it changed is kept and announced; where nothing changed nothing is. */
export const act = async (
  { db, actor, now, emit }: Pick<Run, 'db' | 'actor' | 'now' | 'emit'>,
  { documentId, action, ifUpdatedAt: seen, ...given }: ActionInput,
): Promise<ActionResult> => {
  const document = await documentToChange(db, actor, documentId)
  refuseChanged(document, seen)
  refuseMisplaced(action, given)
  const { organizationId, id, companyId } = document
  const counts = await countsOf(db, document, given.tag)
  refuseMore(counts.actions, limits.documentActions, 'changes by actions')
  const { changes, columns, rows = [], statements } = await actions[action]({ db, actor, now, document, counts }, given)
  if (changes.length === 0) return { documentId: id, action, changes, updatedAt: document.updatedAt }
  const updatedAt = changedAt(document, now)
  const kept = { organizationId, id: newId('action'), documentId: id, action, author: actor.label, createdAt: now }
  await changeHeld(db, 'documents', document, { ...columns, updatedAt }, statements)
  await writeRows(db, [...rows, { table: 'document_actions', columns: { ...kept, changes: json(changes) } }])
  emit('document.updated', { documentId: id, changes }, { companyId, updatedAt })
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
  run: act,
})
