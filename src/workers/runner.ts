import type { Work } from '../generated/prisma/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Platform } from '../platform.ts'
import { dueBy, oldestByTarget, oldestOfAll } from './candidates.ts'
import { type Kind, type Later, type Recorded, type WorkKind, kinds } from './kinds.ts'

const POLL_MS = 1_000
/** The lease outlives the time limit, so that an attempt is over before anybody else may take the work. */
const LEASE_MARGIN_MS = 10_000
const ROOM_WHILE_FAILING = 1
/** How many failing targets are remembered. */
const MOST_FAILING = 10_000
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
  const running = new Map<string, { kind: WorkKind; target: string; done: Promise<void> }>()
  const failing = new Set<string>()
  let closed = false

  const free = (kind: WorkKind): number => kinds[kind].concurrency - [...running.values()].filter((item) => item.kind === kind).length

  const timeoutOf = ({ timeoutMs }: Kind): number => (typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(platform))

  /** Targets of a kind that have less room than the kind allows: attempts run, or the last one failed. */
  const roomOf = (kind: WorkKind): Map<string, number> => {
    const { perTarget } = kinds[kind]
    const room = new Map([...failing].filter((name) => name.startsWith(`${kind} `)).map((name) => [name.slice(kind.length + 1), ROOM_WHILE_FAILING]))
    for (const item of running.values()) if (item.kind === kind) room.set(item.target, (room.get(item.target) ?? perTarget) - 1)
    return room
  }

  const claim = async (kind: WorkKind, count: number): Promise<Work[]> => {
    const now = clock.now()
    const { perTarget, queuesByTarget }: Kind = kinds[kind]
    const candidates = queuesByTarget ? oldestByTarget : oldestOfAll
    return db.client.$queryRaw<Work[]>(Prisma.sql`
      WITH candidates AS MATERIALIZED (${candidates({ kind, now, count, perTarget, room: [...roomOf(kind)] })})
      UPDATE work SET attempts = attempts + 1, "leaseUntil" = ${new Date(now.getTime() + timeoutOf(kinds[kind]) + LEASE_MARGIN_MS)}
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

  const attempt = async (kind: Kind, work: Work): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutOf(kind))
    try {
      const answer = await kind.run(platform, work, signal)
      const recorded = typeof answer === 'object' && 'recorded' in answer ? answer.recorded : undefined
      note(work, recorded === 'failure')
      if (recorded === undefined) await finish(kind, work, answer as Exclude<typeof answer, Recorded>)
    } catch (error) {
      note(work, true)
      await recordFailure(kind, work, error)
    }
  }

  const finish = async (kind: Kind, { organizationId, id, attempts }: Work, answer: void | 'over' | Later): Promise<void> => {
    const again = (seconds: number) => ({ leaseUntil: null, lastError: null, dueAt: new Date(clock.now().getTime() + seconds * 1_000) })
    // Guarded by the attempt: if the lease was lost meanwhile, the row is somebody else's.
    const mine = { organizationId, id, attempts }
    if (typeof answer === 'object') await db.client.work.updateMany({ where: mine, data: { attempts: { decrement: 1 }, ...again(answer.againInSeconds) } })
    else if (kind.repeatSeconds === undefined || answer === 'over') await db.client.work.deleteMany({ where: mine })
    else await db.client.work.updateMany({ where: mine, data: { attempts: 0, ...again(kind.repeatSeconds) } })
  }

  /** A target that has just failed is tried with one attempt at a time, until one succeeds: the room is for those that answer. */
  const note = ({ kind, target }: Work, failed: boolean): void => {
    if (failed) failing.add(`${kind} ${target}`)
    else failing.delete(`${kind} ${target}`)
    if (failing.size > MOST_FAILING) failing.clear()
  }

  const recordFailure = async (kind: Kind, work: Work, error: unknown): Promise<void> => {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const delay = kind.delaysSeconds[work.attempts - 1]
    const now = clock.now()
    const outcome = delay === undefined ? { failedAt: now } : { dueAt: new Date(now.getTime() + delay * 1_000) }
    log.warn({ err: error, work: work.id, kind: work.kind, attempt: work.attempts }, delay === undefined ? 'Work has failed for good' : 'Work failed and will be tried again')
    await db.client.work.updateMany({ where: { organizationId: work.organizationId, id: work.id, attempts: work.attempts }, data: { ...outcome, leaseUntil: null, lastError } })
  }

  const start = (name: WorkKind, work: Work): void => {
    const done = attempt(kinds[name], work)
      .catch((error: unknown) => log.error({ err: error, work: work.id }, 'The outcome of an attempt could not be recorded; the lease will run out'))
      .finally(() => {
        running.delete(work.id)
        gathering ??= setTimeout(wake, GATHER_MS)
      })
    running.set(work.id, { kind: name, target: work.target, done })
  }

  /** Starts what is due and has room; true when something was started. */
  const startDue = async (): Promise<boolean> => {
    let started = false
    for (const name of await dueKinds()) {
      const room = free(name)
      if (closed || room <= 0) continue
      const claimed = await claim(name, Math.min(room, kinds[name].concurrency))
      for (const work of claimed) start(name, work)
      started ||= claimed.length > 0
    }
    return started
  }

  let turning: Promise<void> | undefined
  let again = false
  const turn = (): Promise<void> => {
    if (turning) {
      again = true
      return turning
    }
    turning = (async () => {
      do {
        again = false
        await startDue()
      } while (again && !closed)
    })().finally(() => (turning = undefined))
    return turning
  }
  let gathering: NodeJS.Timeout | undefined
  const wake = (): void => {
    clearTimeout(gathering)
    gathering = undefined
    if (!closed) turn().catch((error: unknown) => log.error({ err: error }, 'Looking for due work failed; trying again'))
  }
  const unsubscribe = signals.subscribe('work', wake)
  const timer = setInterval(wake, POLL_MS)
  timer.unref()

  return {
    async settle() {
      do {
        await turn()
        await Promise.all([...running.values()].map((item) => item.done))
        // Something may be on its way between being claimed and running.
      } while (turning || running.size > 0 || (await startDue()) || turning)
    },
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(gathering)
      unsubscribe()
      await turning?.catch(() => undefined)
      await Promise.all([...running.values()].map((item) => item.done))
    },
  }
}
