import type { Clock } from '../../kernel/clock.ts'

/** Who answers what is kept, in a trace. */
export const CACHE = 'cache'

/** An answer, and how long it may be believed. */
export interface KeptAnswer<T> {
  value: T
  until: Date
}

/** Answers for as long as they say that they may be kept. */
export interface Memory<T> {
  get(key: string): KeptAnswer<T> | undefined
  /** `bytes` is about as much as the answer took to say. */
  keep(key: string, answer: KeptAnswer<T>, bytes: number): void
  forget(isMeant: (key: string) => boolean): void
}

/** What strangers say does not fill the memory: with the most that each may say, and of many who say little. */
const MOST_BYTES = 32 * 1_048_576
const LEAST_BYTES = 1_024
/** Whatever a record says of itself, it is asked for anew every day. */
const LONGEST_MS = 86_400_000

export const newMemory = <T>(clock: Clock): Memory<T> => {
  const kept = new Map<string, KeptAnswer<T> & { bytes: number }>()
  let held = 0
  const drop = (key: string): void => {
    held -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const entry = kept.get(key)
      if (!entry || entry.until > clock.now()) return entry
      drop(key)
      return undefined
    },
    keep(key, { value, until }, bytes) {
      const now = clock.now()
      if (until <= now) return
      drop(key)
      const weight = Math.max(LEAST_BYTES, bytes)
      held += weight
      kept.set(key, { value, until: new Date(Math.min(until.getTime(), now.getTime() + LONGEST_MS)), bytes: weight })
      // What was kept first goes first.
      for (const oldest of kept.keys()) if (held > MOST_BYTES) drop(oldest)
    },
    forget(isMeant) {
      for (const key of [...kept.keys()].filter(isMeant)) drop(key)
    },
  }
}
