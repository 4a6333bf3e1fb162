/** Documents that do not leave: those that our own platform rejects, and those that are only kept. */
import { statusesOnRejection } from '../../../lifecycle/record/automatic.ts'
import { overtaken } from '../../../kernel/errors/app-error.ts'
import type { Run } from '../../../operation/operation.ts'
import type { DocumentRow } from '../../../documents/record/document.ts'
import { insertDocument, sizeOf, unstarted } from '../../../documents/record/store-document.ts'
import { partnerOf } from '../../../partners/counterparty.ts'
import type { SendPlan } from './plan-send.ts'
import { columnsOf } from './sent-rows.ts'
import type { SendInput } from '../read/send-input.ts'
import { countAgainstQuotas, countBeside } from './quota.ts'
import { holdToStorage, storageOf } from '../../storage-quota.ts'

/** Why a document is rejected, for the status that tells it (213). */
export interface Rejection {
  motif: string
  reason: string
  rules: readonly string[]
  code: string
}

/** Stores a document with its rejection, or as a draft where there is none. Its number stays free. */
export const storeUnsent = async (
  run: Pick<Run, 'db' | 'actor' | 'now' | 'emit' | 'enqueue'>,
  input: SendInput,
  { flowId, ...plan }: SendPlan,
  rejection: Rejection | null,
): Promise<DocumentRow> => {
  const { db, actor, now } = run
  const { sender } = plan.parties
  const draft = columnsOf(actor.organizationId, input, { ...plan, channel: null, duplicateKey: null }, now)
  const columns = rejection
    ? {
        ...draft,
        status: 'rejected' as const,
        deliveryStatus: 'rejected' as const,
        lifecycleStatus: 'rejected' as const,
        errorCode: rejection.code,
        errorMessage: rejection.reason,
      }
    : draft
  const issued = unstarted({ ...columns, lifecycleStatus: 'issued' })
  const beginning = rejection ? statusesOnRejection(issued, sender, rejection, now) : { columns: {}, rows: [] }
  const row = await insertDocument(
    db,
    { columns, content: plan.content, beginning, beside: [], flowId },
    await partnerOf(db, columns, now, sender),
    rejection ? [] : countBeside([{ actor, sender, now, documentId: columns.id }]),
  )
  if (!row) throw overtaken('The document is being stored in another request. Send it again in a moment.')
  if (rejection)
    run.emit(
      'document.failed',
      { documentId: row.id, errorCode: rejection.code, errorMessage: rejection.reason },
      { organizationId: row.organizationId, companyId: row.companyId },
    )
  if (!rejection) await countAgainstQuotas(run, [{ actor, sender, now }])
  // What was rejected is kept in any case, as the proof that it was.
  await holdToStorage(run, storageOf(actor, sender), sizeOf(plan.content), { refuses: rejection === null })
  return row
}
