import { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import type { AwayGauge } from '../metrics.ts'
import { RedisPresence } from '../redis-presence.ts'
import { type Hit, type RateWindow, WINDOW_MS, memoryWindow, summarize } from './rate-window.ts'

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
local oldest = tonumber(redis.call('LINDEX', KEYS[1], used - limit) or ARGV[2])
return {allowed and 1 or 0, used + (allowed and 1 or 0), oldest}
`

/** As many more as there is room for in the window. */
const CHARGE = `
local room = tonumber(ARGV[1]) - redis.call('LLEN', KEYS[1])
for _ = 1, math.min(room, tonumber(ARGV[3])) do redis.call('RPUSH', KEYS[1], ARGV[2]) end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
`

interface WithWindow {
  chargeWindow(key: string, limit: number, now: number, more: number, windowMs: number): Promise<void>
  slidingWindow(key: string, limit: number, now: number, windowMs: number): Promise<[number, number, number]>
}

/**
 * A rate window that all instances share. While Redis is away each instance counts for itself: the service stays up,
 * and the limit becomes looser.
 */
export const redisWindow = (url: string, log: Log, away: AwayGauge): RateWindow => new RedisWindow(url, log, away)

class RedisWindow implements RateWindow {
  readonly #redis: Redis
  readonly #local = memoryWindow()
  /** Resolves when Redis has answered or failed once: requests before that would be counted apart from all others. */
  readonly #known: Promise<void>
  readonly #presence: RedisPresence

  constructor(url: string, log: Log, away: AwayGauge) {
    this.#presence = new RedisPresence(log, away, 'each instance counts requests for itself')
    this.#redis = new Redis(url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      connectTimeout: 2_000,
      commandTimeout: 500,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    })
    this.#redis.defineCommand('slidingWindow', { numberOfKeys: 1, lua: SCRIPT })
    this.#redis.defineCommand('chargeWindow', { numberOfKeys: 1, lua: CHARGE })
    this.#known = new Promise<void>((resolve) => {
      this.#redis.once('ready', resolve)
      this.#redis.once('error', () => resolve())
    })
    this.#redis.on('error', (error: Error) => this.#presence.gone(error))
    this.#redis.on('ready', () => this.#presence.back())
  }

  async hit(caller: string, limit: number, now: number, windowMs = WINDOW_MS): Promise<Hit> {
    const answer = await this.#asked((redis) => redis.slidingWindow(`rate:${caller}`, limit, now, windowMs))
    if (!answer) return this.#local.hit(caller, limit, now, windowMs)
    const [allowed, used, oldest] = answer
    return summarize(allowed === 1, limit, used, oldest, now, windowMs)
  }

  async look(caller: string, limit: number, now: number): Promise<Hit> {
    // A window of none counts nothing.
    const answer = await this.#asked((redis) => redis.slidingWindow(`rate:${caller}`, 0, now, WINDOW_MS))
    return answer ? summarize(true, limit, answer[1], now, now, WINDOW_MS) : this.#local.look(caller, limit, now)
  }

  async charge(caller: string, limit: number, now: number, more: number): Promise<void> {
    const isCharged = await this.#asked((redis) => redis.chargeWindow(`rate:${caller}`, limit, now, more, WINDOW_MS))
    if (isCharged === undefined) await this.#local.charge(caller, limit, now, more)
  }

  close(): Promise<void> {
    return Promise.resolve(this.#redis.disconnect())
  }

  /** What it answers; undefined while it is away. One that is silent ends no connection: only its commands fail. */
  async #asked<T>(ask: (redis: WithWindow) => Promise<T>): Promise<T | undefined> {
    await this.#known
    try {
      const answer = await ask(this.#redis as unknown as WithWindow)
      this.#presence.back()
      return answer
    } catch (error) {
      this.#presence.gone(error)
      return undefined
    }
  }
}
