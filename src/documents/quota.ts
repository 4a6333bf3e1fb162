import { randomInt } from 'node:crypto'
import type { Actor } from '../auth/actor.ts'
import { plans } from '../auth/plans.ts'
import type { Db } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import { Prisma } from '../generated/prisma/client.ts'

const SLOTS = 32

const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

/** How many documents the organization has sent this month. */
export const countedThisMonth = async (db: Db, organizationId: string, now: Date): Promise<number> =>
  (await db.monthlyUsage.aggregate({ where: { organizationId, month: monthOf(now) }, _sum: { documents: true } }))._sum.documents ?? 0

/**
 * Counts a document against the month; the sandbox counts too and refuses nothing. Who has a limit counts in one row,
 * which every send of the organization waits for, so that the limit is exact. Who has none counts in any of several.
 */
export const countAgainstQuota = async (db: Db, actor: Actor, now: Date): Promise<void> => {
  const limit = actor.testMode ? null : plans[actor.plan].documentsPerMonth
  const slot = limit === null ? randomInt(1, SLOTS + 1) : 0
  const [organizationId, month] = [actor.organizationId, monthOf(now)]
  const elsewhere = Prisma.sql`(SELECT COALESCE(sum(documents), 0) FROM monthly_usage WHERE "organizationId" = ${organizationId} AND month = ${month} AND slot > 0)`
  const counted = await db.$executeRaw(Prisma.sql`
    INSERT INTO monthly_usage ("organizationId", month, slot, documents) VALUES (${organizationId}, ${month}, ${slot}, 1)
    ON CONFLICT ("organizationId", month, slot) DO UPDATE SET documents = monthly_usage.documents + 1
      WHERE ${limit === null ? Prisma.sql`TRUE` : Prisma.sql`monthly_usage.documents + ${elsewhere} < ${limit}`}`)
  if (counted === 0) throw new AppError('QUOTA_EXCEEDED', { message: `The plan's ${limit} documents of this month are used up.` })
}
