import type { Work } from '../generated/prisma/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Platform } from '../platform.ts'
import { type Kind, type WorkKind, kinds } from './kinds.ts'

const POLL_MS = 1_000
/** How many due rows one claim considers when it spreads attempts over targets. */
const LOOK_AHEAD = 500
/** The lease outlives the time limit, so that an attempt is over before anybody else may take the work. */
const LEASE_MARGIN_MS = 10_000

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
  let closed = false

  const free = (kind: WorkKind): number => kinds[kind].concurrency - [...running.values()].filter((item) => item.kind === kind).length

  const timeoutOf = ({ timeoutMs }: Kind): number => (typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(platform))

  const claim = async (kind: WorkKind, count: number): Promise<Work[]> => {
    const now = clock.now()
    const lease = new Date(now.getTime() + timeoutOf(kinds[kind]) + LEASE_MARGIN_MS)
    const full = [...running.values()].filter((item, _, all) => item.kind === kind && all.filter((other) => other.target === item.target).length >= kinds[kind].perTarget).map((item) => item.target)
    const due = Prisma.sql`kind = ${kind} AND "failedAt" IS NULL AND "dueAt" <= ${now} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${now})`
    return db.client.$queryRaw<Work[]>(Prisma.sql`
      UPDATE work SET attempts = attempts + 1, "leaseUntil" = ${lease}
      WHERE ("organizationId", id) IN (
        SELECT work."organizationId", work.id FROM work JOIN (
          SELECT "organizationId", id, row_number() OVER (PARTITION BY target ORDER BY "dueAt") AS nth
          FROM (SELECT * FROM work WHERE ${due} AND NOT target = ANY(${full}) ORDER BY "dueAt" LIMIT ${LOOK_AHEAD}) AS oldest
        ) AS ranked USING ("organizationId", id)
        WHERE ranked.nth <= ${kinds[kind].perTarget} AND ${due}
        ORDER BY work."dueAt" LIMIT ${count} FOR UPDATE OF work SKIP LOCKED)
      RETURNING *`)
  }

  const dueKinds = async (): Promise<WorkKind[]> => {
    const now = clock.now()
    const rows = await db.client.$queryRaw<{ kind: string }[]>(Prisma.sql`
      SELECT DISTINCT kind FROM work WHERE "failedAt" IS NULL AND "dueAt" <= ${now} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${now})`)
    return rows.map((row) => row.kind).filter((kind): kind is WorkKind => kind in kinds)
  }

  const attempt = async (kind: Kind, work: Work): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutOf(kind))
    try {
      const answer = await kind.run(platform, work, signal)
      // Guarded by the attempt: if the lease was lost meanwhile, the row is somebody else's.
      const mine = { organizationId: work.organizationId, id: work.id, attempts: work.attempts }
      if (typeof answer === 'object') await db.client.work.updateMany({ where: mine, data: { attempts: { decrement: 1 }, leaseUntil: null, lastError: null, dueAt: new Date(clock.now().getTime() + answer.againInSeconds * 1_000) } })
      else if (kind.repeatSeconds === undefined || answer === 'over') await db.client.work.deleteMany({ where: mine })
      else await db.client.work.updateMany({ where: mine, data: { attempts: 0, leaseUntil: null, lastError: null, dueAt: new Date(clock.now().getTime() + kind.repeatSeconds * 1_000) } })
    } catch (error) {
      await recordFailure(kind, work, error)
    }
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
        wake()
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
  const wake = (): void => {
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
      unsubscribe()
      await turning?.catch(() => undefined)
      await Promise.all([...running.values()].map((item) => item.done))
    },
  }
}
