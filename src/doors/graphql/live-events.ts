import type { NumberedEvent } from '../../engine/feed/envelope.ts'
import type { Follower, Reader } from '../../engine/feed/follower.ts'
import type { FeedSubscription } from '../../events/follow-events.ts'
import type { Platform } from '../../operation/platform.ts'

type Result = IteratorResult<NumberedEvent, undefined>

/**
 * Live events of one subscription, which end at once when the client leaves or its credentials end. What it takes is
 * taken ten thousand times: it follows from its first question on, and holds nothing that it can do without.
 */
export class LiveEvents implements AsyncIterableIterator<NumberedEvent, undefined> {
  readonly #platform: Platform
  readonly #subscription: FeedSubscription
  readonly #end: AbortSignal | undefined
  #follower: Follower | undefined
  #hasEnded = false

  constructor(platform: Platform, subscription: FeedSubscription, end: AbortSignal | undefined) {
    this.#platform = platform
    this.#subscription = subscription
    this.#end = end
  }

  get hasEnded(): boolean {
    return this.#hasEnded || this.#follower?.hasEnded === true
  }

  /** The next event that is there already, wanted or not; without one the reader is told when there may be one. */
  take(reader: Reader): NumberedEvent | undefined {
    const follower = this.#following()
    follower.reader = reader
    return follower.take()
  }

  wants(event: NumberedEvent): boolean | Promise<boolean> {
    return this.#subscription.wants(event)
  }

  async next(): Promise<Result> {
    try {
      for (;;) {
        const { done, value } = await this.#following().next()
        if (done || this.#hasEnded) return await this.return()
        if (await this.wants(value)) return { done: false, value }
      }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  return(): Promise<Result> {
    if (this.#follower && !this.#hasEnded) this.#platform.metrics.subscriptions.dec({ door: 'graphql' })
    this.#hasEnded = true
    this.#follower?.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #following(): Follower {
    if (this.#follower) return this.#follower
    const { organizationId, companyId, after } = this.#subscription
    const { hub, metrics } = this.#platform
    this.#follower = hub.follow({ organizationId, companyId }, after)
    metrics.subscriptions.inc({ door: 'graphql' })
    if (this.#hasEnded || this.#end?.aborted) this.#follower.end()
    else this.#end?.addEventListener('abort', () => this.#follower?.end(), { once: true })
    return this.#follower
  }
}
