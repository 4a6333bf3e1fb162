/** A start makes more garbage than an hour of requests, and V8 keeps the room of it. */
import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'

const LOOK_MS = 1_000
/** The thread answers next to nothing. */
const IDLE = 0.1

/**
 * Collects all of it, which takes some 200 ms. A switch of V8 would do it too, but those are set before there are threads.
 */
const collect = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
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
    // It only saves: V8 collects in its own time without it.
    collect().catch(() => undefined)
  }, LOOK_MS).unref()
}
