import { z } from 'zod'
import { documentRef } from '../documents/record/document.ts'
import { operation } from '../operation/operation.ts'
import { ifUpdatedAt } from '../operation/precondition.ts'
import { type UpdateDecision, applyUpdate, judgeUpdate } from './record/apply-update.ts'
import { visibleWithCompany } from './read/document-standing.ts'
import { updateFields, withDemands } from './read/update-input.ts'

export const updateErrors = [
  'DOCUMENT_NOT_FOUND',
  'INVALID_TRANSITION',
  'CONFLICT',
  'CURRENCY_MISMATCH',
  'INVALID_DATE',
  'INVALID_CURRENCY',
  'PRECONDITION_FAILED',
] as const

export const updateLifecycle = operation({
  name: 'updateLifecycle',
  summary: 'Changes the business status of a document, and informs the other party and the authority.',
  scope: 'lifecycle',
  writes: true,
  input: withDemands(z.strictObject({ documentId: documentRef, ifUpdatedAt, ...updateFields })),
  errors: updateErrors,
  async prepare(call, { documentId, ifUpdatedAt: _seen, ...update }): Promise<UpdateDecision> {
    return judgeUpdate(call, await visibleWithCompany(call.db, call.actor, documentId), update)
  },
  run: ({ db, actor, now }, { ifUpdatedAt }, judged) => applyUpdate(db, actor, { ...judged, ifUpdatedAt }, now),
})
