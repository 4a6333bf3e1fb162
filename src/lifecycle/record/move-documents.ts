/**
 * What a status makes of the document it is given to, stored unless somebody else has changed the document meanwhile.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import { writeLater } from '../../kernel/database/held-rows.ts'
import type { Db } from '../../kernel/database/open.ts'
import { type LifecycleDocument, standingOf } from '../read/document-standing.ts'
import { type DatedStatus, becomesCurrent } from '../tables/states.ts'

interface StatusMove {
  document: LifecycleDocument
  given: DatedStatus
}

/**
 * The document with a status. A status that is older than the current one raises the version and changes nothing else.
 */
export const moved = ({ document, given }: StatusMove, now: Date): LifecycleDocument => {
  const { lifecycleVersion, lifecycleAt: at } = document
  const { restores } = given
  const current = restores !== undefined || becomesCurrent({ ...standingOf(document), at }, given)
  return {
    ...document,
    lifecycleVersion: lifecycleVersion + 1,
    updatedAt: now,
    ...(current && {
      lifecycleStatus: restores?.state ?? given.status ?? document.lifecycleStatus,
      frenchStatus: restores ? restores.frenchStatus : (given.frenchStatus ?? document.frenchStatus),
      lifecycleAt: given.happenedAt,
    }),
  }
}

/** A document with its new status, and the version in which it was seen before. */
interface VersionedMove {
  after: LifecycleDocument
  seen: number
}

/** Stores how documents have moved; false for each that was not as it had been seen any more. */
export const storeMoves = async (db: Db, moves: readonly VersionedMove[], now: Date): Promise<boolean[]> => {
  const done = await db.$queryRaw<{ id: string }[]>`${moving(moves, now)} RETURNING d.id`
  const ids = new Set(done.map(({ id }) => id))
  return moves.map(({ after: { id } }) => ids.has(id))
}

/** The same for documents that the transaction holds: with what follows from it. */
export const storeHeldMoves = (db: Db, moves: readonly VersionedMove[], now: Date): Promise<void> =>
  writeLater(db, [moving(moves, now)])

const moving = (moves: readonly VersionedMove[], now: Date): Prisma.Sql => {
  const rows = moves.map(
    ({ after: { organizationId, id, lifecycleVersion, lifecycleStatus, frenchStatus, lifecycleAt }, seen }) => ({
      organizationId,
      id,
      seen,
      lifecycleVersion,
      lifecycleStatus,
      frenchStatus,
      lifecycleAt,
    }),
  )
  // Of no other organizations: a statement for all servers of Citus would have those of all other callers wait for it.
  const organizationIds = [...new Set(rows.map(({ organizationId }) => organizationId))]
  return Prisma.sql`
    UPDATE documents AS d
    SET "lifecycleVersion" = m."lifecycleVersion", "updatedAt" = ${now}, "lifecycleStatus" = m."lifecycleStatus",
      "frenchStatus" = m."frenchStatus", "lifecycleAt" = m."lifecycleAt"
    FROM (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS row("organizationId" text, id text, seen int, "lifecycleVersion" int, "lifecycleStatus" "LifecycleStatus",
          "frenchStatus" text, "lifecycleAt" timestamptz(3))
      LIMIT ${rows.length}
    ) AS m
    WHERE d."organizationId" = ANY(${organizationIds}) AND d."organizationId" = m."organizationId" AND d.id = m.id
      AND d."lifecycleVersion" = m.seen`
}
