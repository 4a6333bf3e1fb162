import { prepareContent, sizeOf } from '../../documents/record/store-document.ts'
import { type Preparation, operation } from '../../operation/operation.ts'
import { plays } from '../../partners/counterparty.ts'
import { type SendExamination, examine, refuseUnsendable } from './prepare-send.ts'
import { type SendInput, sendInput } from './send-input.ts'
import type { SendPlan } from './sent-rows.ts'
import { storeDocument, storeDocuments } from './store-documents.ts'

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

/** Examines a document, refuses it or puts its bytes into the store: all before any transaction. */
export const prepareSend = async (call: Preparation, input: SendInput): Promise<SendPlan> => {
  const examination = await examine(call, input)
  refuseUnsendable(input, examination)
  return planSend(call, examination)
}

/** Puts the bytes of an examined document into the store. */
export const planSend = async (call: Preparation, examination: SendExamination): Promise<SendPlan> => {
  const content = await prepareContent(
    call.platform.upstreams.storage,
    call.trace,
    call.actor.organizationId,
    examination.document,
  )
  const {
    partner,
    document: { type, selfBilled },
  } = examination
  return {
    ...examination,
    requestId: call.requestId,
    content,
    inPlace: partner !== undefined && plays({ direction: 'outgoing', type, selfBilled }, partner.role),
  }
}

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
