/**
 * Who was seen in an organization, with which rights, and when last. No request waits for it: what was seen last of each
 * person is kept in memory and written every few seconds. What a person may do is a matter of record, so the first
 * sight and each change of rights is an entry of the audit.
 */
import type { Actor } from '../auth/actor.ts'
import type { Member } from '../generated/prisma/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { OF_MANY_TENANTS } from '../kernel/database/distributed.ts'
import type { Database, Db } from '../kernel/database/open.ts'
import { type NewRow, writeRows } from '../kernel/database/rows.ts'
import type { Log } from '../kernel/log.ts'
import { auditRow } from './audit.ts'

const WRITTEN_EVERY_MS = 5_000
const MOST_KEPT = 50_000

interface Sight {
  actor: Actor
  requestId: string
  at: Date
  operation: string | null
}

export interface MembersSeen {
  note(sight: Sight): void
  /** Writes what is kept; a reader who wants the latest calls this first. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Seen = Omit<Member, 'firstSeenAt'> & { sight: Sight }

const seenIn = (sight: Sight): Seen => {
  const { organizationId, userId, email, roles, scopes, issuedAt } = sight.actor
  return {
    organizationId,
    userId: userId ?? '',
    email,
    roles: [...roles],
    scopes: [...scopes].toSorted(),
    saidAt: issuedAt ?? sight.at,
    lastSeenAt: sight.at,
    lastOperation: sight.operation,
    sight,
  }
}

type Rights = Pick<Member, 'email' | 'roles' | 'scopes'>
const rightsOf = ({ email, roles, scopes }: Rights): Rights => ({ email, roles, scopes })
const isSame = (one: Rights, other: Rights): boolean =>
  JSON.stringify(rightsOf(one)) === JSON.stringify(rightsOf(other))

/** Those of organizations that are still there; the rows are held in one order, so that two instances do not clash. */
const hold = async (
  db: Db,
  sights: readonly Omit<Seen, 'sight'>[],
): Promise<Map<string, Rights & Pick<Member, 'saidAt'>>> => {
  const rows = await db.$queryRaw<Member[]>(Prisma.sql`
    SELECT members.* FROM members
    JOIN json_to_recordset(${JSON.stringify(sights)}::json) AS seen("organizationId" text, "userId" text)
      USING ("organizationId", "userId")
    ORDER BY members."organizationId", members."userId" FOR UPDATE OF members
      ${Prisma.raw(OF_MANY_TENANTS)}`)
  return new Map(rows.map((row) => [nameOf(row), row]))
}

const nameOf = ({ organizationId, userId }: Pick<Member, 'organizationId' | 'userId'>): string =>
  JSON.stringify([organizationId, userId])

/** Answers those that were not there. */
const insert = async (db: Db, sights: readonly Omit<Seen, 'sight'>[]): Promise<Set<string>> => {
  const rows = await db.$queryRaw<Member[]>(Prisma.sql`
    INSERT INTO members ("organizationId", "userId", email, roles, scopes, "saidAt", "firstSeenAt", "lastSeenAt")
    SELECT seen."organizationId", seen."userId", seen.email, seen.roles, seen.scopes, seen."saidAt", seen."lastSeenAt",
      seen."lastSeenAt"
    FROM json_to_recordset(${JSON.stringify(sights)}::json) AS seen("organizationId" text, "userId" text, email text,
      roles text[], scopes text[], "saidAt" timestamptz, "lastSeenAt" timestamptz)
    JOIN organizations ON organizations.id = seen."organizationId"
    ORDER BY seen."organizationId", seen."userId"
    ON CONFLICT DO NOTHING
    RETURNING "organizationId", "userId"`)
  return new Set(rows.map(nameOf))
}

const update = (db: Db, sights: readonly Omit<Seen, 'sight'>[]): Promise<number> =>
  db.$executeRaw(Prisma.sql`
    UPDATE members SET
      email = CASE WHEN seen."saidAt" >= members."saidAt" THEN seen.email ELSE members.email END,
      roles = CASE WHEN seen."saidAt" >= members."saidAt" THEN seen.roles ELSE members.roles END,
      scopes = CASE WHEN seen."saidAt" >= members."saidAt" THEN seen.scopes ELSE members.scopes END,
      "saidAt" = GREATEST(seen."saidAt", members."saidAt"),
      "lastSeenAt" = GREATEST(seen."lastSeenAt", members."lastSeenAt"),
      "lastOperation" = seen."lastOperation"
    FROM json_to_recordset(${JSON.stringify(sights)}::json) AS seen("organizationId" text, "userId" text, email text,
      roles text[], scopes text[], "saidAt" timestamptz, "lastSeenAt" timestamptz, "lastOperation" text)
    WHERE members."organizationId" = seen."organizationId" AND members."userId" = seen."userId"`)

/** An entry for who was not there, or has other rights; undefined where nothing changed. */
const entryOf = (seen: Seen, isNew: boolean, before: Rights & Pick<Member, 'saidAt'>): NewRow | undefined => {
  if (!isNew && (seen.saidAt < before.saidAt || isSame(before, seen))) return undefined
  const { sight, userId: subjectId } = seen
  return auditRow(
    sight,
    sight.operation ?? 'authenticate',
    { kind: 'member', subjectId, companyId: null, before: isNew ? null : rightsOf(before), after: rightsOf(seen) },
    sight.at,
  )
}

const write = async (db: Db, seen: readonly Seen[]): Promise<void> => {
  // Of what the statements do not name they take nothing.
  const plain = seen.map(({ sight, ...row }) => ({ ...row, lastSeenAt: sight.at }))
  const fresh = await insert(db, plain)
  const known = await hold(db, plain)
  await update(db, plain)
  await writeRows(
    db,
    seen.flatMap((one) => {
      const before = known.get(nameOf(one))
      return (before && entryOf(one, fresh.has(nameOf(one)), before)) ?? []
    }),
  )
}

export const membersSeen = (db: Database, log: Log): MembersSeen => {
  const latest = new Map<string, Seen>()
  /** A newer token says what the person is; an older one only that the person was there. */
  const keep = (seen: Seen): void => {
    const name = nameOf(seen)
    const before = latest.get(name)
    if (!before && latest.size >= MOST_KEPT) return
    const says = before && before.saidAt > seen.saidAt ? before : seen
    latest.set(name, { ...says, lastSeenAt: seen.lastSeenAt, lastOperation: seen.lastOperation })
  }
  let running: Promise<void> = Promise.resolve()

  const writeAll = async (): Promise<void> => {
    if (latest.size === 0) return
    const seen = [...latest.values()]
    latest.clear()
    try {
      await db.transaction((inside) => write(inside, seen))
    } catch (error) {
      log.warn({ err: error, members: seen.length }, 'Who was seen could not be written; it is tried again')
      // What came meanwhile is newer.
      const newer = [...latest.values()]
      latest.clear()
      for (const one of [...seen, ...newer]) keep(one)
    }
  }
  const flush = (): Promise<void> => (running = running.then(writeAll))
  const timer = setInterval(() => void flush(), WRITTEN_EVERY_MS)
  timer.unref()

  return {
    note(sight) {
      if (sight.actor.kind === 'user') keep(seenIn(sight))
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
