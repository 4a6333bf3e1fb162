import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'

const PAUSE_MS = 50

/** Looks again and again until something is there, or the time is over: then undefined. */
export const waitFor = async <T>(
  clock: Clock,
  deadline: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  for (;;) {
    const found = await look()
    if (found !== undefined || clock.steady() >= deadline) return found
    await wait(PAUSE_MS)
  }
}
