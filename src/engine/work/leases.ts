/** What this process has claimed: what it attempts, and what it may hold without knowing. */
import { Prisma, type Work } from '../../generated/prisma/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database/open.ts'
import type { Log } from '../../kernel/log.ts'
import { leftAlone } from './claim.ts'

/**
 * So long after an answer was lost, leases are looked for: a commit may come to light late. Later, most have ended by
 * themselves.
 */
const IN_DOUBT_MS = 180_000
/** Each look reads the whole queue: the next ones come later and later, and soon again where another answer is lost. */
const PAUSE_MS = 1_000
const SOON_MS = 5_000
const LONGEST_PAUSE_MS = 30_000

interface LeasesContext {
  db: Database
  clock: Clock
  log: Log
}

type Leased = Pick<Work, 'id' | 'leaseUntil'>

/** The same work may be claimed again, and its attempts counted anew: under another lease. */
const keyOf = ({ id, leaseUntil }: Leased): string => `${id} ${leaseUntil?.getTime()}`

export class Leases {
  readonly #context: LeasesContext
  readonly #instanceId: string | null
  readonly #held = new Set<string>()
  readonly #claims = new Set<Promise<unknown>>()
  /** By the time of the process: where a claim or an outcome failed, nobody here knows what became of it. */
  #inDoubtUntil = 0
  #nextLook = 0
  #pause = PAUSE_MS
  #looking: Promise<void> | undefined

  constructor(context: LeasesContext, instanceId: string | null) {
    this.#context = context
    this.#instanceId = instanceId
  }

  /** What is claimed is held from the same moment on. */
  async claim<Claimed>(
    take: () => Promise<Claimed>,
    worksOf: (claimed: Claimed) => readonly Leased[],
  ): Promise<Claimed> {
    const claiming = take()
    this.#claims.add(claiming)
    try {
      const claimed = await claiming
      for (const work of worksOf(claimed)) this.#held.add(keyOf(work))
      return claimed
    } catch (error) {
      this.#doubt()
      throw error
    } finally {
      this.#claims.delete(claiming)
    }
  }

  /** The attempt is over, and what came of it is recorded, or may not be. */
  end(works: readonly Leased[], isRecorded: boolean): void {
    for (const work of works) this.#held.delete(keyOf(work))
    if (!isRecorded) this.#doubt()
  }

  /** Asked every second: frees what nobody attempts, or it would wait until its lease ends. */
  look(): void {
    const now = performance.now()
    if (now > this.#inDoubtUntil || now < this.#nextLook) return
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) =>
        this.#context.log.warn({ err: error }, 'Leases that nobody uses could not be given back; trying again'),
      )
      .finally(() => (this.#looking = undefined))
  }

  async #lookOnce(): Promise<void> {
    await this.#giveBack()
    this.#nextLook = performance.now() + this.#pause
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS)
  }

  /** False where leases may be left behind. */
  async close(): Promise<boolean> {
    await this.#looking
    return performance.now() > this.#inDoubtUntil
  }

  #doubt(): void {
    const now = performance.now()
    const isNew = now > this.#inDoubtUntil
    this.#inDoubtUntil = now + IN_DOUBT_MS
    if (isNew) this.#pause = PAUSE_MS
    this.#nextLook = isNew ? now : Math.min(this.#nextLook, now + SOON_MS)
  }

  /**
   * Claims go on meanwhile: what was seen as leased and is attempted by nobody once the claims of that time have been
   * answered, stays so. A statement that arrives late finds another lease there.
   */
  async #giveBack(): Promise<void> {
    const { db, clock } = this.#context
    const leased = await db.client.work.findMany({
      where: { instanceId: this.#instanceId, leaseUntil: { gt: clock.now() } },
      select: { organizationId: true, id: true, leaseUntil: true },
    })
    await Promise.allSettled(this.#claims)
    const notAttempted = leased.filter((work) => !this.#held.has(keyOf(work)))
    for (const { organizationId, id, leaseUntil } of notAttempted)
      await db.client.$executeRaw`
        UPDATE work SET "leaseUntil" = least("leaseUntil", ${leftAlone(clock.now(), Prisma.sql`lost`)})
        WHERE "organizationId" = ${organizationId} AND id = ${id} AND "leaseUntil" = ${leaseUntil}`
  }
}
