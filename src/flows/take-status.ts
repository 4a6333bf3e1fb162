/** A status (CDAR) that a party submitted as a flow: an update of the lifecycle of the invoice that it names. */
import type { Prisma } from '../generated/prisma/client.ts'
import { visibleDocuments } from '../documents/record/document.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import { completeSuspended } from '../lifecycle/record/complete-suspended.ts'
import { type LifecycleDocument, sidesOf, withCompany } from '../lifecycle/read/document-standing.ts'
import { invoiceKinds } from '../values/document-types.ts'
import { sirenOf } from '../lifecycle/messages/facts.ts'
import { arrivedStatus } from '../lifecycle/messages/portable-status.ts'
import type { SaidStatus } from '../lifecycle/messages/read-message.ts'
import { frenchStatuses } from '../lifecycle/tables/french-statuses.ts'
import { partyOf } from '../lifecycle/tables/states.ts'
import { updateLifecycle } from '../lifecycle/update-lifecycle.ts'
import { settle } from '../operation/batch.ts'
import { execute } from '../operation/execute.ts'
import { type Call, operation } from '../operation/operation.ts'
import type { Db } from '../kernel/database/open.ts'
import { isDate } from '../values/dates.ts'
import { z } from 'zod'
import { FlowFault, fault, faultOfStatus } from './flow-fault.ts'
import type { FlowRow } from './flow.ts'
import { examineStatus } from './examine-status.ts'
import { adoptStatus } from './adopt-status.ts'
import { updateOf } from './update-of-status.ts'

const COMPLETED = '209'

/** What the message says, after its rules were asked. */
const readStatus = async (
  { platform: { heavy } }: Call,
  { name, organizationId }: FlowRow,
  bytes: Uint8Array,
): Promise<SaidStatus> => {
  const { unknown, broken, said } = await heavy.run(examineStatus, { bytes }, organizationId)
  if (unknown !== null)
    throw fault('InvoiceLCInvalidStatus', 'MDT-105', `The status "${unknown}" is not on the list of statuses.`)
  if (broken.length > 0)
    throw new FlowFault(
      broken.map(({ rule, message }) => ({
        level: 'Error',
        item: rule,
        reasonCode: 'InvoiceLCRuleError',
        reasonMessage: message,
      })),
    )
  const [only, another] = said
  if (!only || another) throw fault('InvoiceLCRuleError', name, 'A message is about one invoice.')
  return arrivedStatus(only)
}

/** The newest invoices of the number and the day that the message names, among those that the caller may see. */
const documentsOf = async ({ platform, actor }: Call, said: SaidStatus): Promise<LifecycleDocument[]> => {
  const { documentNumber: number, issueDate } = said
  const ofTheDay =
    issueDate !== null && isDate(issueDate) ? [{ issueDate: null }, { issueDate: new Date(issueDate) }] : []
  return (await platform.db.client.document.findMany({
    where: {
      ...visibleDocuments(actor),
      number,
      type: { in: [...invoiceKinds] },
      ...(ofTheDay.length > 0 && { OR: ofTheDay }),
    },
    orderBy: { id: 'desc' },
    take: 100,
    ...withCompany,
  })) as LifecycleDocument[]
}

/** The one of the seller that the message names: many sellers begin with the same number, often on the same day. */
const documentOf = async (call: Call, said: SaidStatus): Promise<LifecycleDocument> => {
  const { sellerSiren } = said
  const emitter = frenchStatuses[said.frenchStatus ?? '']?.emittedBy
  const fitting = (await documentsOf(call, said)).flatMap((one) => {
    const siren = sirenOf(sidesOf(one).supplier)
    if (sellerSiren !== null && siren !== undefined && siren !== sellerSiren) return []
    return [{ one, fit: Number(siren === sellerSiren) * 2 + Number(partyOf(one) === emitter) }]
  })
  const document = fitting.toSorted((one, other) => other.fit - one.fit)[0]?.one
  if (!document)
    throw fault('InvoiceLCAccessDenied', 'MDT-87', `There is no invoice ${said.documentNumber} among yours.`)
  if (partyOf(document) !== emitter)
    throw fault(
      'InvoiceLCAccessDenied',
      'MDT-105',
      `The status ${said.frenchStatus} is given by the ${emitter ?? 'other party'}, and you are the ${partyOf(document)}.`,
    )
  return document
}

/** The status that was written last is that of the flow: it has one row, with the bytes of its sender. */
const adopt = async (db: Db, flow: FlowRow, { organizationId, id: documentId }: LifecycleDocument): Promise<void> => {
  const { id } = await db.lifecycleEntry.findFirstOrThrow({
    where: { organizationId, documentId } satisfies Prisma.LifecycleEntryWhereInput,
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  await adoptStatus(db, flow, id)
}

const completing = (flow: FlowRow, document: LifecycleDocument, said: SaidStatus) =>
  operation({
    name: 'takeFlow',
    summary: 'Takes a status that was submitted as a flow.',
    scope: 'lifecycle',
    writes: true,
    input: z.strictObject({}),
    errors: ['CONFLICT'],
    async run({ db, actor: { label: author }, now }) {
      const done = await completeSuspended(db, document, { relatedDocumentId: null, note: said.note, author }, now)
      if (!done) throw new AppError('CONFLICT', { message: 'The invoice is not on hold.' })
      await adopt(db, flow, document)
    },
  })

/** The same update as at every other door, with the flow as its record. */
const updating = (flow: FlowRow, document: LifecycleDocument) =>
  operation({
    ...updateLifecycle,
    name: 'takeFlow',
    async run(run, input, judged) {
      const result = await updateLifecycle.run(run, input, judged)
      await adopt(run.db, flow, document)
      return result
    },
  })

export const takeStatus = async (call: Call, flow: FlowRow, bytes: Uint8Array): Promise<void> => {
  const said = await readStatus(call, flow, bytes)
  const document = await documentOf(call, said)
  const done = await settle(async () =>
    said.frenchStatus === COMPLETED
      ? execute(completing(flow, document, said), call, {})
      : execute(updating(flow, document), call, { documentId: document.id, ...updateOf(said, document) }),
  )
  if (done instanceof AppError) throw isPassing(done) ? done : faultOfStatus(done)
}
