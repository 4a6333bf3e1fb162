import { sizeOf } from '../../documents/record/store-document.ts'
import { operation } from '../../operation/operation.ts'
import { prepareSend } from './prepare-sends.ts'
import { sendInput } from './read/send-input.ts'
import { storeDocument, storeDocuments } from './store/store-documents.ts'

export const SEND_ERRORS = [
  'COMPANY_NOT_FOUND',
  'CONFLICT',
  'OWNERSHIP_PENDING',
  'UNSUPPORTED_FILE',
  'UBL_VALIDATION_FAILED',
  'RECIPIENT_NOT_FOUND',
  'RECIPIENT_CANNOT_RECEIVE',
  'DUPLICATE_NUMBER',
  'QUOTA_EXCEEDED',
  'INVALID_DATE',
  'INVALID_CURRENCY',
  'INVALID_IBAN',
  'UPSTREAM_ERROR',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const

export const sendDocument = operation({
  name: 'sendDocument',
  summary:
    'Sends a document. Its rules, recipient and number are checked first. ' +
    'The document is then stored, and delivered in the background.',
  scope: 'send',
  writes: true,
  input: sendInput,
  errors: SEND_ERRORS,
  prepare: prepareSend,
  run: (run, input, plan) => storeDocument(run, { actor: run.actor, input, plan }),
  together: {
    bytesOf: ({ content }) => sizeOf(content),
    write: (run, calls) =>
      storeDocuments(
        run,
        calls.map(({ prepared: plan, ...call }) => ({ ...call, plan })),
      ),
  },
})
