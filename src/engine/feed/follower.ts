import type { NumberedEvent } from './envelope.ts'

type Result = IteratorResult<NumberedEvent, undefined>

/** Where it reads. */
export interface FollowedFeed {
  /** Settled when the feed knows the number at which its window begins. */
  readonly ready: Promise<void>
  /** Whether the window has lost events that the follower has not read, or never had them. */
  isBehindWindow(follower: Follower): boolean
  /** A page of the events before the window, read at the pace of the follower. */
  older(follower: Follower): Promise<readonly NumberedEvent[]>
  /** What the window has for a follower, which may be nothing yet. */
  newer(follower: Follower): readonly NumberedEvent[]
}

const DONE: Result = { done: true, value: undefined }

/**
 * One who follows a feed: the events in order, first as they were stored, then as they come. A class and not a generator,
 * because there are thousands of them, and each can be ended while it waits.
 */
export class Follower implements AsyncIterableIterator<NumberedEvent, undefined> {
  /** The number of the last event that was handed on. */
  position: bigint
  /** Whom it follows for, where that is one company. */
  readonly companyId: string | null
  readonly #feed: FollowedFeed
  readonly #onEnd: (follower: Follower) => void
  #page: readonly NumberedEvent[] = []
  #next = 0
  /** Whether it has come to the newest events, and must keep up with them. */
  #isLive = false
  #hasEnded = false
  #wake: (() => void) | undefined

  constructor(feed: FollowedFeed, position: bigint, companyId: string | null, onEnd: (follower: Follower) => void) {
    this.#feed = feed
    this.position = position
    this.companyId = companyId
    this.#onEnd = onEnd
  }

  async next(): Promise<Result> {
    try {
      while (this.#next >= this.#page.length && !this.#hasEnded) await this.#turn()
    } catch (error) {
      this.end()
      throw error
    }
    const event = this.#page[this.#next]
    if (this.#hasEnded || !event) return DONE
    this.#next += 1
    this.position = event.seq
    return { done: false, value: event }
  }

  return(): Promise<Result> {
    this.end()
    return Promise.resolve(DONE)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** At once, also while it waits; what was read is not handed on. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnd(this)
    this.wake()
  }

  wake(): void {
    this.#wake?.()
    this.#wake = undefined
  }

  /** The next page, or a wait for it. */
  async #turn(): Promise<void> {
    await this.#feed.ready
    this.#isLive ||= !this.#feed.isBehindWindow(this)
    this.#page = this.#isLive ? this.#feed.newer(this) : await this.#feed.older(this)
    this.#next = 0
    if (this.#isLive && this.#page.length === 0 && !this.#hasEnded)
      await new Promise<void>((resolve) => (this.#wake = resolve))
  }
}
