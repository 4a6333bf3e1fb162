/** A sliding window of 60 seconds: at no moment have more than `limit` requests passed in the minute before it. */
export const WINDOW_MS = 60_000

export interface Hit {
  allowed: boolean
  limit: number
  remaining: number
  /** When the window is empty again if nothing more comes: unix milliseconds. */
  resetAt: number
  /** Seconds until a request would pass again; 0 when it may now. */
  retryAfter: number
}

export interface RateWindow {
  hit(caller: string, limit: number, now: number, windowMs?: number): Promise<Hit> | Hit
  /** How the window stands, without counting. */
  look(caller: string, limit: number, now: number): Promise<Hit> | Hit
  /** Counts more for a request that was let in: what comes after it waits longer. */
  charge(caller: string, limit: number, now: number, more: number): Promise<void> | void
  close(): Promise<void>
}

/** The times of the last `limit` requests in a ring, of use for as long as the window is. */
interface Ring {
  times: Float64Array
  next: number
  size: number
  windowMs: number
}

const newRing = (limit: number, windowMs: number): Ring => ({
  times: new Float64Array(limit),
  next: 0,
  size: 0,
  windowMs,
})

const resized = (ring: Ring, limit: number): Ring => {
  const fresh = newRing(limit, ring.windowMs)
  const kept = Math.min(ring.size, limit)
  for (let back = kept; back > 0; back--)
    push(fresh, ring.times[(ring.next - back + ring.times.length) % ring.times.length] ?? 0)
  return fresh
}

const push = (ring: Ring, time: number): void => {
  ring.times[ring.next] = time
  ring.next = (ring.next + 1) % ring.times.length
  ring.size = Math.min(ring.size + 1, ring.times.length)
}

/** How many of the remembered times lie inside the window: they are in order, so a binary search does. */
const inside = (ring: Ring, after: number): number => {
  let low = 0
  let high = ring.size
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const time = ring.times[(ring.next - middle + ring.times.length) % ring.times.length] ?? 0
    if (time > after) low = middle
    else high = middle - 1
  }
  return low
}

export const summarize = (
  allowed: boolean,
  limit: number,
  used: number,
  oldest: number,
  now: number,
  windowMs: number,
): Hit => ({
  allowed,
  limit,
  remaining: Math.max(0, limit - used),
  resetAt: now + windowMs,
  retryAfter: allowed ? 0 : Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
})

export const memoryWindow = (): RateWindow => {
  const rings = new Map<string, Ring>()
  const ringOf = (caller: string, limit: number, windowMs: number): Ring => {
    const known = rings.get(caller)
    if (known?.times.length === limit) return known
    const ring = known ? resized(known, limit) : newRing(limit, windowMs)
    rings.set(caller, ring)
    return ring
  }
  let sweptAt = 0
  const sweep = (now: number): void => {
    if (now - sweptAt < WINDOW_MS) return
    sweptAt = now
    for (const [caller, ring] of rings) if (inside(ring, now - ring.windowMs) === 0) rings.delete(caller)
  }
  return {
    hit(caller, limit, now, windowMs = WINDOW_MS) {
      sweep(now)
      const ring = ringOf(caller, limit, windowMs)
      const used = inside(ring, now - windowMs)
      const allowed = used < limit
      const oldest = ring.times[(ring.next - Math.min(used, limit) + ring.times.length) % ring.times.length] ?? now
      if (allowed) push(ring, now)
      return summarize(allowed, limit, allowed ? used + 1 : used, oldest, now, windowMs)
    },
    look(caller, limit, now) {
      const ring = rings.get(caller)
      const used = ring ? inside(ring, now - WINDOW_MS) : 0
      return summarize(true, limit, used, now, now, WINDOW_MS)
    },
    charge(caller, limit, now, more) {
      const ring = ringOf(caller, limit, WINDOW_MS)
      const room = limit - inside(ring, now - WINDOW_MS)
      for (let count = Math.min(more, room); count > 0; count -= 1) push(ring, now)
    },
    close: () => Promise.resolve(),
  }
}
