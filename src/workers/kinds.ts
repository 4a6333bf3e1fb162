import type { Platform } from '../platform.ts'
import type { Work } from '../generated/prisma/client.ts'
import { REPORT_DELAYS_SECONDS, sendReport } from '../compliance/send-report.ts'
import { deliverDocument } from '../documents/deliver-document.ts'
import { refreshCompany } from '../companies/refresh-company.ts'
import { refreshPartner } from '../partners/refresh-partner.ts'

/** One kind of work that is due. Every kind is safe to run twice. */
export interface Kind {
  /** Seconds to wait before the second attempt, the third, …; when the list ends, the work has failed. */
  delaysSeconds: readonly number[]
  timeoutMs: number
  /** Attempts of this kind at once in one process. */
  concurrency: number
  /** Attempts against one target at once in one process. */
  perTarget: number
  /** Work that comes again: seconds from one success to the next attempt. */
  repeatSeconds?: number
  /** Answers `over` when work that comes again is not to come again. */
  run(platform: Platform, work: Work, signal: AbortSignal): Promise<void | 'over'>
}

export const kinds = {
  'company.refresh': { delaysSeconds: [30, 120, 600, 1_800, 7_200], timeoutMs: 20_000, concurrency: 8, perTarget: 1, repeatSeconds: 30 * 24 * 3_600, run: refreshCompany },
  'partner.refresh': { delaysSeconds: [60, 300, 1_800, 7_200, 43_200], timeoutMs: 20_000, concurrency: 8, perTarget: 4, repeatSeconds: 30 * 24 * 3_600, run: refreshPartner },
  // Five more tries after a transport failure; the later ones also ask whether an accepted document has arrived.
  'document.deliver': { delaysSeconds: [10, 30, 120, 600, 1_800], timeoutMs: 70_000, concurrency: 32, perTarget: 4, run: deliverDocument },
  'compliance.report': { delaysSeconds: REPORT_DELAYS_SECONDS, timeoutMs: 40_000, concurrency: 16, perTarget: 8, run: sendReport },
} as const satisfies Record<string, Kind>

export type WorkKind = keyof typeof kinds
