/** Taking due work with a lease. */
import { setTimeout as wait } from 'node:timers/promises'
import { Prisma, type Work } from '../../generated/prisma/client.ts'
import type { Client, Database } from '../../kernel/database/open.ts'
import { LOOK_AHEAD, choosing, lookAhead } from './choose.ts'
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

/** So often others may take all that was chosen, and so much longer each time they have to do it. */
const MOST_TRIES = 6
const PAUSE_MS = 2

export interface Claimed {
  work: Work[]
  /** Whether a look further ahead may find more. */
  mayBeMore: boolean
}

type Claimable = Pick<Database, 'client' | 'transaction' | 'isDistributed'>

interface Taken {
  work: Work[]
  /** How many due rows were looked at, and how many of those might be taken. */
  considered: number
  chosen: number
}

const leasing = ({ now, timeoutMs, instanceId }: Claim): Prisma.Sql => {
  const leaseUntil = new Date(now.getTime() + timeoutMs + LEASE_MARGIN_MS)
  return Prisma.sql`
    UPDATE work SET attempts = attempts + 1, lost = lost + CASE WHEN "leaseUntil" IS NULL THEN 0 ELSE 1 END,
      "leaseUntil" = ${leftAlone(leaseUntil, Prisma.sql`lost`)}, "instanceId" = ${instanceId}`
}

/**
 * What was chosen is locked one by one, the oldest first, until there is as much as is wanted: what others hold is
 * passed over, and what they had just now is looked at again. Rows are found by their place: by their keys, the planner
 * would read the whole queue for them. Where others took all of them, a row without work says how many there were.
 */
const takeChosen = async ({ client }: Claimable, claim: Claim): Promise<Taken> => {
  const rows = await client.$queryRaw<(Omit<Taken, 'work'> & (Work | { id: null }))[]>(Prisma.sql`
    WITH RECURSIVE ${choosing(claim)}, locked AS MATERIALIZED (
      SELECT ctid AS place FROM work WHERE ctid = ANY(ARRAY(SELECT place FROM chosen)) AND ${dueBy(claim.now)}
      ORDER BY "dueAt" LIMIT ${claim.count} FOR UPDATE SKIP LOCKED
    ), taken AS (
      ${leasing(claim)} WHERE ctid = ANY(ARRAY(SELECT place FROM locked)) RETURNING work.*
    )
    SELECT taken.*, look.considered, (SELECT count(*)::int FROM chosen) AS chosen FROM look LEFT JOIN taken ON true`)
  const work = rows.flatMap(({ considered: _considered, chosen: _chosen, ...row }) => (row.id === null ? [] : [row]))
  return { work, considered: rows[0]?.considered ?? 0, chosen: rows[0]?.chosen ?? 0 }
}

const takeInTurn = (db: Claimable, claim: Claim): Promise<Taken> =>
  db.transaction(async (tx) => {
    await holdTurn(tx)
    const ahead = claim.queuesByTarget ? LOOK_AHEAD : lookAhead(claim)
    const rows = await tx.$queryRaw<(Work & { considered: number })[]>(Prisma.sql`
    WITH candidates AS MATERIALIZED (${oldestOfAllServers(claim, ahead)})
    ${leasing(claim)}
    FROM candidates
    WHERE work."organizationId" = candidates."organizationId" AND work.id = candidates.id AND ${dueBy(claim.now)}
    RETURNING work.*, candidates.considered`)
    const work = rows.map(({ considered: _considered, ...row }) => row)
    return { work, considered: rows[0]?.considered ?? 0, chosen: work.length }
  })

/**
 * Takes due work of a kind, with a lease that is set before the attempt. Several processes may choose the same at once:
 * one that came away with nothing looks further, or what it might take would wait for the next wake-up.
 */
export const claimWork = async (db: Claimable, wanted: Claim): Promise<Claimed> => {
  const take = (claim: Claim): Promise<Taken> => (db.isDistributed ? takeInTurn(db, claim) : takeChosen(db, claim))
  let claim = wanted
  let taken = await take(claim)
  for (let tries = 1; tries < MOST_TRIES && taken.chosen > 0 && taken.work.length === 0; tries++) {
    await wait(PAUSE_MS * tries)
    claim = { ...wanted, looksFar: true }
    taken = await take(claim)
  }
  const { work, considered } = taken
  return { work, mayBeMore: work.length < claim.count && !claim.looksFar && considered >= lookAhead(claim) }
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
