import { randomUUID } from 'node:crypto'
import { constraintOf } from '../database/open.ts'
import { operation } from '../operation.ts'
import { newId } from '../values/ids.ts'
import { fileOf, storeFiles, uploadFiles } from './files.ts'
import { type Prepared, duplicate, judge } from './prepare-send.ts'
import { countAgainstQuota } from './quota.ts'
import { type SendInput, sendInput } from './send-input.ts'
import { contentColumns, filesInside, insertDocument } from './store-document.ts'

/** Kinds that stay drafts of ours when nobody is to get them; everything else is issued by being sent. */
const partiesOf = ({ selfBilled, from, to, type }: SendInput, { parties, document }: Prepared) => {
  const { sender, recipient } = parties
  const other = selfBilled ? document.seller : document.buyer
  return {
    selfBilled: selfBilled === true || document.typeCode === '389',
    senderPeppolId: from, senderName: sender.legalName ?? sender.name, senderVatNumber: sender.vatNumber,
    ...(type !== 'event' && { receiverPeppolId: to ?? null, receiverName: other.name ?? recipient?.record.name ?? null, receiverVatNumber: other.vatNumber }),
  }
}

export const sendDocument = operation({
  name: 'sendDocument',
  summary: 'Sends a document: checks it against its rules, its recipient and its number, stores it, and delivers it in the background.',
  scope: 'send',
  writes: true,
  input: sendInput,
  errors: ['COMPANY_NOT_FOUND', 'UBL_VALIDATION_FAILED', 'RECIPIENT_NOT_FOUND', 'RECIPIENT_CANNOT_RECEIVE', 'DUPLICATE_NUMBER', 'QUOTA_EXCEEDED', 'INVALID_DATE', 'INVALID_CURRENCY', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
  async prepare(call, input) {
    const prepared = await judge(call, input)
    const file = fileOf(prepared.document.bytes)
    const inside = filesInside(prepared.document.model)
    await uploadFiles(call.platform, call.actor.organizationId, [file, ...inside.map((one) => one.file)])
    return { ...prepared, file, inside }
  },
  async run({ db, actor, platform, now, enqueue }, input, prepared) {
    const { document, validation, network, duplicateKey, file, inside, parties } = prepared
    const { organizationId } = actor
    const isRecord = input.type === 'event'
    await countAgainstQuota(db, actor, now)
    await storeFiles(db, platform, organizationId, [...(isRecord ? [] : [file]), ...inside.map((one) => one.file)], now)
    const row = await insertDocument(db, {
      inside,
      row: {
        organizationId, id: newId('document'), companyId: parties.sender.id, direction: 'outgoing', format: input.format,
        ...contentColumns(document, validation), ...partiesOf(input, prepared),
        status: isRecord ? 'delivered' : 'draft', deliveryStatus: isRecord ? null : 'pending', lifecycleStatus: 'issued',
        documentTypeId: network?.documentTypeId ?? null, processId: network?.processId ?? null, instanceId: isRecord ? null : randomUUID(),
        fileHash: isRecord ? null : file.hash, fileName: input.fileName ?? null, duplicateKey, metadata: (input.metadata ?? input.document?.['metadata'] ?? {}) as object,
        createdAt: now, updatedAt: now,
      },
    }).catch((error: unknown) => {
      throw constraintOf(error)?.includes('duplicateKey') ? duplicate(document.summary.number, undefined) : error
    })
    if (!isRecord) enqueue({ kind: 'document.deliver', companyId: parties.sender.id, subjectId: row.id, target: input.to ?? row.id })
    return { document: row, validation }
  },
})
