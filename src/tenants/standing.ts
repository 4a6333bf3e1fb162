/** How companies stand: what they used this month, when they were last active, and what fails. */
import type { Company } from '../generated/prisma/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { BYTES_IN_MEGABYTE } from '../documents/record/stored-usage.ts'
import type { Run } from '../operation/operation.ts'
import { monthOf } from '../values/dates.ts'

export interface CompanyStanding {
  /** `YYYY-MM` */
  month: string
  documentsSent: number
  documentsPerMonth: number | null
  storedBytes: number
  storageMegabytes: number | null
  lastActivityAt: Date | null
  failedDeliveries: number
  failedReports: number
  pausedWebhooks: number
}

type Figures = Pick<
  CompanyStanding,
  'documentsSent' | 'storedBytes' | 'lastActivityAt' | 'failedDeliveries' | 'failedReports' | 'pausedWebhooks'
> & { id: string }

/** All figures of some companies in one statement; failures are those of documents of this month. */
export const standingOf = async (
  { db, actor: { organizationId }, now }: Run,
  companies: readonly Pick<Company, 'id' | 'documentsPerMonth' | 'storageMegabytes'>[],
): Promise<Map<string, CompanyStanding>> => {
  const month = monthOf(now)
  const begin = new Date(`${month}-01T00:00:00Z`)
  const own = Prisma.sql`"organizationId" = ${organizationId}`
  const figures = await db.$queryRaw<Figures[]>(Prisma.sql`
    SELECT asked.id,
      (SELECT COALESCE(sum(documents), 0)::int FROM counted_usage
        WHERE ${own} AND "subjectId" = asked.id AND month = ${month}) AS "documentsSent",
      (SELECT COALESCE(sum(bytes), 0)::float8 FROM stored_usage WHERE ${own} AND "subjectId" = asked.id)
        AS "storedBytes",
      (SELECT "createdAt" FROM documents WHERE ${own} AND "companyId" = asked.id ORDER BY id DESC LIMIT 1)
        AS "lastActivityAt",
      (SELECT count(*)::int FROM documents
        WHERE ${own} AND "companyId" = asked.id AND "deliveryStatus" IN ('failed', 'rejected')
          AND "errorCode" IS NOT NULL AND "createdAt" >= ${begin}) AS "failedDeliveries",
      (SELECT count(*)::int FROM compliance_reports
        WHERE ${own} AND "companyId" = asked.id AND status = 'failed' AND "createdAt" >= ${begin}) AS "failedReports",
      (SELECT count(*)::int FROM webhooks WHERE ${own} AND "companyId" = asked.id AND status = 'paused')
        AS "pausedWebhooks"
    FROM unnest(${companies.map(({ id }) => id)}::text[]) AS asked(id)`)
  const byId = new Map(figures.map(({ id, ...rest }) => [id, rest]))
  return new Map(
    companies.flatMap(({ id, documentsPerMonth, storageMegabytes }) => {
      const found = byId.get(id)
      return found ? [[id, { month, documentsPerMonth, storageMegabytes, ...found }] as const] : []
    }),
  )
}

/** One row for each quota of a company of which 80 % or more are used: of documents in this month, and of storage. */
export const nearQuotas = (organizationId: string, now: Date): Prisma.Sql => Prisma.sql`
  SELECT companies.id AS "companyId" FROM counted_usage AS counted
  JOIN companies ON companies."organizationId" = counted."organizationId" AND companies.id = counted."subjectId"
  WHERE counted."organizationId" = ${organizationId} AND counted.month = ${monthOf(now)}
  GROUP BY companies.id, companies."documentsPerMonth"
  HAVING sum(counted.documents) >= 0.8 * companies."documentsPerMonth"
  UNION ALL
  SELECT companies.id FROM stored_usage AS stored
  JOIN companies ON companies."organizationId" = stored."organizationId" AND companies.id = stored."subjectId"
  WHERE stored."organizationId" = ${organizationId} AND companies."storageMegabytes" IS NOT NULL
  GROUP BY companies.id, companies."storageMegabytes"
  HAVING sum(stored.bytes) >= 0.8 * companies."storageMegabytes"::bigint * ${BYTES_IN_MEGABYTE}`
