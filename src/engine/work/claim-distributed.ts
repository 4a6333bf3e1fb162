/**
 * Due work in a database that is distributed by tenant. It has no lock on rows of several tenants, and does not go from
 * target to target by an index: one worker after the other looks at the oldest of all and takes them.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { type Claim, dueBy } from './due-work.ts'

/** An arbitrary number, the same in every process. */
const LOCK = 727_274_003

/** Held until the transaction ends: two that took the same rows on several servers would wait for each other. */
export const holdTurn = (db: Db): Promise<unknown> => db.$queryRaw`SELECT pg_advisory_xact_lock(${LOCK})::text AS held`

/** The first so many of the queue, of each target as many as it has slots: those without one cannot fill the queue. */
export const oldestOfAllServers = (
  { kind, now, count, perTarget, freeByTarget }: Claim,
  lookAhead: number,
): Prisma.Sql => {
  const targets = freeByTarget.map(([target]) => target)
  const slots = freeByTarget.map(([, free]) => free)
  const full = freeByTarget.filter(([, free]) => free <= 0).map(([target]) => target)
  return Prisma.sql`
    SELECT ranked."organizationId", ranked.id, ranked.considered FROM (
      SELECT "organizationId", id, target, "dueAt", row_number() OVER (PARTITION BY target ORDER BY "dueAt") AS nth,
        count(*) OVER ()::int AS considered
      FROM (
        SELECT "organizationId", id, target, "dueAt" FROM work
        WHERE kind = ${kind} AND ${dueBy(now)} AND NOT target = ANY(${full})
        ORDER BY "dueAt" LIMIT ${Prisma.raw(String(lookAhead))}
      ) AS oldest
    ) AS ranked LEFT JOIN unnest(${targets}::text[], ${slots}::int[]) AS free(target, slots) USING (target)
    WHERE ranked.nth <= coalesce(free.slots, ${perTarget})
    ORDER BY ranked."dueAt" LIMIT ${count}`
}

export const kindsDueOnAllServers = (now: Date): Prisma.Sql =>
  Prisma.sql`SELECT DISTINCT kind FROM work WHERE ${dueBy(now)}`
