import { randomUUID } from 'node:crypto'
import { appendReports } from '../compliance/append-reports.ts'
import { invoiceReports } from '../compliance/invoice-report.ts'
import { constraintOf } from '../database/open.ts'
import { deposit } from '../lifecycle/automatic.ts'
import { wakeForStatus } from '../lifecycle/record-status.ts'
import { type Preparation, type Run, operation } from '../operation.ts'
import { newId } from '../values/ids.ts'
import type { DocumentRow } from './document.ts'
import { type PreparedFile, hashOf, prepareFiles, storeFiles } from './files.ts'
import { fileNameOf } from './draft-document.ts'
import { type Prepared, duplicate, judge } from './prepare-send.ts'
import { countAgainstQuota } from './quota.ts'
import { type SendInput, sendInput } from './send-input.ts'
import { contentColumns, filesInside, insertDocument } from './store-document.ts'
import type { Validation } from './validation.ts'

/** Kinds that stay drafts of ours when nobody is to get them; everything else is issued by being sent. */
const partiesOf = ({ selfBilled, from, to, type }: SendInput, { parties, document }: Prepared) => {
  const { sender, recipient } = parties
  const other = selfBilled ? document.seller : document.buyer
  return {
    senderPeppolId: from, senderName: sender.legalName ?? sender.name, senderVatNumber: sender.vatNumber,
    ...(type !== 'event' && { receiverPeppolId: to ?? null, receiverName: other.name ?? recipient?.record.name ?? null, receiverVatNumber: other.vatNumber }),
  }
}

export interface ReadyToSend extends Prepared { requestId: string; inside: ReturnType<typeof filesInside>; files: PreparedFile[] }

export const SEND_ERRORS = ['COMPANY_NOT_FOUND', 'UBL_VALIDATION_FAILED', 'RECIPIENT_NOT_FOUND', 'RECIPIENT_CANNOT_RECEIVE', 'DUPLICATE_NUMBER', 'QUOTA_EXCEEDED', 'INVALID_DATE', 'INVALID_CURRENCY', 'UPSTREAM_ERROR', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const

/** Judges a document and puts its bytes where they are to lie, before any transaction. */
export const makeReady = async (call: Preparation, input: SendInput): Promise<ReadyToSend> => {
  const prepared = await judge(call, input)
  const { storage } = call.platform.upstreams
  const inside = filesInside(prepared.document.model)
  const bytes = [...(input.type === 'event' ? [] : [prepared.document.bytes]), ...inside.map((one) => one.bytes)]
  return { ...prepared, requestId: call.requestId, inside, files: await prepareFiles(storage, call.trace, call.actor.organizationId, bytes) }
}

/** Stores a document that may be sent, counts it, and puts its delivery to work. */
export const storeSent = async ({ db, actor, now, enqueue, platform, afterCommit }: Pick<Run, 'db' | 'actor' | 'now' | 'enqueue' | 'platform' | 'afterCommit'>, input: SendInput, ready: ReadyToSend): Promise<{ document: DocumentRow; validation: Validation }> => {
  const { requestId, document, validation, network, channel, duplicateKey, files, inside, parties } = ready
  const { organizationId } = actor
  const isRecord = input.type === 'event'
  // What the network cannot carry is stored and stays where it is.
  const travels = channel !== null
  await storeFiles(db, files, now)
  const inserted = await insertDocument(db, {
    inside,
    row: {
      organizationId, id: newId('document'), companyId: parties.sender.id, direction: 'outgoing', format: input.format,
      ...contentColumns(document, validation), ...partiesOf(input, ready),
      status: isRecord ? 'delivered' : 'draft', deliveryStatus: travels ? 'pending' : null, lifecycleStatus: travels || isRecord ? 'issued' : 'draft',
      channel, ...(channel === 'peppol' && { documentTypeId: network?.documentTypeId, processId: network?.processId, instanceId: randomUUID() }),
      fileHash: isRecord ? null : hashOf(document.bytes), fileName: fileNameOf(input), requestId, duplicateKey, metadata: (input.metadata ?? input.document?.['metadata'] ?? {}) as object,
      createdAt: now, updatedAt: now,
    },
  }).catch((error: unknown) => {
    throw constraintOf(error)?.includes('duplicateKey') ? duplicate(document.summary.number, undefined) : error
  })
  const row = await deposit(db, inserted, parties.sender, now)
  const reports = travels ? invoiceReports(parties.sender, row) : []
  await appendReports(db, reports, now)
  if (row.frenchStatus !== null || reports.length > 0) afterCommit(() => wakeForStatus(platform))
  // Last, because the count of the month is one row that every send of the organization waits for.
  await countAgainstQuota(db, actor, now)
  if (travels) enqueue({ kind: 'document.deliver', companyId: parties.sender.id, subjectId: row.id, target: input.to ?? row.id })
  return { document: row, validation }
}

export const sendDocument = operation({
  name: 'sendDocument',
  summary: 'Sends a document: checks it against its rules, its recipient and its number, stores it, and delivers it in the background.',
  scope: 'send',
  writes: true,
  input: sendInput,
  errors: SEND_ERRORS,
  prepare: makeReady,
  run: storeSent,
})
