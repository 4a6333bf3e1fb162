import { z } from 'zod'
import { runInSavepoint, batchOf, settle } from '../../operation/batch.ts'
import { mapLimited } from '../../kernel/concurrency.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { SEND_ERRORS, prepareSend, storeDocument } from './send-document.ts'
import { sendExample, sendItem } from './send-input.ts'
import { limits } from '../../values/limits.ts'

/** So many documents of a batch are judged at the same time. */
const AT_ONCE = 4

export const sendDocuments = operation({
  name: 'sendDocuments',
  summary:
    `Sends up to ${limits.batchDocuments} documents. Each document is checked and stored by itself and ` +
    'has its own result: a refused document does not affect the others.',
  scope: 'send',
  writes: true,
  input: z
    .strictObject({
      documents: z
        .array(sendItem)
        .min(1, 'At least one document')
        .max(limits.batchDocuments, `At most ${limits.batchDocuments} documents`)
        .describe(`The documents to send, at most ${limits.batchDocuments}.`),
    })
    .meta({ examples: [{ documents: [sendExample] }] }),
  errors: SEND_ERRORS,
  prepare: (call, { documents }) => mapLimited(documents, AT_ONCE, (input) => settle(() => prepareSend(call, input))),
  async run(run, { documents }, ready) {
    const outcomes = []
    // Of documents with one number the first that is stored is sent.
    for (const [index, input] of documents.entries()) {
      const one = ready[index] as (typeof ready)[number]
      outcomes.push(one instanceof AppError ? one : await runInSavepoint(run, (own) => storeDocument(own, input, one)))
    }
    return batchOf(outcomes, run.site.baseUrl)
  },
})
