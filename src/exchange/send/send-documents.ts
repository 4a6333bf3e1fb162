import { z } from 'zod'
import { batchOf, settle } from '../../operation/batch.ts'
import { mapLimited } from '../../kernel/concurrency.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { prepareSend } from './prepare-sends.ts'
import { SEND_ERRORS } from './send-document.ts'
import { sendExample, sendItem } from './read/send-input.ts'
import { storeDocuments } from './store/store-documents.ts'
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
    const sends = documents.flatMap((input, index) => {
      const plan = ready[index]
      return !plan || plan instanceof AppError ? [] : [{ actor: run.actor, input, plan }]
    })
    const stored = await storeDocuments(run, sends)
    const outcomes = ready.map((one) => (one instanceof AppError ? one : (stored.shift() as (typeof stored)[number])))
    return batchOf(outcomes, run.site.baseUrl)
  },
})
