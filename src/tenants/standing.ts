/** How companies stand: what they used this month, when they were last active, and what fails. */
import type { Company } from '../generated/prisma/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Run } from '../operation/operation.ts'

export interface CompanyStanding {
  /** `YYYY-MM` */
  month: string
  documentsSent: number
  documentsPerMonth: number | null
  lastActivityAt: Date | null
  failedDeliveries: number
  failedReports: number
  pausedWebhooks: number
}

export const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

type Figures = Pick<
  CompanyStanding,
  'documentsSent' | 'lastActivityAt' | 'failedDeliveries' | 'failedReports' | 'pausedWebhooks'
> & { id: string }

/** All figures of some companies in one statement; failures are those of documents of this month. */
export const standingOf = async (
  { db, actor: { organizationId }, now }: Run,
  companies: readonly Pick<Company, 'id' | 'documentsPerMonth'>[],
): Promise<Map<string, CompanyStanding>> => {
  const month = monthOf(now)
  const begin = new Date(`${month}-01T00:00:00Z`)
  const own = Prisma.sql`"organizationId" = ${organizationId}`
  const figures = await db.$queryRaw<Figures[]>(Prisma.sql`
    SELECT asked.id,
      (SELECT COALESCE(sum(documents), 0)::int FROM counted_usage
        WHERE ${own} AND "subjectId" = asked.id AND month = ${month}) AS "documentsSent",
      (SELECT "createdAt" FROM documents WHERE ${own} AND "companyId" = asked.id ORDER BY id DESC LIMIT 1)
        AS "lastActivityAt",
      (SELECT count(*)::int FROM documents
        WHERE ${own} AND "companyId" = asked.id AND "deliveryStatus" IN ('failed', 'rejected')
          AND "createdAt" >= ${begin}) AS "failedDeliveries",
      (SELECT count(*)::int FROM compliance_reports
        WHERE ${own} AND "companyId" = asked.id AND status = 'failed' AND "createdAt" >= ${begin}) AS "failedReports",
      (SELECT count(*)::int FROM webhooks WHERE ${own} AND "companyId" = asked.id AND status = 'paused')
        AS "pausedWebhooks"
    FROM unnest(${companies.map(({ id }) => id)}::text[]) AS asked(id)`)
  const byId = new Map(figures.map(({ id, ...rest }) => [id, rest]))
  return new Map(
    companies.flatMap(({ id, documentsPerMonth }) => {
      const found = byId.get(id)
      return found ? [[id, { month, documentsPerMonth, ...found }] as const] : []
    }),
  )
}
