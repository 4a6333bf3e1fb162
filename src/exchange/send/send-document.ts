import { foreseenDocument } from '../../documents/record/foreseen-document.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { statusesOnSend } from '../../lifecycle/automatic.ts'
import { type Preparation, type Run, operation } from '../../operation/operation.ts'
import { partnerInPlace, partnerOf, plays } from '../../partners/counterparty.ts'
import { type SendExamination, examine, refuseUnsendable } from './prepare-send.ts'
import { duplicateOf } from './duplicate.ts'
import { countAgainstQuotas, hasLimit, usageRows } from './quota.ts'
import { holdToStorage, storageOf } from '../storage-quota.ts'
import { type SendInput, sendInput } from './send-input.ts'
import { sendBesideOthers } from './send-beside-others.ts'
import { type SendPlan, type SentDocument, columnsOf, travelRows } from './sent-rows.ts'
import {
  hasLargeFiles,
  insertDocument,
  sizeOf,
  prepareContent,
  unstarted,
} from '../../documents/record/store-document.ts'

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

/**
 * Stores a document that may be sent, counts it, and puts its delivery to work: in one statement where its recipient is
 * known. `besideOf` names rows that are written with it, or not at all.
 */
export const storeDocument = async (
  run: Pick<Run, 'db' | 'actor' | 'now' | 'emit' | 'enqueue' | 'keptWith'>,
  input: SendInput,
  plan: SendPlan,
  besideOf: (columns: { id: string; number: string }) => NewRow[] = () => [],
): Promise<SentDocument> => {
  const { db, actor, now, keptWith } = run
  const { validation, content, parties, inPlace, flowId } = plan
  const columns = columnsOf(actor.organizationId, input, plan, now)
  const beginning = statusesOnSend(unstarted(columns), parties.sender, now)
  const kept = keptWith ? [keptWith({ document: foreseenDocument({ columns, content, beginning }), validation })] : []
  const row = await insertDocument(
    db,
    {
      columns: {
        ...columns,
        partnerId: inPlace ? partnerInPlace(columns) : await partnerOf(db, columns, now, parties.sender),
      },
      content,
      beginning,
      counted: usageRows(actor, parties.sender, now),
      beside: [...travelRows(columns, input, plan, now), ...besideOf(columns), ...kept],
      flowId,
    },
    now,
  )
  if (!row) throw await duplicateOf(db, actor, plan, input.externalId)
  // Last, because each count of the month is one row that every send under the quota waits for.
  await countAgainstQuotas(run, [{ actor, sender: parties.sender, now }])
  await holdToStorage(run, storageOf(actor, parties.sender), sizeOf(content), { refuses: true })
  return { document: row, validation }
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
  inOneStatement: (actor, { inPlace, content, parties: { sender } }) =>
    inPlace && !hasLimit(actor, sender) && !hasLargeFiles(content),
  besideOthers: sendBesideOthers,
  run: storeDocument,
})
