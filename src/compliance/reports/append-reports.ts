import type { NewRow } from '../../kernel/database/rows.ts'
import { newId } from '../../values/ids.ts'
import { workRow } from '../../engine/work/append.ts'
import type { Authority } from '../../companies/authorities.ts'
import { HOUR_MS } from '../../values/dates.ts'

/** Authorities are told within a day. */
const LIMIT_HOURS = 24

export interface PendingReport {
  /** A new one when absent. */
  id?: string
  organizationId: string
  companyId: string
  documentId: string
  country: string
  reportedTo: Authority
  /** What is told, once for each document and authority: `invoice`, `status:<entry>`, … */
  subject: string
  frenchStatus?: string | null
}

/** What is shown of a report where a status is announced. */
export interface ReportView {
  reportedTo: Authority
  status: 'pending' | 'reported' | 'failed'
  nextCheckAt: string | null
}

/**
 * Reports, and the work of sending them, as rows to be written beside what is reported.
 */
export const reportRows = (reports: readonly PendingReport[], now: Date): NewRow[] => {
  const dueBy = new Date(now.getTime() + LIMIT_HOURS * HOUR_MS)
  return reports.flatMap((report) => {
    const { id = newId('report'), organizationId, companyId, documentId, country, reportedTo, subject } = report
    const { frenchStatus } = report
    return [
      {
        table: 'compliance_reports',
        columns: {
          organizationId,
          id,
          companyId,
          documentId,
          country,
          reportedTo,
          subject,
          frenchStatus: frenchStatus ?? null,
          status: 'pending',
          nextCheckAt: now,
          dueBy,
          createdAt: now,
        },
      },
      workRow({ organizationId, companyId, kind: 'compliance.report', subjectId: id, target: reportedTo }, now),
    ]
  })
}

/** A report that was just written, as its status is announced. */
export const pendingView = (reportedTo: Authority, now: Date): ReportView => ({
  reportedTo,
  status: 'pending',
  nextCheckAt: now.toISOString(),
})
