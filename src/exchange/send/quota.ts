import { randomInt } from 'node:crypto'
import type { Actor } from '../../auth/actor.ts'
import { plans } from '../../auth/plans.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { Prisma } from '../../generated/prisma/client.ts'

const SLOTS = 32

const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

/** How many documents the organization has sent this month. */
export const countedThisMonth = async (db: Db, organizationId: string, now: Date): Promise<number> =>
  (await db.monthlyUsage.aggregate({ where: { organizationId, month: monthOf(now) }, _sum: { documents: true } }))._sum
    .documents ?? 0

/** The same for a caller: of one company its own documents alone, since the others are none of its business. */
export const usedThisMonth = async (
  db: Db,
  { organizationId, companyId }: Pick<Actor, 'organizationId' | 'companyId'>,
  now: Date,
): Promise<number> =>
  companyId === null
    ? countedThisMonth(db, organizationId, now)
    : db.document.count({
        where: {
          organizationId,
          companyId,
          direction: 'outgoing',
          createdAt: { gte: new Date(`${monthOf(now)}-01T00:00:00Z`) },
        },
      })

/** How many documents a month may have; null without a limit. The sandbox counts too and refuses nothing. */
const limitOf = ({ testMode, plan }: Actor): number | null => (testMode ? null : plans[plan].documentsPerMonth)

export const hasLimit = (actor: Actor): boolean => limitOf(actor) !== null

/**
 * Counts a document of an organization without a limit, in any of several rows, so that senders do not wait for each
 * other. Documents of an organization with a limit are counted by `countAgainstQuota`.
 */
export const usageRows = (actor: Actor, now: Date): NewRow[] =>
  hasLimit(actor)
    ? []
    : [
        {
          table: 'monthly_usage',
          columns: {
            organizationId: actor.organizationId,
            month: monthOf(now),
            slot: randomInt(1, SLOTS + 1),
            documents: 1,
          },
          onConflict: Prisma.sql`
            ON CONFLICT ("organizationId", month, slot) DO UPDATE SET documents = monthly_usage.documents + 1`,
        },
      ]

/**
 * Counts a document against the limit, in one row that every send of the organization waits for, so that the limit is
 * exact.
 */
export const countAgainstQuota = async (db: Db, actor: Actor, now: Date): Promise<void> => {
  const limit = limitOf(actor)
  if (limit === null) return
  const [organizationId, month] = [actor.organizationId, monthOf(now)]
  const elsewhere = Prisma.sql`(
    SELECT COALESCE(sum(documents), 0) FROM monthly_usage
    WHERE "organizationId" = ${organizationId} AND month = ${month} AND slot > 0)`
  const counted = await db.$executeRaw(Prisma.sql`
    INSERT INTO monthly_usage ("organizationId", month, slot, documents) VALUES (${organizationId}, ${month}, 0, 1)
    ON CONFLICT ("organizationId", month, slot) DO UPDATE SET documents = monthly_usage.documents + 1
      WHERE monthly_usage.documents + ${elsewhere} < ${limit}`)
  if (counted === 0)
    throw new AppError('QUOTA_EXCEEDED', {
      message: `The organization has sent the ${limit} documents that its plan allows in this month.`,
    })
}
