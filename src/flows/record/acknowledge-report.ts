import { type ComplianceReport, Prisma } from '../../generated/prisma/client.ts'
import type { AckDetail } from './acknowledgement.ts'

const OTHER = 'OtherTechnicalError'

/**
 * What the flows to the state become with the answer of the portal: nothing where there is no answer yet. As a part of the
 * statement that has it `written`.
 */
export const acknowledgeReport = (
  { organizationId, id, reportedTo }: Pick<ComplianceReport, 'organizationId' | 'id' | 'reportedTo'>,
  failed: { status?: unknown; errorCode?: unknown; errorMessage?: unknown } | null,
): Prisma.Sql[] => {
  if (reportedTo !== 'PPF' || (failed !== null && failed.status !== 'failed')) return []
  const details: AckDetail[] =
    failed === null
      ? []
      : [
          {
            level: 'Error',
            item: String(failed.errorCode ?? ''),
            reasonCode: OTHER,
            reasonMessage: String(failed.errorMessage ?? ''),
          },
        ]
  return [
    Prisma.sql`
      UPDATE flows SET "ackStatus" = ${failed === null ? 'ok' : 'error'}::"FlowAckStatus",
        "ackDetails" = ${JSON.stringify(details)}::jsonb, unsettled = true
      FROM written WHERE flows."organizationId" = ${organizationId} AND "reportId" = ${id}`,
  ]
}
