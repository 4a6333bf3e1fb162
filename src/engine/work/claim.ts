/** Which due work is to be attempted next. */
import { Prisma } from '../../generated/prisma/client.ts'

interface Wanted {
  kind: string
  now: Date
  count: number
  perTarget: number
  /** Targets that have less room than `perTarget`. */
  room: readonly (readonly [target: string, room: number])[]
}

/** How many due rows are considered when attempts are spread over targets. */
const LOOK_AHEAD = 500

export const dueBy = (now: Date): Prisma.Sql =>
  Prisma.sql`work."failedAt" IS NULL AND work."dueAt" <= ${now} AND (work."leaseUntil" IS NULL OR work."leaseUntil" <= ${now})`

/** The oldest of all, so many for each target as it has room. For kinds with many targets and short queues. */
export const oldestOfAll = ({ kind, now, count, perTarget, room }: Wanted): Prisma.Sql => {
  const full = room.filter(([, left]) => left <= 0).map(([target]) => target)
  return Prisma.sql`
    SELECT work."organizationId", work.id FROM work JOIN (
      SELECT "organizationId", id, row_number() OVER (PARTITION BY target ORDER BY "dueAt") AS nth
      FROM (SELECT * FROM work WHERE kind = ${kind} AND ${dueBy(now)} AND NOT target = ANY(${full}) ORDER BY "dueAt" LIMIT ${LOOK_AHEAD}) AS oldest
    ) AS ranked USING ("organizationId", id)
    WHERE ranked.nth <= ${perTarget} AND ${dueBy(now)}
    ORDER BY work."dueAt" LIMIT ${count} FOR UPDATE OF work SKIP LOCKED`
}

/**
 * Goes from target to target by the index, and takes the oldest of each, so many as it has room: a queue of a million
 * rows for a target that does not answer costs nothing. For kinds with few targets and long queues.
 */
export const oldestByTarget = ({ kind, now, count, perTarget, room }: Wanted): Prisma.Sql => Prisma.sql`
  WITH RECURSIVE targets AS (
    (SELECT target FROM work WHERE kind = ${kind} AND "failedAt" IS NULL ORDER BY target LIMIT 1)
    UNION ALL
    SELECT (SELECT work.target FROM work WHERE work.kind = ${kind} AND work."failedAt" IS NULL AND work.target > targets.target ORDER BY work.target LIMIT 1)
    FROM targets WHERE targets.target IS NOT NULL
  )
  SELECT oldest."organizationId", oldest.id
  FROM targets LEFT JOIN unnest(${room.map(([target]) => target)}::text[], ${room.map(([, left]) => left)}::int[]) AS room(target, places) ON room.target = targets.target
  CROSS JOIN LATERAL (
    SELECT work."organizationId", work.id, work."dueAt" FROM work
    WHERE work.kind = ${kind} AND work.target = targets.target AND ${dueBy(now)}
    ORDER BY work."dueAt" LIMIT greatest(coalesce(room.places, ${perTarget}), 0) FOR UPDATE SKIP LOCKED
  ) AS oldest
  WHERE targets.target IS NOT NULL
  ORDER BY oldest."dueAt" LIMIT ${count}`
