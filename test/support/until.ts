import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'

const PAUSE_MS = 20
/** How many looks in a row may see the same. */
const MOST_LOOKS = 500

/** A machine that has twice as much to do as it can does it half as fast: there a look counts half, and a quarter at least. */
const countOfLook = (): number => Math.min(1, Math.max(0.25, availableParallelism() / (loadavg()[0] ?? 1)))

interface Seen<T> {
  value?: T
  error?: unknown
}

/**
 * Waits until `look` returns `wanted`, or what `wanted` accepts, and returns that. Fails when nothing that `look` returns
 * has changed for ten seconds, and prints what that was: `look` returns what grows, rather than whether it has grown.
 */
export const until = async <T>(
  look: () => T | Promise<T>,
  wanted: NoInfer<T> | ((seen: T) => boolean) = Boolean,
): Promise<T> => {
  const isIt = (value: T): boolean =>
    typeof wanted === 'function' ? (wanted as (seen: T) => boolean)(value) : isDeepStrictEqual(value, wanted)
  let [last, looks] = ['', 0]
  while (looks < MOST_LOOKS) {
    const seen: Seen<T> = await (async () => ({ value: await look() }))().catch((error: unknown) => ({ error }))
    if ('value' in seen && isIt(seen.value as T)) return seen.value as T
    const text = 'value' in seen ? inspect(seen.value) : String(seen.error)
    looks = text === last ? looks + countOfLook() : 0
    last = text
    await wait(PAUSE_MS)
  }
  throw new Error(`Not so in time: ${look.toString()}\nwanted: ${inspect(wanted)}\nseen last: ${last}`)
}

export const atLeast =
  (least: number) =>
  (seen: number): boolean =>
    seen >= least

/** Of a text or a list. */
export const including =
  (...parts: readonly unknown[]) =>
  (seen: string | readonly unknown[]): boolean =>
    parts.every((part) => seen.includes(part as string))
