/** A status as the log of its document keeps it. */
import { type NewRow, json } from '../../kernel/database/rows.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { LifecycleSource } from '../../generated/prisma/enums.ts'
import type { Decision, StatedPayment } from '../decide/decision.ts'
import type { LifecycleDocument } from '../read/document-standing.ts'
import type { StatusAmount } from '../tables/amounts.ts'
import type { LifecycleState, Party, RestoredStanding } from '../tables/states.ts'

export interface NewStatus extends Omit<Decision, 'status' | 'partial' | 'stated'> {
  /** Where the business moves; null where it does not. */
  status: LifecycleState | null
  party: Party | 'platform'
  source: LifecycleSource
  author: string
  rules?: readonly string[]
  relatedDocumentId?: string | null
  messageId?: string
  /** A payment that is recorded with the status. */
  stated?: StatedPayment | null
  /** Where the document stands again when the status takes a payment back. */
  restores?: RestoredStanding | undefined
}

/** A status that gives no reason, and no amount. */
export const WITHOUT_DETAILS = {
  reasonCode: null,
  motif: null,
  reason: null,
  note: null,
  requestedAction: null,
  payment: null,
  amounts: [],
  corrections: [],
} satisfies Partial<NewStatus>

const amountsAsJson = (amounts: readonly StatusAmount[], currency: string | null): Prisma.JsonArray =>
  amounts.map(({ kind, amount, percent }) => ({
    kind,
    amount: amount.toFixed(2),
    currency,
    ...(percent && { percent: percent.toFixed(2) }),
  }))

export const entryRow = (
  document: LifecycleDocument,
  given: NewStatus,
  { entryId: id, happenedAt, now }: { entryId: string; happenedAt: Date; now: Date },
): NewRow => ({
  table: 'lifecycle_entries',
  columns: {
    organizationId: document.organizationId,
    id,
    documentId: document.id,
    status: given.status,
    frenchStatus: given.frenchStatus,
    party: given.party,
    source: given.source,
    author: given.author,
    happenedAt,
    recordedAt: now,
    reasonCode: given.reasonCode,
    motif: given.motif,
    reason: given.reason,
    note: given.note,
    requestedAction: given.requestedAction,
    payment: given.payment && json(given.payment),
    amounts: json(amountsAsJson(given.amounts, document.currency)),
    corrections: json(given.corrections),
    rules: [...(given.rules ?? [])],
    relatedDocumentId: given.relatedDocumentId ?? null,
    messageId: given.messageId ?? null,
  },
})
