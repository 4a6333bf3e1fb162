/** Work: tells an authority what it has to know. Safe to run twice: a report that is settled is not sent again. */
import { AppError } from '../kernel/errors/app-error.ts'
import { DatabaseUnavailable } from '../kernel/errors/unavailable.ts'
import type { Work } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { workEnd } from '../engine/work/record.ts'
import { triesOf } from '../engine/work/tries.ts'
import { type AlreadyRecorded, RECORDED } from '../engine/work/work.ts'
import type { Authority } from '../companies/authorities.ts'
import type { Reporter } from './reporters/reporter.ts'
import { reportToPpf } from './reporters/report-to-ppf.ts'
import { reportToSdi } from './reporters/report-to-sdi.ts'
import { type UnreachedAuthority, settleReport } from './settle-report.ts'

/** Seconds from one try to the next. The last comes 23.7 hours after the first: within the day that the law gives. */
export const REPORT_DELAYS_SECONDS = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800, 7_200] as const

/** Who tells which authority. */
const reporters: Record<Authority, Reporter> = { PPF: reportToPpf, SDI: reportToSdi }

const unreached = (error: unknown, nextCheckAt: Date | null): UnreachedAuthority => {
  const { code, message } =
    error instanceof AppError ? error : { code: 'INTERNAL_ERROR', message: 'The report could not be created.' }
  return { outcome: 'unreached', code, message, nextCheckAt }
}

/**
 * After a try that came to nothing: records it, and throws why. Where the database is at fault at the last try, nothing is
 * recorded, and the runner has it made again: the authority may have the report.
 */
export const recordFailedTry = async (
  { work, error, now }: { work: Work; error: unknown; now: Date },
  record: (nextCheckAt: Date | null) => Promise<unknown>,
): Promise<never> => {
  const delay = REPORT_DELAYS_SECONDS[triesOf(work) - 1]
  const nextCheckAt = delay === undefined ? null : new Date(now.getTime() + delay * 1_000)
  if (nextCheckAt !== null || !(error instanceof DatabaseUnavailable)) await record(nextCheckAt)
  throw error
}

export const sendReport = async (platform: Platform, work: Work): Promise<void | AlreadyRecorded> => {
  const { organizationId, subjectId: id } = work
  const found = await platform.db.client.complianceReport.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: { document: { include: { company: true } } },
  })
  if (!found || found.status !== 'pending') return undefined
  const {
    document: { company, ...document },
    ...report
  } = found
  const now = platform.clock.now()
  try {
    const reporter = reporters[report.reportedTo as Authority]
    const answer = await reporter({ platform, trace: newTrace(now, report.organizationId), report, document, company })
    return (await settleReport(platform, report, answer, [workEnd(work)])) ? RECORDED : undefined
  } catch (error) {
    return recordFailedTry({ work, error, now }, (nextCheckAt) =>
      settleReport(platform, report, unreached(error, nextCheckAt)),
    )
  }
}
