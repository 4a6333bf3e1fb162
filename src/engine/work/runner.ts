import type { Work } from '../../generated/prisma/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database/open.ts'
import { DatabaseUnavailable } from '../../kernel/errors/unavailable.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { spanned } from '../../kernel/spans.ts'
import type { WakeUps } from '../../kernel/wake-ups/wake-ups.ts'
import { type Claimed, claimWith, claimWork, kindsWithDueWork } from './claim.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { Leases } from './leases.ts'
import { outcomeOfFailure, recordFailure, recordSuccess } from './record.ts'
import { Slots } from './slots.ts'
import { withinTime } from './time-limit.ts'
import { triesOf } from './tries.ts'
import {
  type AlreadyRecorded,
  type WorkDefinition,
  type KindTable,
  type WorkKind,
  type WorkResult,
  workKindNames,
} from './work.ts'

const POLL_MS = 1_000
/** The attempt has failed, and so it is recorded. */
const FAILED: AlreadyRecorded = { recorded: 'failure' }
/** What ends within so short a time makes room for one claim, not for many. */
const GATHER_MS = 3

export interface Runner {
  /** Waits until nothing is due and nothing runs: for tests and for the sandbox clock. */
  settle(): Promise<void>
  /** Claims nothing more and waits for the attempts in flight. */
  close(): Promise<void>
}

/** What the runner itself needs; the kinds may need more. */
interface RunnerContext {
  db: Database
  clock: Clock
  log: Log
  wakeUps: WakeUps
  metrics: Pick<Metrics, 'failedWork'>
}

/** Claims due work with a lease, runs it within the limits of its kind, and records how it went. */
export const startRunner = <Context extends RunnerContext>(context: Context, kinds: KindTable<Context>): Runner =>
  new WorkRunner(context, kinds)

class WorkRunner<Context extends RunnerContext> implements Runner {
  readonly #context: Context
  readonly #kinds: KindTable<Context>
  readonly #slots: Slots
  readonly #heartbeat: Heartbeat
  readonly #leases: Leases
  readonly #running = new Set<Promise<void>>()
  readonly #unsubscribe: () => void
  readonly #polling: NodeJS.Timeout
  /** Kinds that have room because an attempt has ended, and whether all are to be looked at. */
  readonly #roomier = new Set<WorkKind>()
  #lookAtAll = false
  #turn: Promise<void> | undefined
  #gathering: NodeJS.Timeout | undefined
  #closed = false

  constructor(context: Context, kinds: KindTable<Context>) {
    this.#context = context
    this.#kinds = kinds
    this.#slots = new Slots(kinds)
    // Told as 0 from the start: a first failure is then a rise.
    for (const kind of workKindNames) context.metrics.failedWork.inc({ kind }, 0)
    this.#heartbeat = startHeartbeat(context)
    this.#leases = new Leases(context, this.#heartbeat.instanceId)
    this.#unsubscribe = context.wakeUps.subscribe('work', () => this.#wake())
    this.#polling = setInterval(() => this.#poll(), POLL_MS).unref()
  }

  async settle(): Promise<void> {
    do {
      this.#lookAtAll = true
      await this.#takeTurn()
      await Promise.all(this.#running)
      // Something may be on its way between being claimed and running: looked at before and after.
    } while (!this.#closed && (this.#isBusy || (await this.#startDue(await this.#dueKinds())) || this.#isBusy))
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#polling)
    clearTimeout(this.#gathering)
    this.#unsubscribe()
    await this.#turn?.catch(() => undefined)
    await Promise.all(this.#running)
    await this.#heartbeat.stop(await this.#leases.close())
  }

  get #isBusy(): boolean {
    return this.#turn !== undefined || this.#running.size > 0 || this.#roomier.size > 0
  }

  #poll(): void {
    this.#leases.look()
    this.#wake()
  }

  #wake(): void {
    this.#lookAtAll = true
    this.#goOn()
  }

  #goOn(): void {
    this.#gathering = undefined
    if (this.#closed) return
    this.#takeTurn().catch((error: unknown) =>
      this.#context.log.error({ err: error }, 'Looking for due work failed; trying again'),
    )
  }

