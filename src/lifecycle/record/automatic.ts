/** Statuses that nobody asks for: those by which the platform tells where a French invoice is on its way. */
import type { NewRow } from '../../kernel/database/rows.ts'
import type { DeliveryMove } from '../../documents/record/outcome.ts'
import type { Validation } from '../../documents/record/validation.ts'
import type { Company, Document } from '../../generated/prisma/client.ts'
import { type LifecycleDocument, isFrench } from '../read/document-standing.ts'
import { isInvoiceKind } from '../../values/document-types.ts'
import type { LifecycleMove } from '../../documents/record/store-document.ts'
import { type RecordOptions, planStatus } from './record-status.ts'
import { type NewStatus, WITHOUT_DETAILS } from './status-entry.ts'
import { endingOfError, motifOfRules, statusOfStep } from '../tables/automatic.ts'
import { frenchStatuses } from '../tables/french-statuses.ts'

const FRANCE = 'FR'
const MOST_RULES_TOLD = 20

const byPlatform = (frenchStatus: string, more: Partial<NewStatus> = {}): NewStatus => ({
  status: frenchStatuses[frenchStatus]?.moves ?? null,
  frenchStatus,
  party: 'platform',
  source: 'automatic',
  author: 'platform',
  ...WITHOUT_DETAILS,
  ...more,
})

type Statuses = readonly (readonly [given: NewStatus, options?: RecordOptions])[]

/** One status after the other: where they lead, and all that is written beside. */
const inOrder = (
  document: LifecycleDocument,
  statuses: Statuses,
  now: Date,
): { after: LifecycleDocument; rows: NewRow[] } => {
  let after = document
  const rows: NewRow[] = []
  for (const [given, options] of statuses) {
    const planned = planStatus({ document: after, given, ...options }, now)
    after = planned.recorded.after
    rows.push(...planned.rows)
  }
  return { after, rows }
}

type Owner = LifecycleDocument['company'] & Pick<Company, 'id'>
const concernsFrance = (document: Document, company: Owner): boolean =>
  company.country === FRANCE && document.deliveryStatus !== null && isInvoiceKind(document.type)

const NOTHING: LifecycleMove = { columns: {}, rows: [] }

const moveBy = (document: LifecycleDocument, statuses: Statuses, now: Date): LifecycleMove => {
  if (statuses.length === 0) return NOTHING
  const {
    after: { lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt },
    rows,
  } = inOrder(document, statuses, now)
  return { columns: { lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt }, rows }
}

/** 200: what has passed all controls and is about to leave. Everything else has no French status, ever. */
export const statusesOnSend = (document: Document, company: Owner, now: Date): LifecycleMove =>
  concernsFrance(document, company) ? moveBy({ ...document, company }, [[byPlatform('200')]], now) : NOTHING

/** 213: what broke a rule at our own platform, and goes nowhere. Its sender and the portal are told, nobody else. */
export const statusesOnRejection = (
  document: Document,
  company: Owner,
  why: { motif: string; reason: string; rules: readonly string[] },
  now: Date,
): LifecycleMove =>
  concernsFrance(document, company)
    ? moveBy(
        { ...document, company },
        [[byPlatform('213', { ...why, rules: why.rules.slice(0, MOST_RULES_TOLD) })]],
        now,
      )
    : NOTHING

/** 202 and 203: received and made available; or 213 where it breaks rules, and goes no further. */
export const statusesOnReceipt = (
  document: Document,
  company: Owner,
  { valid, errors }: Validation,
  now: Date,
): LifecycleMove => {
  if (!concernsFrance(document, company)) return NOTHING
  const rules = [...new Set(errors.map(({ rule }) => rule))]
  const rejected = byPlatform('213', {
    motif: motifOfRules(rules),
    reason: `Broken rules: ${rules.slice(0, MOST_RULES_TOLD).join(', ')}`,
    rules,
  })
  return moveBy(
    { ...document, company },
    [[byPlatform('202'), { announce: false }], valid ? [byPlatform('203'), { announce: false }] : [rejected]],
    now,
  )
}

/**
 * 201, 202, and 213 or 221, as the delivery goes. `at` is when the attempt began: the other side may have the document
 * before we know that it has.
 */
export const statusesOnDelivery = (
  document: LifecycleDocument,
  { events }: DeliveryMove,
  now: Date,
  at: Date = now,
): LifecycleMove => {
  if (!isFrench(document)) return NOTHING
  const statuses = events.flatMap((event): [NewStatus, RecordOptions?][] => {
    const step = statusOfStep[event.type]
    if (step !== undefined) return [[byPlatform(step), { announce: false, at }]]
    if (event.type !== 'document.failed') return []
    const { errorCode, errorMessage } = event.data as { errorCode: string; errorMessage: string }
    const ending = endingOfError[errorCode]
    return ending
      ? [[byPlatform(ending.frenchStatus, { motif: ending.motif, reason: errorMessage, reasonCode: errorCode })]]
      : []
  })
  return moveBy(document, statuses, now)
}
