/** Many documents in one statement: for those that need nothing but rows. */
import type { Actor } from '../../auth/actor.ts'
import { hasLargeFiles, unstarted } from '../../documents/record/store-document.ts'
import { type DocumentOfMany, insertDocuments } from '../../documents/record/store-documents.ts'
import { foreseenDocument } from '../../documents/record/foreseen-document.ts'
import type { DocumentRow } from '../../documents/record/document.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { statusesOnSend } from '../../lifecycle/automatic.ts'
import type { KeptWith } from '../../operation/idempotency.ts'
import { partnerOfGiven } from '../../partners/counterparty.ts'
import { countBeside, usageRows } from './quota.ts'
import { type SendPlan, columnsOf, travelRows } from './sent-rows.ts'
import type { SendInput } from './send-input.ts'

export interface PlannedSend {
  actor: Actor
  input: SendInput
  plan: SendPlan
  now: Date
  /** Rows that are written with the document. */
  besideOf?(columns: { id: string; number: string }): NewRow[]
  keptWith?: KeptWith
}

/** Whether a document may be written beside others: its recipient is a partner, and its files are small. */
export const isWrittenTogether = ({ inPlace, content, flowId }: SendPlan): boolean =>
  inPlace && flowId === undefined && !hasLargeFiles(content)

const documentOf = ({ actor, input, plan, now, besideOf, keptWith }: PlannedSend): DocumentOfMany => {
  const { content, parties, validation } = plan
  const columns = columnsOf(actor.organizationId, input, plan, now)
  const beginning = statusesOnSend(unstarted(columns), parties.sender, now)
  const kept = keptWith ? [keptWith({ document: foreseenDocument({ columns, content, beginning }), validation })] : []
  const beside = [...travelRows(columns, input, plan, now), ...(besideOf?.(columns) ?? []), ...kept]
  return { columns, content, beginning, beside }
}

/**
 * Stores documents, whoever sends them, counts them where nothing limits them, and puts their deliveries to work.
 * Answers their rows, in their order; undefined for one whose number or name is taken, of which nothing is written.
 */
export const storeDocuments = (db: Db, sends: readonly PlannedSend[]): Promise<(DocumentRow | undefined)[]> => {
  const documents = sends.map(documentOf)
  const counted = sends.map(({ actor, plan, now }, index) => ({
    documentId: (documents[index] as DocumentOfMany).columns.id,
    rows: usageRows(actor, plan.parties.sender, now),
  }))
  const [organizationId, ...others] = new Set(sends.map(({ actor }) => actor.organizationId))
  const partner = partnerOfGiven(others.length === 0 ? organizationId : undefined)
  return insertDocuments(db, documents, partner, countBeside(counted))
}
