import type { Company, ComplianceReport, Document } from '../../generated/prisma/client.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Trace } from '../../kernel/trace.ts'

/** Everything that an authority is to be told, and with what. */
export interface Submission {
  platform: Platform
  trace: Trace
  report: ComplianceReport
  document: Document
  company: Company
}

/** What became of a report. That the authority could not be reached is no answer: it is thrown, and tried again. */
export type ReportAnswer = {
  /** How the authority calls what it took. */
  reference?: string
  /** What it said, as JSON: kept with the report. */
  response: object
  /** What was sent: kept as evidence. */
  payload?: Uint8Array
} & (
  | { outcome: 'reported' }
  | { outcome: 'failed'; code: string; message: string }
  /**
   * Taken over; the decision comes later. With `askAgainAt` the reporter is called again, without it the authority
   * calls us.
   */
  | { outcome: 'pending'; askAgainAt?: Date }
)

/**
 * How one authority is told. Called again after a failure, and while an answer is pending: `report.platformReference`
 * tells which.
 */
export type Reporter = (submission: Submission) => Promise<ReportAnswer>
