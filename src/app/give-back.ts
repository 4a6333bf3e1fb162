/** A start makes more garbage than an hour of requests, and V8 keeps the room of it. */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 1_000
/** The thread answers next to nothing. */
const IDLE = 0.1

/** Collects all of it, which takes some 200 ms. */
const collect = (): void => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * In the first second in which this thread has next to nothing to do: hardly anybody waits for it then. A server that has
 * no such second collects by itself as its memory grows.
 */
export const giveBackMemoryOnceIdle = (): void => {
  let before = performance.eventLoopUtilization()
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE) return
    clearInterval(looking)
    collect()
  }, LOOK_MS).unref()
}
