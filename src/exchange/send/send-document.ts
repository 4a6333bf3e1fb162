import { randomUUID } from 'node:crypto'
import { reportRows } from '../../compliance/reports/append-reports.ts'
import { invoiceReports } from '../../compliance/reports/invoice-report.ts'
import { json } from '../../kernel/database/rows.ts'
import { statusesOnSend } from '../../lifecycle/automatic.ts'
import { type Preparation, type Run, operation } from '../../operation/operation.ts'
import { partnerInPlace, partnerOf, plays } from '../../partners/counterparty.ts'
import { newId } from '../../values/ids.ts'
import { workRow } from '../../engine/work/append.ts'
import type { DocumentRow } from '../../documents/record/document.ts'
import { fileNameOf } from './draft-document.ts'
import { type SendExamination, duplicateOf, examine, refuseUnsendable } from './prepare-send.ts'
import { countAgainstQuota, hasLimit, usageRows } from './quota.ts'
import { type SendInput, sendInput } from './send-input.ts'
import { sidesOf } from './sides.ts'
import {
  type DocumentContent,
  contentColumns,
  hasLargeFiles,
  insertDocument,
  prepareContent,
  unstarted,
} from '../../documents/record/store-document.ts'
import type { Validation } from '../../documents/record/validation.ts'

/** Who sends and who gets it, as the columns name them; a record has nobody who gets it. */
const partiesOf = ({ from, to, type }: SendInput, { parties, document }: SendExamination) => {
  const { sender, recipient } = parties
  const { receiver: other } = sidesOf(document, from)
  return {
    senderPeppolId: from,
    senderName: sender.legalName ?? sender.name,
    senderVatNumber: sender.vatNumber,
    ...(type !== 'event' && {
      receiverPeppolId: to ?? null,
      receiverName: other.name ?? recipient?.record.name ?? null,
      receiverVatNumber: other.vatNumber,
    }),
  }
}

export interface SendPlan extends SendExamination {
  requestId: string
  content: DocumentContent
  /** The recipient is a partner, and what is sent makes no other of it. */
  inPlace: boolean
}

export const SEND_ERRORS = [
  'COMPANY_NOT_FOUND',
  'CONFLICT',
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

/** Judges a document and puts its bytes where they are to lie, before any transaction. */
export const prepareSend = async (call: Preparation, input: SendInput): Promise<SendPlan> => {
  const examination = await examine(call, input)
  refuseUnsendable(input, examination)
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

/** Stores a document that may be sent, counts it, and puts its delivery to work: in one statement where its recipient is known. */
export const storeDocument = async (
  { db, actor, now }: Pick<Run, 'db' | 'actor' | 'now'>,
  input: SendInput,
  ready: SendPlan,
): Promise<{ document: DocumentRow; validation: Validation }> => {
  const { requestId, document, validation, network, channel, duplicateKey, content, parties, inPlace } = ready
  const { organizationId } = actor
  const { sender } = parties
  const isRecord = input.type === 'event'
  // What the network cannot carry is stored and stays where it is.
  const travels = channel !== null
  const columns = {
    organizationId,
    id: newId('document'),
    companyId: sender.id,
    direction: 'outgoing' as const,
    format: input.format,
    ...contentColumns(document, validation),
    ...partiesOf(input, ready),
    status: isRecord ? ('delivered' as const) : ('draft' as const),
    deliveryStatus: travels ? ('pending' as const) : null,
    lifecycleStatus: travels || isRecord ? ('issued' as const) : ('draft' as const),
    channel,
    instanceId: channel === 'peppol' ? randomUUID() : null,
    ...(channel === 'peppol' && {
      documentTypeId: network?.documentTypeId ?? null,
      processId: network?.processId ?? null,
    }),
    fileName: fileNameOf(input),
    requestId,
    duplicateKey,
    metadata: json(input.metadata ?? input.document?.['metadata'] ?? {}),
    createdAt: now,
    updatedAt: now,
  }
  const reports = travels ? invoiceReports(sender, columns) : []
  const beginning = statusesOnSend(unstarted(columns), sender, now)
  const row = await insertDocument(
    db,
    {
      columns: { ...columns, partnerId: inPlace ? partnerInPlace(columns) : await partnerOf(db, columns, now) },
      content,
      beginning,
      beside: [
        ...reportRows(reports, now),
        ...usageRows(actor, now),
        ...(travels
          ? [
              workRow(
                {
                  organizationId,
                  kind: 'document.deliver',
                  companyId: sender.id,
                  subjectId: columns.id,
                  target: input.to ?? columns.id,
                },
                now,
              ),
            ]
          : []),
      ],
    },
    now,
  )
  if (!row) throw await duplicateOf(db, organizationId, ready)
  // Last, because the count of the month is one row that every send of the organization waits for.
  await countAgainstQuota(db, actor, now)
  return { document: row, validation }
}

export const sendDocument = operation({
  name: 'sendDocument',
  summary:
    'Sends a document: checks it against its rules, its recipient and its number, stores it, and delivers it in the background.',
  scope: 'send',
  writes: true,
  input: sendInput,
  errors: SEND_ERRORS,
  prepare: prepareSend,
  inOneStatement: (actor, { inPlace, content }) => inPlace && !hasLimit(actor) && !hasLargeFiles(content),
  run: storeDocument,
})
