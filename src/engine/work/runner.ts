import type { Work } from '../../generated/prisma/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Platform } from '../../app/compose.ts'
import { atMost, storable } from '../../values/text.ts'
import { dueBy, oldestByTarget, oldestOfAll } from './claim.ts'
import { firstRoom, newRoom } from './slots.ts'
import { type Kind, type Later, type Recorded, type WorkKind, kinds } from '../../app/work-kinds.ts'
import { nextDue } from './next-due.ts'
import { triesOf } from './tries.ts'

const POLL_MS = 1_000
/** The lease outlives the time limit, so that an attempt is over before anybody else may take the work. */
const LEASE_MARGIN_MS = 10_000
/** Work that is there whenever a process dies may be the cause: each time it is left alone for a margin longer, up to so many. */
const MOST_MARGINS = 60
/** What ends within so short a time makes room for one claim, not for many. */
const GATHER_MS = 3

export interface Runner {
  /** Waits until nothing is due and nothing runs: for tests and for the sandbox clock. */
  settle(): Promise<void>
  /** Claims nothing more and waits for the attempts in flight. */
  close(): Promise<void>
}

/** Claims due work with a lease, runs it within the limits of its kind, and records how it went. */
export const startRunner = (platform: Platform): Runner => {
  const { db, clock, log, signals } = platform
  const room = newRoom()
  const running = new Map<string, Promise<void>>()
  let closed = false

  const timeoutOf = ({ timeoutMs }: Kind): number => (typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(platform))

  const claim = async (name: WorkKind): Promise<Work[]> => {
    const now = clock.now()
    const kind: Kind = kinds[name]
    const candidates = kind.queuesByTarget ? oldestByTarget : oldestOfAll
    return db.client.$queryRaw<Work[]>(Prisma.sql`
      WITH candidates AS MATERIALIZED (${candidates({ kind: name, now, count: room.left(name), perTarget: firstRoom(kind), room: room.leftByTarget(name) })})
      UPDATE work SET attempts = attempts + 1, lost = lost + CASE WHEN "leaseUntil" IS NULL THEN 0 ELSE 1 END,
        "leaseUntil" = ${new Date(now.getTime() + timeoutOf(kind) + LEASE_MARGIN_MS)}::timestamptz + least(lost, ${MOST_MARGINS}) * ${LEASE_MARGIN_MS}::int * interval '1 millisecond'
      FROM candidates WHERE work."organizationId" = candidates."organizationId" AND work.id = candidates.id
      RETURNING work.*`)
  }

  const dueKinds = async (): Promise<WorkKind[]> => {
    const now = clock.now()
    const rows = await db.client.$queryRaw<{ kind: WorkKind }[]>(Prisma.sql`
      SELECT kind FROM unnest(${Object.keys(kinds)}::text[]) AS kind
      WHERE EXISTS (SELECT 1 FROM work WHERE work.kind = kind.kind AND ${dueBy(now)})`)
    return rows.map((row) => row.kind)
  }

  const attempt = async (name: WorkKind, work: Work): Promise<void> => {
    const kind: Kind = kinds[name]
    try {
      const answer = await kind.run(platform, work, AbortSignal.timeout(timeoutOf(kind)))
      const recorded = typeof answer === 'object' && 'recorded' in answer ? answer.recorded : undefined
      room.note({ kind: name, target: work.target }, recorded !== 'failure')
      if (recorded === undefined) await finish(kind, work, answer as Exclude<typeof answer, Recorded>)
    } catch (error) {
      room.note({ kind: name, target: work.target }, false)
      await recordFailure(kind, work, error)
    }
  }

  const finish = async (kind: Kind, work: Work, answer: void | 'over' | Later): Promise<void> => {
    const { organizationId, id, attempts } = work
    const again = (seconds: number) => ({
      leaseUntil: null,
      lastError: null,
      dueAt: nextDue(work, clock.now(), seconds),
    })
    // Guarded by the attempt: if the lease was lost meanwhile, the row is somebody else's.
    const mine = { organizationId, id, attempts }
    if (typeof answer === 'object')
      await db.client.work.updateMany({
        where: mine,
        data: { attempts: { decrement: 1 }, ...again(answer.againInSeconds) },
      })
    else if (kind.repeatSeconds === undefined || answer === 'over') await db.client.work.deleteMany({ where: mine })
    else await db.client.work.updateMany({ where: mine, data: { attempts: 0, lost: 0, ...again(kind.repeatSeconds) } })
  }

  const recordFailure = async (kind: Kind, work: Work, error: unknown): Promise<void> => {
    const lastError = atMost(500, storable(error instanceof Error ? error.message : String(error)))
    const delay = kind.delaysSeconds[triesOf(work) - 1] ?? (kind.countsItself ? kind.delaysSeconds.at(-1) : undefined)
    const now = clock.now()
    log.warn(
      { err: error, work: work.id, kind: work.kind, attempt: triesOf(work) },
      delay === undefined && kind.repeatSeconds === undefined
        ? 'Work has failed for good'
        : 'Work failed and will be tried again',
    )
    const outcome =
      delay !== undefined
        ? { dueAt: nextDue(work, now, delay) }
        : kind.repeatSeconds !== undefined
          ? { attempts: 0, lost: 0, dueAt: nextDue(work, now, kind.repeatSeconds) }
          : { failedAt: now }
    await db.client.work.updateMany({
      where: { organizationId: work.organizationId, id: work.id, attempts: work.attempts },
      data: { ...outcome, leaseUntil: null, lastError },
    })
  }

  const start = (name: WorkKind, work: Work): void => {
    const place = { kind: name, target: work.target }
    room.start(place)
    const done = attempt(name, work)
      .catch((error: unknown) =>
        log.error(
          { err: error, work: work.id },
          'The outcome of an attempt could not be recorded; the lease will run out',
        ),
      )
      .finally(() => {
        running.delete(work.id)
        room.end(place)
        roomier.add(name)
        gathering ??= setTimeout(goOn, GATHER_MS)
      })
    running.set(work.id, done)
  }

  /** Starts what is due and has room, of these kinds; true when something was started. */
  const startDue = async (names: readonly WorkKind[]): Promise<boolean> => {
    let started = false
    for (const name of names) {
      if (closed || room.left(name) <= 0) continue
      const claimed = await claim(name)
      for (const work of claimed) start(name, work)
      started ||= claimed.length > 0
    }
    return started
  }

  /** Kinds that have room because an attempt has ended, and whether all are to be looked at. */
  const roomier = new Set<WorkKind>()
  let all = false
  let turning: Promise<void> | undefined
  const turn = (): Promise<void> => {
    turning ??= (async () => {
      while ((all || roomier.size > 0) && !closed) {
        const names = all ? undefined : [...roomier]
        all = false
        roomier.clear()
        await startDue(names ?? (await dueKinds()))
      }
    })().finally(() => {
      turning = undefined
      // Something may have come between the last look and here.
      if (all || roomier.size > 0) goOn()
    })
    return turning
  }
  let gathering: NodeJS.Timeout | undefined
  const goOn = (): void => {
    gathering = undefined
    if (!closed)
      turn().catch((error: unknown) => log.error({ err: error }, 'Looking for due work failed; trying again'))
  }
  const wake = (): void => {
    all = true
    goOn()
  }
  const unsubscribe = signals.subscribe('work', wake)
  const timer = setInterval(wake, POLL_MS)
  timer.unref()

  return {
    async settle() {
      const busy = (): boolean => turning !== undefined || running.size > 0 || roomier.size > 0
      do {
        all = true
        await turn()
        await Promise.all(running.values())
        // Something may be on its way between being claimed and running: looked at before and after.
      } while (!closed && (busy() || (await startDue(await dueKinds())) || busy()))
    },
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(gathering)
      unsubscribe()
      await turning?.catch(() => undefined)
      await Promise.all(running.values())
    },
  }
}
