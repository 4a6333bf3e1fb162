import { z } from 'zod'
import type { ReportView } from '../compliance/reports/append-reports.ts'
import { type Authority, authorities } from '../companies/authorities.ts'
import { type DocumentRow, documentRef, visibleDocument } from '../documents/record/document.ts'
import type { Validation } from '../documents/record/validation.ts'
import type { ComplianceReport, LifecycleEntry } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { standingOf, visibleWithCompany } from './read/document-standing.ts'
import { CHRONOLOGY } from './record/record-status.ts'
import { type StatusRecipient, statusRecipientOf } from './show/status-recipient.ts'
import { startEntry } from './record/start-entry.ts'
import { type LifecycleTarget, allowedTargets, partyOf } from './tables/states.ts'

export interface StatusReason {
  code: string | null
  reason: string | null
  rules: readonly string[]
}

export interface LifecycleView {
  document: DocumentRow
  allowedTransitions: readonly LifecycleTarget[]
  /** Undefined where it was not asked for. */
  statusRecipient: StatusRecipient | null | undefined
  reason: StatusReason | null
  /** Oldest first, as they were decided. */
  entries: readonly LifecycleEntry[]
  /** By country: where reporting stands, and what was told. */
  compliance: Readonly<Record<string, ReportView & { reports: readonly ComplianceReport[] }>>
}

/**
 * Why the document stands where it does: what the latest status says, or the rules that its validation found broken.
 */
const reasonOf = (document: DocumentRow, entries: readonly LifecycleEntry[]): StatusReason | null => {
  const latest = entries.findLast(({ status }) => status === document.lifecycleStatus)
  const code = latest?.motif ?? latest?.reasonCode ?? null
  const reason = latest?.reason ?? null
  if (latest && (code !== null || reason !== null || latest.rules.length > 0))
    return { code, reason, rules: latest.rules }
  if (latest) return null
  const { errors = [] } = document.validation as Partial<Validation>
  if (errors.length > 0)
    return {
      code: null,
      reason: 'The document breaks rules of its validation profile.',
      rules: [...new Set(errors.map(({ rule }) => rule))],
    }
  return document.errorCode === null ? null : { code: document.errorCode, reason: document.errorMessage, rules: [] }
}

const complianceOf = (reports: readonly ComplianceReport[]): LifecycleView['compliance'] =>
  Object.fromEntries(
    [...Map.groupBy(reports, ({ country }) => country)].flatMap(([country, told]) => {
      const latest = told.at(-1)
      return latest && latest.reportedTo in authorities
        ? [
            [
              country,
              {
                reportedTo: latest.reportedTo as Authority,
                status: latest.status,
                nextCheckAt: latest.nextCheckAt?.toISOString() ?? null,
                reports: told,
              },
            ],
          ]
        : []
    }),
  )

export const getLifecycle = operation({
  name: 'getLifecycle',
  summary:
    'Returns the business status of a document with its reason, its history, ' +
    'the allowed next statuses, and the reports to authorities.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    documentId: documentRef,
    recipient: z.boolean().optional().describe('Whether the network is asked if the other party takes a status.'),
  }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async prepare(
    { db, actor, platform, trace },
    { documentId, recipient },
  ): Promise<StatusRecipient | null | undefined> {
    return recipient ? statusRecipientOf(platform, trace, await visibleWithCompany(db, actor, documentId)) : undefined
  },
  async run({ db, actor }, { documentId }, statusRecipient): Promise<LifecycleView> {
    const document = await visibleDocument(db, actor, documentId)
    const where = { organizationId: document.organizationId, documentId: document.id }
    const entries = await db.lifecycleEntry.findMany({ where, orderBy: [...CHRONOLOGY] })
    const reports = await db.complianceReport.findMany({ where, orderBy: { id: 'asc' } })
    return {
      document,
      statusRecipient,
      allowedTransitions: allowedTargets(standingOf(document), partyOf(document)),
      reason: reasonOf(document, entries),
      entries: [startEntry(document), ...entries],
      compliance: complianceOf(reports),
    }
  },
})
