import { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import { WINDOW_MS, type RateWindow, memoryWindow, summarize } from './rate-window.ts'

// A list of at most `limit` times, oldest first: a tenth of the memory of a sorted set, and one round trip.
const SCRIPT = `
local limit, now, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
while true do
  local oldest = redis.call('LINDEX', KEYS[1], 0)
  if not oldest or tonumber(oldest) > now - window then break end
  redis.call('LPOP', KEYS[1])
end
local used = redis.call('LLEN', KEYS[1])
local allowed = used < limit
if allowed then
  redis.call('RPUSH', KEYS[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[1], window)
end
return {allowed and 1 or 0, used + (allowed and 1 or 0), tonumber(redis.call('LINDEX', KEYS[1], used - limit) or ARGV[2])}
`

interface WithWindow {
  slidingWindow(key: string, limit: number, now: number, windowMs: number): Promise<[number, number, number]>
}

/** Shared by all instances. While Redis is away each instance counts for itself: the service stays up, the limit loosens. */
export const redisWindow = (url: string, log: Log): RateWindow => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    commandTimeout: 500,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  })
  redis.defineCommand('slidingWindow', { numberOfKeys: 1, lua: SCRIPT })
  const local = memoryWindow()
  let away = false
  // The first requests wait until it is known whether Redis is there, or they would be counted apart from all others.
  const known = new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    redis.once('error', () => resolve())
  })
  redis.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'Redis does not answer: each instance counts requests for itself')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('Redis answers again')
    away = false
  })
  return {
    async hit(caller, limit, now, windowMs = WINDOW_MS) {
      await known
      try {
        const [allowed, used, oldest] = await (redis as unknown as WithWindow).slidingWindow(
          `rate:${caller}`,
          limit,
          now,
          windowMs,
        )
        return summarize(allowed === 1, limit, used, oldest, now, windowMs)
      } catch {
        return local.hit(caller, limit, now, windowMs)
      }
    },
    close: () => Promise.resolve(redis.disconnect()),
  }
}
