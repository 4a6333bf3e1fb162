import { type Kind, type WorkKind, kinds } from '../../app/work-kinds.ts'

/** What a target gets at first, and how many targets of a kind are remembered. */
const FIRST_ROOM = 8
const MOST_REMEMBERED = 10_000

interface Attempted {
  kind: WorkKind
  target: string
}

/** How many attempts may run at once: of a kind, and against each target. */
export interface Room {
  start(work: Attempted): void
  end(work: Attempted): void
  /** What came of an attempt. */
  note(work: Attempted, succeeded: boolean): void
  left(kind: WorkKind): number
  /** Targets that have another room left than one that is new. */
  leftByTarget(kind: WorkKind): [target: string, room: number][]
}

export const firstRoom = ({ perTarget, queuesByTarget }: Kind): number =>
  queuesByTarget ? Math.min(FIRST_ROOM, perTarget) : perTarget

/** Where targets have queues, they earn their room: one place more for each success, one in all after a failure. Room is for those that answer. */
export const newRoom = (): Room => {
  const running = new Map<WorkKind, Map<string, number>>()
  const earned = new Map<WorkKind, Map<string, number>>()
  const of = (all: typeof running, kind: WorkKind): Map<string, number> => {
    const known = all.get(kind) ?? new Map<string, number>()
    all.set(kind, known)
    return known
  }
  return {
    start: ({ kind, target }) => void of(running, kind).set(target, (of(running, kind).get(target) ?? 0) + 1),
    end({ kind, target }) {
      const left = (of(running, kind).get(target) ?? 0) - 1
      if (left > 0) of(running, kind).set(target, left)
      else of(running, kind).delete(target)
    },
    note({ kind, target }, succeeded) {
      const known = of(earned, kind)
      const { perTarget, queuesByTarget }: Kind = kinds[kind]
      if (!queuesByTarget) return
      if (known.size >= MOST_REMEMBERED) known.clear()
      known.set(target, succeeded ? Math.min(perTarget, (known.get(target) ?? FIRST_ROOM) + 1) : 1)
    },
    left: (kind) => kinds[kind].concurrency - [...of(running, kind).values()].reduce((sum, count) => sum + count, 0),
    leftByTarget(kind) {
      const left = new Map(of(earned, kind))
      for (const [target, count] of of(running, kind))
        left.set(target, (left.get(target) ?? firstRoom(kinds[kind])) - count)
      return [...left]
    },
  }
}
