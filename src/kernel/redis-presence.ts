import type { Log } from './log.ts'
import type { AwayGauge } from './metrics.ts'

/** Whether Redis answers one of the parts that ask it: each change is logged once, and told to the metrics. */
export class RedisPresence {
  readonly #log: Log
  readonly #away: AwayGauge
  readonly #meanwhile: string
  #isAway = false

  /** `meanwhile` says what is done while it is away. */
  constructor(log: Log, away: AwayGauge, meanwhile: string) {
    this.#log = log
    this.#away = away
    this.#meanwhile = meanwhile
    away.set(0)
  }

  gone(error: unknown): void {
    if (this.#isAway) return
    this.#log.warn({ err: error }, `Redis does not answer: ${this.#meanwhile}`)
    this.#isAway = true
    this.#away.set(1)
  }

  back(): void {
    if (!this.#isAway) return
    this.#log.info('Redis answers again')
    this.#isAway = false
    this.#away.set(0)
  }
}
