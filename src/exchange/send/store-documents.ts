/** Many documents of one sender in one statement: for those that need nothing but rows. */
import { type KnownDocument, hasLargeFiles, insertDocuments, unstarted } from '../../documents/record/store-document.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { statusesOnSend } from '../../lifecycle/automatic.ts'
import type { Run } from '../../operation/operation.ts'
import { partnersInPlace } from '../../partners/counterparty.ts'
import { countAgainstQuota, usageRows } from './quota.ts'
import { type SendPlan, columnsOf, travelRows } from './send-document.ts'
import type { SendInput } from './send-input.ts'

export interface PlannedSend {
  input: SendInput
  plan: SendPlan
  /** Rows that are written with the document. */
  besideOf(columns: { id: string; number: string }): NewRow[]
}

/** Whether a document may be written beside others: its recipient is a partner, and its files are small. */
export const isWrittenTogether = ({ inPlace, content, flowId }: SendPlan): boolean =>
  inPlace && flowId === undefined && !hasLargeFiles(content)

/**
 * Stores documents of one sender, counts them, and puts their deliveries to work, or nothing of it: it fails where one
 * of them may not be stored, because its number was taken meanwhile, or all of them are more than a quota leaves.
 */
export const storeDocuments = async (
  run: Pick<Run, 'db' | 'actor' | 'now' | 'emit' | 'enqueue'>,
  sends: readonly PlannedSend[],
): Promise<void> => {
  const { db, actor, now } = run
  const [first] = sends
  if (!first) return
  const { sender } = first.plan.parties
  const written = sends.map((send) => ({
    ...send,
    columns: columnsOf(actor.organizationId, send.input, send.plan, now),
  }))
  const partners = await partnersInPlace(
    db,
    actor.organizationId,
    written.map(({ columns }) => columns),
  )
  const documents = written.map(({ input, plan, columns, besideOf }, index): KnownDocument => ({
    columns: { ...columns, partnerId: partners[index] ?? null },
    content: plan.content,
    beginning: statusesOnSend(unstarted(columns), sender, now),
    beside: [...travelRows(columns, input, plan, now), ...besideOf(columns)],
  }))
  await insertDocuments(db, documents, usageRows(actor, sender, now, sends.length), now)
  await countAgainstQuota(run, sender, sends.length)
}
