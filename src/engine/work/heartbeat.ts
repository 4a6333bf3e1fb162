/** Signs of life of the processes that do due work: the work of one that has died is free within seconds. */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/database/open.ts'
import type { Log } from '../../kernel/log.ts'
import { leftAlone } from './claim.ts'

const BEAT_MS = 1_000
/** Longer than a process may be held up by itself, shorter than anybody waits for a delivery. */
const DEAD_AFTER = Prisma.sql`interval '6 seconds'`

export interface Heartbeat {
  /** Who has claimed a piece of work; null where only one process can have. */
  readonly instanceId: string | null
  /** With leases left behind, others find this process dead, and free them. */
  stop(isClean: boolean): Promise<void>
}

interface HeartbeatContext {
  db: Database
  clock: Clock
  log: Log
}

/** The embedded database belongs to one process, which frees all leases when it starts. */
export const startHeartbeat = (context: HeartbeatContext): Heartbeat =>
  context.db.kind === 'embedded' ? { instanceId: null, stop: () => Promise.resolve() } : new Beating(context)

/** Time is told by the database: the clocks of the machines may differ. */
class Beating implements Heartbeat {
  readonly instanceId = randomUUID()
  readonly #context: HeartbeatContext
  readonly #timer: NodeJS.Timeout
  #beat: Promise<void> | undefined

  constructor(context: HeartbeatContext) {
    this.#context = context
    this.#timer = setInterval(() => this.#next(), BEAT_MS).unref()
    this.#next()
  }

  async stop(isClean: boolean): Promise<void> {
    clearInterval(this.#timer)
    await this.#beat
    if (isClean)
      await this.#context.db.client.instance.deleteMany({ where: { id: this.instanceId } }).catch(() => undefined)
  }

  /** A beat that takes long is not followed by another; after one that failed comes the next. */
  #next(): void {
    this.#beat ??= this.#run()
      .catch((error: unknown) => this.#context.log.warn({ err: error }, 'A heartbeat could not be written'))
      .finally(() => (this.#beat = undefined))
  }

  async #run(): Promise<void> {
    const { db, clock } = this.#context
    const dead = await db.client.$queryRaw<{ id: string }[]>(Prisma.sql`
      WITH beat AS (
        INSERT INTO instances (id, "beatAt") VALUES (${this.instanceId}, now())
        ON CONFLICT (id) DO UPDATE SET "beatAt" = now()
      )
      SELECT id FROM instances WHERE "beatAt" < now() - ${DEAD_AFTER}`)
    if (dead.length > 0) await db.transaction((tx) => buryTheDead(tx, clock.now()))
  }
}

/**
 * Frees the work of processes that have died. Work that was there at several deaths waits longer each time, as after a
 * lease that ran out: it may be the cause.
 */
const buryTheDead = async (tx: Db, now: Date): Promise<void> => {
  const dead = await tx.$queryRaw<{ id: string }[]>(
    Prisma.sql`DELETE FROM instances WHERE "beatAt" < now() - ${DEAD_AFTER} RETURNING id`,
  )
  await tx.$executeRaw(Prisma.sql`
    UPDATE work SET "leaseUntil" = least("leaseUntil", ${leftAlone(now, Prisma.sql`lost`)})
    WHERE "instanceId" = ANY(${dead.map(({ id }) => id)}) AND "leaseUntil" IS NOT NULL`)
}
