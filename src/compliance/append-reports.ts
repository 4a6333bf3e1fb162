import { insertRows } from '../database/insert-rows.ts'
import type { Db } from '../database/open.ts'
import { newId } from '../values/ids.ts'
import { appendWork } from '../workers/append.ts'
import type { Authority } from './authorities.ts'

const HOUR_MS = 3_600_000
/** Authorities are told within a day. */
const LIMIT_HOURS = 24

export interface PendingReport {
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
export interface ReportView { reportedTo: Authority; status: 'pending' | 'reported' | 'failed'; nextCheckAt: string | null }

/** Writes reports, and the work of sending them, beside what they tell. Whoever calls it wakes the workers when it is committed. */
export const appendReports = async (db: Db, reports: readonly PendingReport[], now: Date): Promise<void> => {
  if (reports.length === 0) return
  const dueBy = new Date(now.getTime() + LIMIT_HOURS * HOUR_MS)
  const rows = reports.map(({ frenchStatus = null, ...report }) => ({
    ...report, frenchStatus, id: newId('report'), status: 'pending' as const, platformReference: null, platformResponse: null, errorCode: null, errorMessage: null, attempts: 0,
    nextCheckAt: now, dueBy, fileHash: null, createdAt: now, reportedAt: null,
  }))
  await insertRows(db, 'compliance_reports', rows)
  await appendWork(db, rows.map(({ organizationId, companyId, id, reportedTo }) => ({ organizationId, companyId, kind: 'compliance.report' as const, subjectId: id, target: reportedTo })), now)
}

/** A report that was just written, as its status is announced. */
export const pendingView = (reportedTo: Authority, now: Date): ReportView => ({ reportedTo, status: 'pending', nextCheckAt: now.toISOString() })
