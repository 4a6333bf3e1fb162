/** Which due work is attempted next: rows that are chosen by statements without locks. */
import { Prisma } from '../../generated/prisma/client.ts'
import { type Claim, dueBy } from './due-work.ts'

/**
 * How many due rows are considered when attempts are spread over targets: a few for each that is wanted, and more where
 * those belong to too few targets.
 */
const GLANCE = 4
const LOOKS = [16, 64, 128] as const
export const LOOK_AHEAD = 500
/**
 * Where targets have queues, a glance is at no more than so many. If those who may be attempted are of fewer targets
 * than this, it goes from target to target at once, and else only where a look that goes further does not suffice.
 */
const LONGEST_GLANCE = 32
const MANY_TARGETS = 8
/** So many more than wanted are chosen target by target, in place of what others take in the same moment. */
const SPARE = 16

export const lookAhead = ({ count, looksFar = false, queuesByTarget }: Claim): number => {
  if (looksFar) return LOOK_AHEAD
  const look = LOOKS.find((rows) => rows >= GLANCE * count) ?? LOOK_AHEAD
  return queuesByTarget ? Math.min(look, LONGEST_GLANCE) : look
}

/** The targets that have other slots left than `perTarget`. */
const free = ({ freeByTarget }: Claim): Prisma.Sql => {
  const targets = freeByTarget.map(([target]) => target)
  const slots = freeByTarget.map(([, left]) => left)
  return Prisma.sql`unnest(${targets}::text[], ${slots}::int[]) AS free(target, slots)`
}

/** The oldest of all, and of those so many for each target as it has slots. Bytes are compared: no order is shown. */
const oldestOfAll = (claim: Claim, besides: Prisma.Sql): Prisma.Sql => Prisma.sql`
    oldest AS MATERIALIZED (
      SELECT ctid AS place, target, "dueAt" FROM work WHERE kind = ${claim.kind} AND ${dueBy(claim.now)} ${besides}
      ORDER BY "dueAt" LIMIT ${Prisma.raw(String(lookAhead(claim)))}
    ), near AS MATERIALIZED (
      SELECT ranked.place, ranked.target FROM (
        SELECT *, row_number() OVER (PARTITION BY target COLLATE "C" ORDER BY "dueAt") AS nth FROM oldest
      ) AS ranked LEFT JOIN ${free(claim)} USING (target)
      WHERE ranked.nth <= coalesce(free.slots, ${claim.perTarget})
    )`

/** For kinds with many targets and short queues: rows of targets without a slot are passed over, however many. */
const ofAll = (claim: Claim): Prisma.Sql => {
  const full = claim.freeByTarget.filter(([, slots]) => slots <= 0).map(([target]) => target)
  return Prisma.sql`${oldestOfAll(claim, Prisma.sql`AND NOT target = ANY(${full})`)},
    look AS (SELECT count(*)::int AS considered FROM oldest),
    chosen AS MATERIALIZED (SELECT place FROM near)`
}

/**
 * For kinds with few targets and long queues. Where the oldest of all are too few, it goes from target to target by the
 * index and takes the oldest of each, so many as it has slots: a queue of a million rows for a target that does not
 * answer costs a glance. Only targets whose first rows are the oldest are asked for more than one.
 */
const byTarget = (claim: Claim): Prisma.Sql => {
  const { kind, now, count, perTarget, looksFar = false } = claim
  const most = count + SPARE
  const glance = Prisma.raw(String(lookAhead(claim)))
  return Prisma.sql`${oldestOfAll(claim, Prisma.empty)},
    glance AS (
      SELECT count(*) < ${count} AND count(DISTINCT target COLLATE "C") < ${looksFar ? count : MANY_TARGETS}
        AND (SELECT count(*) FROM oldest) = ${glance} AS "isTooShort"
      FROM near
    ), look AS MATERIALIZED (
      SELECT "isTooShort", CASE WHEN "isTooShort" THEN 0 ELSE (SELECT count(*)::int FROM oldest) END AS considered
      FROM glance
    ), targets AS (
      (
        SELECT target, "dueAt", "leaseUntil" FROM work WHERE kind = ${kind} AND "failedAt" IS NULL
        ORDER BY target, "dueAt" LIMIT 1
      )
      UNION ALL
      SELECT next.* FROM targets CROSS JOIN LATERAL (
        SELECT work.target, work."dueAt", work."leaseUntil" FROM work
        WHERE work.kind = ${kind} AND work."failedAt" IS NULL AND work.target > targets.target
        ORDER BY work.target, work."dueAt" LIMIT 1
      ) AS next
    ), heads AS (
      SELECT targets.target, coalesce(free.slots, ${perTarget}) AS slots, CASE
          WHEN "leaseUntil" IS NULL OR "leaseUntil" <= ${now} THEN "dueAt"
          ELSE (
            SELECT work."dueAt" FROM work WHERE work.kind = ${kind} AND work.target = targets.target AND ${dueBy(now)}
            ORDER BY work."dueAt" LIMIT 1
          )
        END AS first
      FROM targets LEFT JOIN ${free(claim)} ON free.target = targets.target
      WHERE "dueAt" <= ${now} AND coalesce(free.slots, ${perTarget}) > 0
      ORDER BY first LIMIT ${most}
    ), far AS (
      SELECT oldest.place FROM heads CROSS JOIN LATERAL (
        SELECT work.ctid AS place, work."dueAt" FROM work
        WHERE work.kind = ${kind} AND work.target = heads.target AND ${dueBy(now)}
        ORDER BY work."dueAt" LIMIT least(heads.slots, ${most})
      ) AS oldest
      ORDER BY oldest."dueAt" LIMIT ${most}
    ), chosen AS MATERIALIZED (
      SELECT place FROM near WHERE NOT (SELECT "isTooShort" FROM look)
      UNION ALL
      SELECT place FROM far WHERE (SELECT "isTooShort" FROM look)
    )`
}

/**
 * The places of due rows as `chosen`, each target's within its slots, and as `look` how many were considered: 0 where
 * looking further finds nothing more. To be named in a WITH RECURSIVE.
 */
export const choosing = (claim: Claim): Prisma.Sql => (claim.queuesByTarget ? byTarget(claim) : ofAll(claim))
