import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { ifUpdatedAt } from '../operation/precondition.ts'
import { type UpdateDecision, applyUpdate, judgeUpdate } from './record/apply-update.ts'
import { visibleWithCompany } from './read/document-standing.ts'
import { updateErrors } from './update-lifecycle.ts'
import { updateFields, withDemands } from './read/update-input.ts'

export const updateLifecycleByNumber = operation({
  name: 'updateLifecycleByNumber',
  summary:
    'Changes the business status of the document with this number. Only ' +
    'one document of the organization may have the number.',
  scope: 'lifecycle',
  writes: true,
  input: withDemands(
    z.strictObject({
      number: z
        .string()
        .min(1)
        .max(200)
        .describe('Number of the document, assigned by its issuer.')
        .meta({ examples: ['F-2026-0001'] }),
      ifUpdatedAt,
      ...updateFields,
    }),
  ),
  errors: updateErrors,
  async prepare(call, { number, ifUpdatedAt: _seen, ...update }): Promise<UpdateDecision> {
    return judgeUpdate(call, await visibleWithCompany(call.db, call.actor, `number:${number}`), update)
  },
  run: ({ db, actor, now }, { ifUpdatedAt }, judged) => applyUpdate(db, actor, { ...judged, ifUpdatedAt }, now),
})
