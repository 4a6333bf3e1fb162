import { z } from 'zod'
import { batchOf, settle } from '../../operation/batch.ts'
import { operation } from '../../operation/operation.ts'
import { act } from './act-on-document.ts'
import { actionInput } from './actions.ts'
import { documentRef } from '../record/document.ts'
import { limits } from '../../values/limits.ts'

export const actOnDocuments = operation({
  name: 'actOnDocuments',
  summary:
    `Performs up to ${limits.batchUpdates} actions on documents, in the given order. Each ` +
    'action succeeds or fails by itself and has its own result.',
  scope: 'documents.write',
  writes: true,
  input: z
    .strictObject({
      updates: z
        .array(
          actionInput
            .extend({ documentId: documentRef })
            .meta({ id: 'DocumentUpdate', description: 'One action on one document.' }),
        )
        .min(1, 'At least one update')
        .max(limits.batchUpdates, `At most ${limits.batchUpdates} updates`)
        .describe(`The actions, at most ${limits.batchUpdates}.`),
    })
    .meta({ examples: [{ updates: [{ documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de', action: 'archive' }] }] }),
  errors: [],
  async run(run, { updates }) {
    const outcomes = []
    // An action is refused before it writes anything, so that nothing has to be taken back.
    for (const update of updates) outcomes.push(await settle(() => act(run, update)))
    return batchOf(outcomes, run.site.baseUrl)
  },
})
