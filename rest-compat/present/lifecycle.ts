import { z } from 'zod'
import type { LifecycleView } from '../../src/lifecycle/get-lifecycle.ts'
import type { LifecycleResult } from '../../src/lifecycle/apply-update.ts'
import type { BatchItem } from '../../src/lifecycle/update-lifecycle-batch.ts'
import { type KeptAmount, amountsOf, correctionsOf, paymentOf } from '../../src/lifecycle/messages/facts.ts'
import type { Payment } from '../../src/lifecycle/decide.ts'
import { Exact } from '../../src/kernel/json.ts'
import { inOperationDialect, refusalShape, timestamp } from './shared.ts'

const amount = z.number().meta({ examples: [1234.5] })
const reportState = z
  .object({
    reportedTo: z.enum(['PPF', 'SDI']),
    status: z.enum(['pending', 'reported', 'failed']),
    nextCheckAt: timestamp.nullable(),
  })
  .meta({ id: 'ReportState' })
const message = z.object({ syntax: z.enum(['invoice-response', 'cdar']), to: z.string() })

export const lifecycleResultShape = z
  .object({
    documentId: z.string(),
    previousStatus: z.string(),
    currentStatus: z.string(),
    frenchStatus: z.string().nullable(),
    updatedAt: timestamp,
    compliance: reportState.nullable(),
    allowedTransitions: z.array(z.string()),
    messages: z.array(message),
    dryRun: z.boolean(),
  })
  .meta({ id: 'LifecycleResult' })

export const presentLifecycleResult = ({ updatedAt, ...result }: LifecycleResult) => ({
  ...result,
  updatedAt: updatedAt.toISOString(),
})

export const batchShape = z
  .object({
    results: z.array(
      z.object({
        ok: z.boolean(),
        documentId: z.string().nullable(),
        result: lifecycleResultShape.nullable(),
        error: refusalShape.nullable(),
      }),
    ),
    applied: z.number(),
    failed: z.number(),
  })
  .meta({ id: 'LifecycleBatchResult' })

const presentItem = ({ documentId, result, error }: BatchItem) => ({
  ok: error === null,
  documentId,
  result: result && presentLifecycleResult(result),
  error: error && inOperationDialect(error),
})
export const presentBatch = ({
  results,
  applied,
  failed,
}: {
  results: readonly BatchItem[]
  applied: number
  failed: number
}) => ({ results: results.map(presentItem), applied, failed })

const exact = (text: string | null | undefined): Exact | null =>
  text === null || text === undefined ? null : new Exact({ toFixed: () => text })

const paymentShape = z.object({
  date: z.iso.date(),
  amount: amount.nullable(),
  currency: z.string().nullable(),
  reference: z.string().nullable(),
  remaining: amount.nullable(),
})
const presentPayment = (payment: Payment | null) =>
  payment && { ...payment, amount: exact(payment.amount), remaining: exact(payment.remaining) }

const entryShape = z
  .object({
    id: z.string(),
    status: z.string().nullable(),
    frenchStatus: z.string().nullable(),
    party: z.string(),
    source: z.string(),
    author: z.string(),
    happenedAt: timestamp,
    recordedAt: timestamp,
    reasonCode: z.string().nullable(),
    motif: z.string().nullable(),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    requestedAction: z.string().nullable(),
    payment: paymentShape.nullable(),
    amounts: z.array(
      z.object({ kind: z.string(), amount, currency: z.string().nullable(), percent: amount.nullable() }),
    ),
    corrections: z.array(
      z.object({ term: z.string(), path: z.string().nullable(), current: z.string().nullable(), expected: z.string() }),
    ),
    rules: z.array(z.string()),
    relatedDocumentId: z.string().nullable(),
  })
  .meta({ id: 'LifecycleEntry' })

const presentAmount = ({ kind, amount: value, currency, percent }: KeptAmount) => ({
  kind,
  amount: exact(value),
  currency,
  percent: exact(percent),
})

const presentEntry = (entry: LifecycleView['entries'][number]) => ({
  id: entry.id,
  status: entry.status,
  frenchStatus: entry.frenchStatus,
  party: entry.party,
  source: entry.source,
  author: entry.author,
  happenedAt: entry.happenedAt.toISOString(),
  recordedAt: entry.recordedAt.toISOString(),
  reasonCode: entry.reasonCode,
  motif: entry.motif,
  reason: entry.reason,
  note: entry.note,
  requestedAction: entry.requestedAction,
  payment: presentPayment(paymentOf(entry)),
  amounts: amountsOf(entry).map(presentAmount),
  corrections: correctionsOf(entry).map(({ term, path = null, current = null, expected }) => ({
    term,
    path,
    current,
    expected,
  })),
  rules: entry.rules,
  relatedDocumentId: entry.relatedDocumentId,
})

export const lifecycleShape = z
  .object({
    documentId: z.string(),
    currentStatus: z.string(),
    frenchStatus: z.string().nullable(),
    currentStatusReason: z
      .object({ code: z.string().nullable(), reason: z.string().nullable(), rules: z.array(z.string()) })
      .nullable(),
    allowedTransitions: z.array(z.string()),
    compliance: z.record(z.string(), reportState),
    events: z.array(entryShape),
    updatedAt: timestamp,
  })
  .meta({ id: 'Lifecycle' })

export const presentLifecycle = ({ document, allowedTransitions, reason, entries, compliance }: LifecycleView) => ({
  documentId: document.id,
  currentStatus: document.lifecycleStatus,
  frenchStatus: document.frenchStatus,
  currentStatusReason: reason,
  allowedTransitions,
  compliance: Object.fromEntries(
    Object.entries(compliance).map(([country, { reportedTo, status, nextCheckAt }]) => [
      country,
      { reportedTo, status, nextCheckAt },
    ]),
  ),
  events: entries.map(presentEntry),
  updatedAt: document.updatedAt.toISOString(),
})
