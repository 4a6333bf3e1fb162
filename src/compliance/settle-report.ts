/** What an authority's answer means for its report: written once, with its event, beside the company's standing. */
import type { Db } from '../kernel/database/open.ts'
import { prepareFiles, storeFiles } from '../documents/record/files.ts'
import { acknowledgeReport } from '../flows/record/acknowledge-report.ts'
import { appendEvents } from '../engine/feed/outbox.ts'
import type { ComplianceReport, Prisma } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { appendWork } from '../engine/work/append.ts'
import type { Authority } from '../companies/authorities.ts'
import type { ReportAnswer } from './reporters/reporter.ts'

/** The authority could not be told, and is tried again at `nextCheckAt`; without one it was the last try. */
export interface UnreachedAuthority {
  outcome: 'unreached'
  code: string
  message: string
  nextCheckAt: Date | null
}

const columnsOf = (
  answer: ReportAnswer | UnreachedAuthority,
  now: Date,
): Prisma.ComplianceReportUncheckedUpdateInput => {
  switch (answer.outcome) {
    case 'reported':
      return { status: 'reported', reportedAt: now, nextCheckAt: null, errorCode: null, errorMessage: null }
    case 'failed':
      return { status: 'failed', nextCheckAt: null, errorCode: answer.code, errorMessage: answer.message }
    case 'pending':
      return { nextCheckAt: answer.askAgainAt ?? null, errorCode: null, errorMessage: null }
    case 'unreached':
      return {
        status: answer.nextCheckAt === null ? 'failed' : 'pending',
        nextCheckAt: answer.nextCheckAt,
        errorCode: answer.code,
        errorMessage: answer.message,
      }
  }
}

/** The company's `compliance` object remembers the last report and the last error of each country. */
export const noteStanding = (
  db: Db,
  { organizationId, companyId, country }: Pick<ComplianceReport, 'organizationId' | 'companyId' | 'country'>,
  change: object,
): Promise<number> =>
  db.$executeRaw`
    UPDATE companies SET compliance = compliance || jsonb_build_object(
      ${country}::text, COALESCE(compliance -> ${country}::text, '{}'::jsonb) || ${JSON.stringify(change)}::jsonb)
    WHERE "organizationId" = ${organizationId} AND id = ${companyId}`

export const standingOf = (
  answer: ReportAnswer | UnreachedAuthority,
  status: unknown,
  now: Date,
): object | undefined => {
  if (status === 'reported') return { status: 'active', lastReportAt: now.toISOString(), lastError: null }
  if (answer.outcome === 'failed')
    return { status: 'active', lastError: { code: answer.code, message: answer.message, at: now.toISOString() } }
  if (answer.outcome === 'unreached')
    return {
      ...(status === 'failed' && { status: 'error' }),
      lastError: { code: answer.code, message: answer.message, at: now.toISOString() },
    }
  return undefined
}

/** Writes the answer into the report while it is pending; false when it is not any more. */
const updateReport = async (
  db: Db,
  { organizationId, id }: ComplianceReport,
  answer: ReportAnswer | UnreachedAuthority,
  { columns, fileHash }: { columns: Prisma.ComplianceReportUncheckedUpdateInput; fileHash: string | undefined },
): Promise<boolean> => {
  const { count } = await db.complianceReport.updateMany({
    where: { organizationId, id, status: 'pending' },
    data: {
      ...columns,
      attempts: { increment: 1 },
      ...(answer.outcome !== 'unreached' && {
        platformResponse: answer.response as Prisma.InputJsonObject,
        ...(answer.reference !== undefined && { platformReference: answer.reference }),
      }),
      ...(fileHash !== undefined && { fileHash }),
    },
  })
  return count > 0
}

const announce = (
  db: Db,
  report: ComplianceReport,
  status: 'reported' | 'failed',
  answer: ReportAnswer | UnreachedAuthority,
  now: Date,
): Promise<void> => {
  const { organizationId, companyId, documentId, reportedTo, frenchStatus } = report
  const error = 'code' in answer ? { code: answer.code, message: answer.message } : null
  const data = { documentId, reportedTo: reportedTo as Authority, status, frenchStatus, error }
  return appendEvents(db, [{ organizationId, companyId, type: 'compliance.reported', data }], now)
}

const askAgain = (db: Db, report: ComplianceReport, dueAt: Date, now: Date): Promise<void> => {
  const { organizationId, companyId, id: subjectId, reportedTo: target } = report
  return appendWork(db, [{ organizationId, companyId, kind: 'compliance.report', subjectId, target, dueAt }], now)
}

/**
 * Records an answer. Only a pending report moves: the same answer twice, or one that comes late, changes nothing, and
 * the result is false. `also` runs in the same transaction, for what else the answer means.
 */
export const settleReport = async (
  platform: Platform,
  report: ComplianceReport,
  answer: ReportAnswer | UnreachedAuthority,
  also?: (db: Db, now: Date) => Promise<void>,
): Promise<boolean> => {
  const now = platform.clock.now()
  const columns = columnsOf(answer, now)
  const payload = answer.outcome === 'unreached' ? undefined : answer.payload
  const files = await prepareFiles(
    platform.upstreams.storage,
    newTrace(now, report.organizationId),
    report.organizationId,
    payload ? [payload] : [],
  )
  return platform.db.transaction(async (db) => {
    if (!(await updateReport(db, report, answer, { columns, fileHash: files[0]?.hash }))) return false
    await storeFiles(db, files, now)
    await acknowledgeReport(db, report, answer.outcome === 'reported' ? null : columns)
    const standing = standingOf(answer, columns.status, now)
    if (standing) await noteStanding(db, report, standing)
    if (columns.status === 'reported' || columns.status === 'failed')
      await announce(db, report, columns.status, answer, now)
    if (answer.outcome === 'pending' && answer.askAgainAt) await askAgain(db, report, answer.askAgainAt, now)
    await also?.(db, now)
    return true
  })
}
