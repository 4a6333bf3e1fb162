/** A start makes more garbage than an hour of requests, and V8 keeps the room of it. */
import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'

const LOOK_MS = 1_000
/** The thread answers next to nothing. */
const IDLE = 0.1

/** Collects all of it, which takes some 200 ms. A switch of V8 would do it too, but not safely while threads run. */
const collect = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
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
    void collect()
  }, LOOK_MS).unref()
}
