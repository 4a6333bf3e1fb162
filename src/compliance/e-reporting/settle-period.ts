/** What the portal's answer means for a period: written once, with its event, beside the company's standing. */
import { holdCompany } from '../../companies/company.ts'
import { prepareFiles, storeFiles } from '../../documents/record/files.ts'
import { appendEvents } from '../../engine/feed/outbox.ts'
import { appendWork } from '../../engine/work/append.ts'
import { type EReportingPeriod, Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { writeRows } from '../../kernel/database/rows.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Platform } from '../../operation/platform.ts'
import { type ReportContent, reportFlow } from '../../flows/record/report-flow.ts'
import type { ReportAnswer } from '../reporters/reporter.ts'
import { type UnreachedAuthority, noteStanding, standingOf } from '../settle-report.ts'

export type PeriodSize = Pick<ReportContent, 'hasInvoices' | 'hasTotals'>

/** The portal's answer to the file of a period, which is a flow. */
export type SentPeriod = Exclude<ReportAnswer, { outcome: 'pending' }> & { name: string; content: PeriodSize }

/** Where the portal has turned it away, it is known that nothing has arrived. */
type PortalResult = SentPeriod | (UnreachedAuthority & { wasTurnedAway: boolean })
type Change = Prisma.EReportingPeriodUncheckedUpdateManyInput

const CORRECTION_DELAY_MS = 3_600_000

const changeOf = (result: PortalResult, { revision }: EReportingPeriod, now: Date): Change => {
  switch (result.outcome) {
    case 'reported':
      return {
        status: 'reported',
        transmission: Prisma.DbNull,
        reportedRevision: revision,
        reportedAt: now,
        platformReference: result.reference ?? null,
        platformResponse: result.response as Prisma.InputJsonObject,
        errorCode: null,
        errorMessage: null,
        nextCheckAt: null,
      }
    case 'failed':
      return {
        status: 'failed',
        transmission: Prisma.DbNull,
        platformResponse: result.response as Prisma.InputJsonObject,
        errorCode: result.code,
        errorMessage: result.message,
        nextCheckAt: null,
      }
    case 'unreached':
      return {
        status: result.nextCheckAt === null ? 'failed' : 'pending',
        errorCode: result.code,
        errorMessage: result.message,
        nextCheckAt: result.nextCheckAt,
        ...(result.wasTurnedAway && { transmission: Prisma.DbNull }),
      }
  }
}

/** What was told while the report was under way is sent after it. */
const settleAsOf = async (db: Db, period: EReportingPeriod, change: Change, now: Date): Promise<boolean> => {
  const { organizationId, companyId, id, revision } = period
  const where = { organizationId, id, status: { in: ['open', 'pending'] } } satisfies Prisma.EReportingPeriodWhereInput
  const data = { ...change, attempts: { increment: 1 } }
  const { count } = await db.eReportingPeriod.updateMany({ where: { ...where, revision }, data })
  if (count > 0) return true
  if (change.status === 'pending') return (await db.eReportingPeriod.updateMany({ where, data })).count > 0
  const dueAt = new Date(now.getTime() + CORRECTION_DELAY_MS)
  const late = await db.eReportingPeriod.updateMany({ where, data: { ...data, status: 'open', nextCheckAt: dueAt } })
  if (late.count > 0)
    await appendWork(db, [{ organizationId, companyId, kind: 'compliance.period', subjectId: id, dueAt }], now)
  return late.count > 0
}

export const settlePeriod = async (
  platform: Platform,
  period: EReportingPeriod,
  result: PortalResult,
): Promise<void> => {
  const { organizationId, companyId, id: periodId, kind } = period
  const now = platform.clock.now()
  const change = changeOf(result, period, now)
  const payload = result.outcome === 'unreached' ? undefined : result.payload
  const { storage } = platform.upstreams
  const files = await prepareFiles(storage, newTrace(now, organizationId), organizationId, payload ? [payload] : [])
  const [file] = files
  await platform.db.transaction(async (db) => {
    // Before the period, as who tells something of it does: neither ever waits for the other in a circle.
    await holdCompany(db, organizationId, companyId)
    if (!(await settleAsOf(db, period, { ...change, ...(file && { fileHash: file.hash }) }, now))) return
    await storeFiles(db, files, now)
    if (result.outcome !== 'unreached' && file) {
      const refusal = result.outcome === 'failed' ? result : null
      const { name, content } = result
      const sent = { organizationId, companyId, kind, ...content, name, fileHash: file.hash, refusal }
      await writeRows(db, [reportFlow(sent, now)])
    }
    const { status } = change
    const standing = standingOf(result, status, now)
    if (standing) await db.$executeRaw(noteStanding({ organizationId, companyId, country: 'FR' }, standing))
    if (status === 'reported' || status === 'failed') {
      const data = { periodId, kind, reportedTo: 'PPF' as const, status }
      await appendEvents(db, [{ organizationId, companyId, type: 'compliance.period_reported', data }], now)
    }
  })
}
