import type { KindTable, WorkKind } from './work.ts'

/** What a target gets at first, and how many targets of a kind are remembered. */
const FIRST_SLOTS = 8
const MOST_REMEMBERED = 10_000

type Limits = Pick<KindTable<never>[WorkKind], 'concurrency' | 'perTarget' | 'queuesByTarget' | 'sharesSlotsOf'>
type CountByTarget = Map<string, number>

interface Attempted {
  kind: WorkKind
  target: string
}

/**
 * How many attempts may run at once: of a kind, and against each target. Where targets have queues, they earn their
 * slots: one more for each success, one in all after a failure. Room is for those that answer.
 */
export class Slots {
  readonly #limits: Readonly<Record<WorkKind, Limits>>
  readonly #running = new Map<WorkKind, CountByTarget>()
  readonly #earned = new Map<WorkKind, CountByTarget>()

  constructor(limits: Readonly<Record<WorkKind, Limits>>) {
    this.#limits = limits
  }

  start({ kind, target }: Attempted): void {
    const running = this.#countsOf(this.#running, kind)
    running.set(target, (running.get(target) ?? 0) + 1)
  }

  end({ kind, target }: Attempted): void {
    const running = this.#countsOf(this.#running, kind)
    const left = (running.get(target) ?? 0) - 1
    if (left > 0) running.set(target, left)
    else running.delete(target)
  }

  /** What came of an attempt: how often it succeeded. */
  note({ kind, target }: Attempted, successes: number): void {
    const { perTarget, queuesByTarget } = this.#limits[kind]
    if (!queuesByTarget) return
    const earned = this.#countsOf(this.#earned, kind)
    if (earned.size >= MOST_REMEMBERED) earned.clear()
    earned.set(target, successes > 0 ? Math.min(perTarget, (earned.get(target) ?? FIRST_SLOTS) + successes) : 1)
  }

  free(kind: WorkKind): number {
    const running = [...this.#countsOf(this.#running, kind).values()].reduce((sum, count) => sum + count, 0)
    return this.#limits[kind].concurrency - running
  }

  /** What a target has that nothing is known of. */
  first(kind: WorkKind): number {
    const { perTarget, queuesByTarget } = this.#limits[kind]
    return queuesByTarget ? Math.min(FIRST_SLOTS, perTarget) : perTarget
  }

  /** Targets that have more or fewer slots left than one that nothing is known of. */
  freeByTarget(kind: WorkKind): [target: string, slots: number][] {
    const free = new Map(this.#countsOf(this.#earned, kind))
    for (const [target, count] of this.#countsOf(this.#running, kind))
      free.set(target, (free.get(target) ?? this.first(kind)) - count)
    return [...free]
  }

  #countsOf(all: Map<WorkKind, CountByTarget>, kind: WorkKind): CountByTarget {
    const owner = this.#limits[kind].sharesSlotsOf ?? kind
    const known = all.get(owner) ?? new Map<string, number>()
    all.set(owner, known)
    return known
  }
}
