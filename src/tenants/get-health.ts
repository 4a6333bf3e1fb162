import { z } from 'zod'
import type { Db } from '../kernel/database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { limits } from '../values/limits.ts'
import { forPlatforms } from './for-platforms.ts'
import { DAY_MS, monthOf } from '../values/dates.ts'
import { nearQuotas } from './standing.ts'

const KEYS_END_WITHIN_DAYS = 30

export interface HealthCounts {
  failedDeliveries: number
  failedReports: number
  overdueReports: number
  pausedWebhooks: number
  expiringKeys: number
  nearQuotas: number
}

export interface CompanyHealth extends HealthCounts {
  companyId: string | null
  name: string | null
  externalId: string | null
}

const NOTHING: HealthCounts = {
  failedDeliveries: 0,
  failedReports: 0,
  overdueReports: 0,
  pausedWebhooks: 0,
  expiringKeys: 0,
  nearQuotas: 0,
}

/** What there is to find, each as rows with the company that it concerns. */
const findings = (organizationId: string, now: Date): Readonly<Record<keyof HealthCounts, Prisma.Sql>> => {
  const own = Prisma.sql`"organizationId" = ${organizationId}`
  const month = monthOf(now)
  const begin = new Date(`${month}-01T00:00:00Z`)
  const soon = new Date(now.getTime() + KEYS_END_WITHIN_DAYS * DAY_MS)
  return {
    failedDeliveries: Prisma.sql`FROM documents
      WHERE ${own} AND "deliveryStatus" IN ('failed', 'rejected') AND "errorCode" IS NOT NULL
        AND "createdAt" >= ${begin}`,
    failedReports: Prisma.sql`FROM compliance_reports
      WHERE ${own} AND status = 'failed' AND "createdAt" >= ${begin}`,
    overdueReports: Prisma.sql`FROM compliance_reports
      WHERE ${own} AND status <> 'reported' AND "dueBy" < ${now}`,
    pausedWebhooks: Prisma.sql`FROM webhooks WHERE ${own} AND status = 'paused'`,
    expiringKeys: Prisma.sql`FROM api_keys
      WHERE ${own} AND "revokedAt" IS NULL AND "expiresAt" > ${now} AND "expiresAt" <= ${soon}`,
    nearQuotas: Prisma.sql`FROM (${nearQuotas(organizationId, now)}) AS near`,
  }
}

type Found = Pick<CompanyHealth, 'companyId' | 'name' | 'externalId'> & { kind: keyof HealthCounts; count: number }

/** Everything in one statement. */
const foundIn = (db: Db, organizationId: string, now: Date): Promise<Found[]> => {
  const parts = Object.entries(findings(organizationId, now)).map(
    ([kind, from]) =>
      Prisma.sql`(SELECT ${kind}::text AS kind, "companyId", count(*)::int AS count ${from} GROUP BY "companyId")`,
  )
  return db.$queryRaw<Found[]>(Prisma.sql`
    SELECT found.kind, found."companyId", found.count, companies.name, companies."externalId"
    FROM (${Prisma.join(parts, ' UNION ALL ')}) AS found
    LEFT JOIN companies ON companies."organizationId" = ${organizationId} AND companies.id = found."companyId"`)
}

const sumOf = (counts: HealthCounts): number =>
  (Object.keys(NOTHING) as (keyof HealthCounts)[]).reduce((sum, kind) => sum + counts[kind], 0)

export const getPlatformHealth = forPlatforms({
  name: 'getPlatformHealth',
  summary:
    'Returns what needs attention at all managed companies: deliveries and reports that failed in this month, reports ' +
    `that are overdue, paused webhooks, keys that end within ${KEYS_END_WITHIN_DAYS} days, and quotas of which 80 % ` +
    'are used. Companies without any of it are left out.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({
    rows: z
      .number()
      .int()
      .min(1)
      .max(limits.usageRows, `At most ${limits.usageRows}`)
      .default(limits.pageRows)
      .describe(`Number of companies, those with most first (default ${limits.pageRows}).`),
  }),
  errors: [],
  async run({ db, actor: { organizationId }, now }, { rows }) {
    const total = { ...NOTHING }
    const byCompany = new Map<string | null, CompanyHealth>()
    for (const { kind, count, ...company } of await foundIn(db, organizationId, now)) {
      const health = byCompany.get(company.companyId) ?? { ...company, ...NOTHING }
      health[kind] += count
      total[kind] += count
      byCompany.set(company.companyId, health)
    }
    const worst = [...byCompany.values()].toSorted((one, other) => sumOf(other) - sumOf(one))
    return { checkedAt: now, total, companies: worst.slice(0, rows) }
  },
})
