/** The leases of this process: of what it attempts, and those that it may hold without knowing. */
import { Prisma, type Work } from '../../generated/prisma/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/database/open.ts'
import type { Log } from '../../kernel/log.ts'
import { leftAlone } from './claim.ts'

interface LeasesContext {
  db: Database
  clock: Clock
  log: Log
}

export class Leases {
  readonly #context: LeasesContext
  readonly #instanceId: string | null
  readonly #held = new Set<string>()
  #claims = 0
  /** Where a claim or an outcome failed, nobody here knows what became of it: its answer may have been lost. */
  #mayHoldMore = false
  #givingBack: Promise<void> | undefined

  constructor(context: LeasesContext, instanceId: string | null) {
    this.#context = context
    this.#instanceId = instanceId
  }

  /** What is claimed is held from the same moment on; nothing is claimed while leases are given back. */
  async claim<Claimed extends { work: readonly Work[] }>(take: () => Promise<Claimed>): Promise<Claimed> {
    while (this.#givingBack) await this.#givingBack
    this.#claims += 1
    try {
      const claimed = await take()
      for (const { id } of claimed.work) this.#held.add(id)
      return claimed
    } catch (error) {
      this.#mayHoldMore = true
      throw error
    } finally {
      this.#claims -= 1
    }
  }

  /** The attempt is over, and what came of it is recorded, or may not be. */
  end(works: readonly Work[], isRecorded: boolean): void {
    for (const { id } of works) this.#held.delete(id)
    this.#mayHoldMore ||= !isRecorded
  }

  /** Frees what nobody attempts, or it would wait until its lease ends. */
  async giveBack(): Promise<void> {
    if (!this.#mayHoldMore || this.#claims > 0 || this.#givingBack) return
    this.#mayHoldMore = false
    const { db, clock, log } = this.#context
    const unknown = Prisma.sql`"instanceId" IS NOT DISTINCT FROM ${this.#instanceId}::text AND NOT id = ANY(${[...this.#held]})`
    this.#givingBack = freeLeases(db.client, unknown, clock.now())
      .catch((error: unknown) => {
        this.#mayHoldMore = true
        log.warn({ err: error }, 'Leases that nobody uses could not be given back; trying again')
      })
      .finally(() => (this.#givingBack = undefined))
    await this.#givingBack
  }
}

/** Work that was there at several such ends waits longer each time, as after a lease that ran out: it may be the cause. */
export const freeLeases = async (db: Db, which: Prisma.Sql, now: Date): Promise<void> => {
  await db.$executeRaw(Prisma.sql`
    UPDATE work SET "leaseUntil" = least("leaseUntil", ${leftAlone(now, Prisma.sql`lost`)})
    WHERE ${which} AND "leaseUntil" IS NOT NULL`)
}
