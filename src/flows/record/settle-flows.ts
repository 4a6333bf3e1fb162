import type { Clock } from '../../kernel/clock.ts'
import { OF_MANY_TENANTS } from '../../kernel/database/distributed.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { SettledFlow } from '../../engine/webhooks/queue.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/**
 * Gives flows that were written or changed their moment, in the transaction of the relay: one relay works at a time,
 * and its next round begins after the commit of this one. So each moment is later than all that anybody could have read
 * before, and a reader who goes on from the last that it has seen misses nothing, however long a writer took to commit.
 * No two flows of an organization have one moment, so a page never cuts between them. After a burst the moments run
 * ahead of the clock by a millisecond a flow.
 */
export const settleFlows =
  (clock: Clock, tell: (db: Db, flows: readonly SettledFlow[], now: Date) => Promise<void>) =>
  async (db: Db, most: number): Promise<number> => {
    const settled = await db.$queryRaw<SettledFlow[]>(Prisma.sql`
      WITH batch AS (
        SELECT "organizationId", id, row_number() OVER (PARTITION BY "organizationId" ORDER BY position) AS nth
        FROM (
          SELECT "organizationId", id, position FROM flows WHERE unsettled
          ORDER BY position LIMIT ${most} FOR UPDATE SKIP LOCKED ${Prisma.raw(OF_MANY_TENANTS)}
        ) AS unsettled
      ), starts AS (
        SELECT "organizationId", greatest(${clock.now()}::timestamptz(3),
          (SELECT max("updatedAt") FROM flows WHERE flows."organizationId" = one."organizationId")) AS start
        FROM (SELECT DISTINCT flows."organizationId" FROM flows JOIN batch USING ("organizationId", id)) AS one
      ), moments AS (
        SELECT "organizationId", id, start + nth * interval '1 millisecond' AS moment
        FROM batch JOIN starts USING ("organizationId")
      )
      UPDATE flows SET "updatedAt" = moment, unsettled = false FROM moments
      WHERE flows."organizationId" = moments."organizationId" AND flows.id = moments.id
      RETURNING flows."organizationId", flows.id, flows."companyId", flows.type, flows.direction,
        flows."processingRule", flows."ackStatus"`)
    await tell(db, settled, clock.now())
    return settled.length
  }
