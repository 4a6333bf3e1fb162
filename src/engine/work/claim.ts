/** Which due work is attempted next, and taking it with a lease. */
import { Prisma, type Work } from '../../generated/prisma/client.ts'
import type { Client, Database, Db } from '../../kernel/database/open.ts'
import { holdTurn, kindsDueOnAllServers, oldestOfAllServers } from './claim-distributed.ts'
import { type Claim, dueBy } from './due-work.ts'
import { type WorkKind, workKindNames } from './work.ts'

/** The lease outlives the time limit, so that an attempt is over before anybody else may take the work. */
const LEASE_MARGIN_MS = 10_000
/**
 * Work that is there whenever a process dies may be the cause: each time it is left alone for a margin longer, up to so
 * many.
 */
const MOST_MARGINS = 60
/**
 * From when on work that was there at so many deaths is left alone no longer. In numbers: what adds to a time may depend
 * on the session, so no server of a distributed database does it.
 */
export const leftAlone = (from: Date, lost: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_timestamp((${from.getTime()}::float8 + least(${lost}, ${MOST_MARGINS}) * ${LEASE_MARGIN_MS}::int) / 1000)`

/**
 * How many due rows are considered when attempts are spread over targets: a few for each that is wanted, and more where
 * those belong to too few targets.
 */
const GLANCE = 4
const LOOKS = [16, 64, 128] as const
const LOOK_AHEAD = 500

export interface Claimed {
  work: Work[]
  /** Whether a look further ahead may find more. */
  mayBeMore: boolean
}

const lookAhead = ({ count, looksFar = false }: Claim): number =>
  looksFar ? LOOK_AHEAD : (LOOKS.find((look) => look >= GLANCE * count) ?? LOOK_AHEAD)

/** The oldest of all, so many for each target as it has slots. For kinds with many targets and short queues. */
const oldestOfAll = (claim: Claim): Prisma.Sql => {
  const { kind, now, count, perTarget, freeByTarget } = claim
  const full = freeByTarget.filter(([, free]) => free <= 0).map(([target]) => target)
  return Prisma.sql`
    SELECT work.ctid AS place, ranked.considered FROM work JOIN (
      SELECT "organizationId", id, row_number() OVER (PARTITION BY target ORDER BY "dueAt") AS nth,
        count(*) OVER ()::int AS considered
      FROM (
        SELECT * FROM work WHERE kind = ${kind} AND ${dueBy(now)} AND NOT target = ANY(${full})
        ORDER BY "dueAt" LIMIT ${Prisma.raw(String(lookAhead(claim)))}
      ) AS oldest
    ) AS ranked USING ("organizationId", id)
    WHERE ranked.nth <= ${perTarget} AND ${dueBy(now)}
    ORDER BY work."dueAt" LIMIT ${count} FOR UPDATE OF work SKIP LOCKED`
}

/**
 * Goes from target to target by the index, and takes the oldest of each, so many as it has slots: a queue of a million
 * rows for a target that does not answer costs nothing. For kinds with few targets and long queues.
 */
const oldestByTarget = ({ kind, now, count, perTarget, freeByTarget }: Claim): Prisma.Sql => {
  const targets = freeByTarget.map(([target]) => target)
  const slots = freeByTarget.map(([, free]) => free)
  return Prisma.sql`
    WITH RECURSIVE targets AS (
      (SELECT target FROM work WHERE kind = ${kind} AND "failedAt" IS NULL ORDER BY target LIMIT 1)
      UNION ALL
      SELECT (
        SELECT work.target FROM work WHERE work.kind = ${kind} AND work."failedAt" IS NULL
          AND work.target > targets.target ORDER BY work.target LIMIT 1
      )
      FROM targets WHERE targets.target IS NOT NULL
    )
    SELECT oldest.place, 0 AS considered
    FROM targets
    LEFT JOIN unnest(${targets}::text[], ${slots}::int[]) AS free(target, slots) ON free.target = targets.target
    CROSS JOIN LATERAL (
      SELECT work.ctid AS place, work."dueAt" FROM work
      WHERE work.kind = ${kind} AND work.target = targets.target AND ${dueBy(now)}
      ORDER BY work."dueAt" LIMIT greatest(coalesce(free.slots, ${perTarget}), 0) FOR UPDATE SKIP LOCKED
    ) AS oldest
    WHERE targets.target IS NOT NULL
    ORDER BY oldest."dueAt" LIMIT ${count}`
}

const candidatesOf = (claim: Claim): Prisma.Sql => (claim.queuesByTarget ? oldestByTarget(claim) : oldestOfAll(claim))

type Claimable = Pick<Database, 'client' | 'transaction' | 'isDistributed'>
type Considered = Work & { considered: number }

const take = (db: Db, claim: Claim, candidates: Prisma.Sql, chosen: Prisma.Sql): Promise<Considered[]> => {
  const leaseUntil = new Date(claim.now.getTime() + claim.timeoutMs + LEASE_MARGIN_MS)
  return db.$queryRaw<Considered[]>(Prisma.sql`
    WITH candidates AS MATERIALIZED (${candidates})
    UPDATE work SET attempts = attempts + 1, lost = lost + CASE WHEN "leaseUntil" IS NULL THEN 0 ELSE 1 END,
      "leaseUntil" = ${leftAlone(leaseUntil, Prisma.sql`lost`)}, "instanceId" = ${claim.instanceId}
    ${chosen}`)
}

/** The candidates are locked, and found by their place: by their keys, the planner would read the whole queue for them. */
const LOCKED = Prisma.sql`
    WHERE work.ctid = ANY(ARRAY(SELECT place FROM candidates))
    RETURNING work.*, (SELECT max(considered) FROM candidates) AS considered`

const takeInTurn = (db: Claimable, claim: Claim): Promise<Considered[]> =>
  db.transaction(async (tx) => {
    await holdTurn(tx)
    return take(
      tx,
      claim,
      oldestOfAllServers(claim, claim.queuesByTarget ? LOOK_AHEAD : lookAhead(claim)),
      Prisma.sql`
    FROM candidates
    WHERE work."organizationId" = candidates."organizationId" AND work.id = candidates.id AND ${dueBy(claim.now)}
    RETURNING work.*, candidates.considered`,
    )
  })

/** Takes due work of a kind, with a lease that is set before the attempt. */
export const claimWork = async (db: Claimable, claim: Claim): Promise<Claimed> => {
  const rows = db.isDistributed
    ? await takeInTurn(db, claim)
    : await take(db.client, claim, candidatesOf(claim), LOCKED)
  const mayBeMore = rows.length < claim.count && !claim.looksFar && (rows[0]?.considered ?? 0) >= lookAhead(claim)
  return { work: rows.map(({ considered: _considered, ...work }) => work), mayBeMore }
}

/** Work of the same kind and target that was never attempted: so much at most, with the lease of this one. */
export const claimWith = (
  { client }: Claimable,
  { organizationId, kind, target, leaseUntil, instanceId }: Work,
  { most, now }: { most: number; now: Date },
): Promise<Work[]> =>
  client.$queryRaw<Work[]>`
    UPDATE work SET attempts = 1, "leaseUntil" = ${leaseUntil}, "instanceId" = ${instanceId}
    WHERE "organizationId" = ${organizationId} AND id = ANY(ARRAY(
      SELECT id FROM work
      WHERE "organizationId" = ${organizationId} AND kind = ${kind} AND target = ${target} AND attempts = 0
        AND ${dueBy(now)}
      ORDER BY "dueAt" LIMIT ${most} FOR UPDATE SKIP LOCKED
    ))
    RETURNING *`

/** By the index of each kind, however much is due. */
const kindsDue = (now: Date): Prisma.Sql => Prisma.sql`
    SELECT kind FROM unnest(${[...workKindNames]}::text[]) AS kind
    WHERE EXISTS (SELECT 1 FROM work WHERE work.kind = kind.kind AND ${dueBy(now)})`

/** The kinds that have due work, in their order: one statement tells, instead of a claim of each. */
export const kindsWithDueWork = async ({ client, isDistributed }: Claimable, now: Date): Promise<WorkKind[]> => {
  const rows = await client.$queryRaw<{ kind: WorkKind }[]>(isDistributed ? kindsDueOnAllServers(now) : kindsDue(now))
  const due = new Set(rows.map((row) => row.kind))
  return workKindNames.filter((kind) => due.has(kind))
}

/** The embedded database belongs to one process: whoever held a lease is dead, and need not be waited for. */
export const releaseLeases = (client: Client): Promise<unknown> =>
  client.work.updateMany({ where: { leaseUntil: { not: null } }, data: { leaseUntil: null } })