  /** One turn at a time; what comes meanwhile is seen by the turn that is under way, or by the next. */
  #takeTurn(): Promise<void> {
    this.#turn ??= this.#startWhatIsDue().finally(() => {
      this.#turn = undefined
      // Something may have come between the last look and here.
      if (this.#lookAtAll || this.#roomier.size > 0) this.#goOn()
    })
    return this.#turn
  }

  async #startWhatIsDue(): Promise<void> {
    while ((this.#lookAtAll || this.#roomier.size > 0) && !this.#closed) {
      const names = this.#lookAtAll ? undefined : [...this.#roomier]
      this.#lookAtAll = false
      this.#roomier.clear()
      await this.#startDue(names ?? (await this.#dueKinds()))
    }
  }

  #dueKinds(): Promise<WorkKind[]> {
    const { db, clock } = this.#context
    return kindsWithDueWork(db, clock.now())
  }

  /** Starts what is due and has room, of these kinds; true when something was started. */
  async #startDue(names: readonly WorkKind[]): Promise<boolean> {
    let started = false
    for (const name of names) {
      if (this.#closed || this.#slots.free(name) <= 0) continue
      const { work, mayBeMore } = await this.#claimAndStart(name)
      if (mayBeMore) await this.#claimAndStart(name, true)
      started ||= work.length > 0
    }
    return started
  }

  async #claimAndStart(name: WorkKind, looksFar = false): Promise<Claimed> {
    const claimed = await this.#leases.claim(
      () => this.#claim(name, looksFar),
      ({ work }) => work,
    )
    for (const work of claimed.work) this.#start(name, work)
    return claimed
  }

  #claim(name: WorkKind, looksFar: boolean): Promise<Claimed> {
    const { db, clock } = this.#context
    return claimWork(db, {
      kind: name,
      instanceId: this.#heartbeat.instanceId,
      now: clock.now(),
      timeoutMs: this.#timeoutOf(this.#kinds[name]),
      count: this.#slots.free(name),
      perTarget: this.#slots.first(name),
      freeByTarget: this.#slots.freeByTarget(name),
      queuesByTarget: this.#kinds[name].queuesByTarget ?? false,
      looksFar,
    })
  }

  /** The kinds that have room when an attempt of this one has ended. */
  #sharing(name: WorkKind): WorkKind[] {
    const owner = this.#kinds[name].sharesSlotsOf ?? name
    return workKindNames.filter((kind) => kind === owner || this.#kinds[kind].sharesSlotsOf === owner)
  }

  #timeoutOf({ timeoutMs }: WorkDefinition<Context>): number {
    return typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(this.#context)
  }

  #start(name: WorkKind, work: Work): void {
    const slot = { kind: name, target: work.target }
    this.#slots.start(slot)
    const facts = {
      'invoice_exchange.organization_id': work.organizationId ?? undefined,
      'invoice_exchange.attempt': triesOf(work),
    }
    const attempted: [Work, ...Work[]] = [work]
    const done = spanned(`work ${name}`, facts, () => this.#attempt(name, attempted), {
      kind: 'consumer',
      isRoot: true,
    })
      .then(
        () => this.#leases.end(attempted, true),
        (error: unknown) => {
          this.#leases.end(attempted, false)
          const told = 'The outcome of an attempt could not be recorded; its work is given back'
          this.#context.log.error({ err: error, work: work.id }, told)
        },
      )
      .finally(() => {
        this.#running.delete(done)
        this.#slots.end(slot)
        for (const kind of this.#sharing(name)) this.#roomier.add(kind)
        this.#gathering ??= setTimeout(() => this.#goOn(), GATHER_MS)
      })
    this.#running.add(done)
  }

  /** Adds to what is attempted the works that are attempted together with it. */
  async #attempt(name: WorkKind, attempted: [Work, ...Work[]]): Promise<void> {
    const kind = this.#kinds[name]
    const [work] = attempted
    const slot = { kind: name, target: work.target }
    const running = withinTime(this.#timeoutOf(kind), async (signal) => {
      const others = await this.#claimWith(kind, work)
      attempted.push(...others)
      return kind.run(this.#context, work, signal, others)
    })
    const result: WorkResult = await running.catch(async (error: unknown) => {
      for (const one of attempted) await this.#fail(kind, one, error)
      return FAILED
    })
    const isRecorded = typeof result === 'object' && 'recorded' in result
    const failed = isRecorded && result.recorded === 'failure'
    this.#slots.note(slot, failed ? 0 : ((isRecorded ? result.times : undefined) ?? 1))
    if (isRecorded) return
    const { db, clock } = this.#context
    for (const one of attempted) await recordSuccess(db.client, kind, one, result, clock.now())
  }

  async #claimWith({ together }: WorkDefinition<Context>, work: Work): Promise<Work[]> {
    const { db, clock } = this.#context
    if (together === undefined || work.attempts > 1) return []
    const claimed = (): Promise<Work[]> => claimWith(db, work, { most: together, now: clock.now() })
    return this.#leases.claim(claimed, (works) => works)
  }

  async #fail(kind: WorkDefinition<Context>, work: Work, error: unknown): Promise<void> {
    const { db, clock, log, metrics } = this.#context
    const outcome = outcomeOfFailure(kind, work, clock.now())
    const isLast = 'failedAt' in outcome
    // It says nothing of the work, and nobody would try again: the work is given back, and this try does not count.
    if (isLast && error instanceof DatabaseUnavailable) throw error
    const told = isLast ? 'Work has failed for good' : 'Work failed and will be tried again'
    log.warn({ err: error, work: work.id, kind: work.kind, attempt: triesOf(work) }, told)
    const isRecorded = await recordFailure(db.client, work, error, outcome)
    if (isLast && isRecorded) metrics.failedWork.inc({ kind: work.kind })
  }
}
