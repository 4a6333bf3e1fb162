/** What an authority's answer means for its report: written once, with its event, beside the company's standing. */
import type { Db } from '../kernel/database/open.ts'
import { type NewRow, writeWith } from '../kernel/database/rows.ts'
import { fileRows, isLarge, prepareFiles, storeLarge } from '../documents/record/files.ts'
import { acknowledgeReport } from '../flows/record/acknowledge-report.ts'
import { eventRow } from '../engine/feed/outbox.ts'
import { type ComplianceReport, Prisma } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { workRow } from '../engine/work/append.ts'
import type { Authority } from '../companies/authorities.ts'
import type { ReportAnswer } from './reporters/reporter.ts'

/** The authority could not be told, and is tried again at `nextCheckAt`; without one it was the last try. */
export interface UnreachedAuthority {
  outcome: 'unreached'
  code: string
  message: string
  nextCheckAt: Date | null
}

const standsAs = (
  answer: ReportAnswer | UnreachedAuthority,
  now: Date,
): Partial<Pick<ComplianceReport, 'status' | 'reportedAt' | 'nextCheckAt' | 'errorCode' | 'errorMessage'>> => {
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
  { organizationId, companyId, country }: Pick<ComplianceReport, 'organizationId' | 'companyId' | 'country'>,
  change: object,
  source = Prisma.empty,
): Prisma.Sql => Prisma.sql`
    UPDATE companies SET compliance = compliance || jsonb_build_object(
      ${country}::text, COALESCE(compliance -> ${country}::text, '{}'::jsonb) || ${JSON.stringify(change)}::jsonb)
    ${source} WHERE companies."organizationId" = ${organizationId} AND companies.id = ${companyId}`

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

/** Writes the answer into the report while it is pending. */
const updateReport = (
  { organizationId, id }: ComplianceReport,
  answer: ReportAnswer | UnreachedAuthority,
  columns: Partial<ComplianceReport>,
): Prisma.Sql => {
  const set = Object.entries(columns).map(([name, value]) => Prisma.sql`, ${Prisma.raw(`"${name}"`)} = ${value}`)
  const response =
    answer.outcome === 'unreached'
      ? Prisma.empty
      : Prisma.sql`, "platformResponse" = ${JSON.stringify(answer.response)}::jsonb`
  return Prisma.sql`
    UPDATE compliance_reports SET attempts = attempts + 1 ${response} ${Prisma.join(set, ' ')}
    WHERE "organizationId" = ${organizationId} AND id = ${id} AND status = 'pending' RETURNING id`
}

const announcement = (
  { organizationId, companyId, documentId, reportedTo, frenchStatus }: ComplianceReport,
  status: 'reported' | 'failed',
  answer: ReportAnswer | UnreachedAuthority,
  now: Date,
): NewRow => {
  const error = 'code' in answer ? { code: answer.code, message: answer.message } : null
  const data = { documentId, reportedTo: reportedTo as Authority, status, frenchStatus, error }
  return eventRow({ organizationId, companyId, type: 'compliance.reported', data }, now)
}

const askingAgain = (report: ComplianceReport, dueAt: Date, now: Date): NewRow => {
  const { organizationId, companyId, id: subjectId, reportedTo: target } = report
  return workRow({ organizationId, companyId, kind: 'compliance.report', subjectId, target, dueAt }, now)
}

/**
 * Records an answer, in one statement with all that follows. Only a pending report moves: the same answer twice, or one
 * that comes late, changes nothing, and the result is false. `also` is what goes with it: statements that find the report
 * as `written`, or are guarded by themselves, as the end of work is by its attempt.
 */
export const settleReport = async (
  platform: Platform,
  report: ComplianceReport,
  answer: ReportAnswer | UnreachedAuthority,
  also: readonly Prisma.Sql[] = [],
): Promise<boolean> => {
  const now = platform.clock.now()
  const { organizationId } = report
  const stands = standsAs(answer, now)
  const payload = answer.outcome === 'unreached' ? undefined : answer.payload
  const { storage } = platform.upstreams
  const files = await prepareFiles(storage, newTrace(now, organizationId), organizationId, payload ? [payload] : [])
  const reference = answer.outcome === 'unreached' ? undefined : answer.reference
  const columns = {
    ...stands,
    ...(reference !== undefined && { platformReference: reference }),
    ...(files[0] && { fileHash: files[0].hash }),
  }
  const { status } = stands
  const standing = standingOf(answer, status, now)
  const record = async (db: Db): Promise<boolean> => {
    await storeLarge(db, files, now)
    const written = await writeWith(db, Prisma.sql`written AS (${updateReport(report, answer, columns)})`, [
      ...fileRows(files, now),
      ...acknowledgeReport(report, answer.outcome === 'reported' ? null : stands),
      ...(standing ? [noteStanding(report, standing, Prisma.sql`FROM written`)] : []),
      ...(status === 'reported' || status === 'failed' ? [announcement(report, status, answer, now)] : []),
      ...(answer.outcome === 'pending' && answer.askAgainAt ? [askingAgain(report, answer.askAgainAt, now)] : []),
      ...also,
    ])
    return written !== undefined
  }
  return files.some(isLarge) ? platform.db.transaction(record) : record(platform.db.client)
}
