import type { Clock } from '../../clock.ts'

/** An answer, and how long it may be believed. */
export interface Kept<T> { value: T; until: Date }

/** Answers for as long as they say that they may be kept. */
export interface Memory<T> {
  get(key: string): Kept<T> | undefined
  keep(key: string, answer: Kept<T>): void
  forget(isMeant: (key: string) => boolean): void
}

const MOST_ENTRIES = 10_000
/** Whatever a record says of itself, it is asked for anew every day. */
const LONGEST_MS = 86_400_000

export const newMemory = <T>(clock: Clock): Memory<T> => {
  const kept = new Map<string, Kept<T>>()
  return {
    get(key) {
      const entry = kept.get(key)
      if (!entry || entry.until > clock.now()) return entry
      kept.delete(key)
      return undefined
    },
    keep(key, { value, until }) {
      const now = clock.now()
      if (until <= now) return
      kept.delete(key)
      // What was kept first goes first.
      if (kept.size >= MOST_ENTRIES) kept.delete(kept.keys().next().value as string)
      kept.set(key, { value, until: new Date(Math.min(until.getTime(), now.getTime() + LONGEST_MS)) })
    },
    forget(isMeant) {
      for (const key of [...kept.keys()].filter(isMeant)) kept.delete(key)
    },
  }
}
