/** What is written of a document that is sent. Pure. */
import { randomUUID } from 'node:crypto'
import { reportRows } from '../../../compliance/reports/append-reports.ts'
import { invoiceReports } from '../../../compliance/reports/invoice-report.ts'
import { contentColumns } from '../../../documents/record/store-document.ts'
import { workRow } from '../../../engine/work/append.ts'
import { type NewRow, json } from '../../../kernel/database/rows.ts'
import { newId } from '../../../values/ids.ts'
import { fileNameOf } from '../draft/draft-document.ts'
import type { SendExamination } from '../judge/examine.ts'
import type { SendInput } from '../read/send-input.ts'
import { sidesOf } from '../draft/sides.ts'
import type { SendPlan } from './plan-send.ts'

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

/** A document that the network cannot carry is stored and stays here; a record has no way to go. */
const standingAtFirst = (type: SendInput['type'], channel: SendPlan['channel']) => {
  if (type === 'event') return { status: 'delivered', deliveryStatus: null, lifecycleStatus: 'issued' } as const
  return channel === null
    ? ({ status: 'draft', deliveryStatus: null, lifecycleStatus: 'draft' } as const)
    : ({ status: 'sent', deliveryStatus: 'pending', lifecycleStatus: 'issued' } as const)
}

export const columnsOf = (organizationId: string, input: SendInput, plan: SendPlan, now: Date) => {
  const { document, validation, network, channel, duplicateKey, parties, requestId } = plan
  return {
    organizationId,
    id: newId('document'),
    companyId: parties.sender.id,
    direction: 'outgoing' as const,
    format: input.format,
    ...contentColumns(document, validation),
    ...partiesOf(input, plan),
    ...standingAtFirst(input.type, channel),
    channel,
    instanceId: channel === 'peppol' ? randomUUID() : null,
    ...(channel === 'peppol' && {
      documentTypeId: network?.documentTypeId ?? null,
      processId: network?.processId ?? null,
    }),
    fileName: fileNameOf(input),
    requestId,
    duplicateKey,
    externalId: input.externalId ?? null,
    metadata: json(input.metadata ?? input.document?.['metadata'] ?? {}),
    createdAt: now,
    updatedAt: now,
  }
}

/** What is written for a document that travels: its reports to the authorities, and the work of delivering it. */
export const travelRows = (
  columns: ReturnType<typeof columnsOf>,
  { to }: SendInput,
  { channel, parties }: SendPlan,
  now: Date,
): NewRow[] => {
  if (channel === null) return []
  const { organizationId, companyId, id } = columns
  return [
    ...reportRows(invoiceReports(parties.sender, columns), now),
    workRow({ organizationId, kind: 'document.deliver', companyId, subjectId: id, target: to ?? id }, now),
  ]
}
