import type { Actor } from '../auth/actor.ts'
import { plans } from '../auth/plans.ts'
import type { Db } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** Counts a document against the month; the sandbox counts too and refuses nothing. */
export const countAgainstQuota = async (db: Db, actor: Actor, now: Date): Promise<void> => {
  const limit = actor.testMode ? null : plans[actor.plan].documentsPerMonth
  const counted = await db.$executeRaw(Prisma.sql`
    INSERT INTO monthly_usage ("organizationId", month, documents) VALUES (${actor.organizationId}, ${now.toISOString().slice(0, 7)}, 1)
    ON CONFLICT ("organizationId", month) DO UPDATE SET documents = monthly_usage.documents + 1
      WHERE ${limit === null ? Prisma.sql`TRUE` : Prisma.sql`monthly_usage.documents < ${limit}`}`)
  if (counted === 0) throw new AppError('QUOTA_EXCEEDED', { message: `The plan's ${limit} documents of this month are used up.` })
}
