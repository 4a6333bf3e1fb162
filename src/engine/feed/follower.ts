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
  leave(follower: Follower): void
}

/** Who takes the events of a follower. */
export interface Reader {
  /** There may be an event to take, or an end. */
  more(): void
}

/**
 * One who follows a feed: the events in order, first as they were stored, then as they come. There are thousands, so that
 * one who waits holds neither a promise nor a function: its reader is told.
 */
export class Follower implements AsyncIterableIterator<NumberedEvent, undefined> {
  /** The number of the last event that was handed on. */
  position: bigint
  /** Whom it follows for, where that is one company. */
  readonly companyId: string | null
  hasEnded = false
  reader: Reader | undefined
  readonly #feed: FollowedFeed
  #page: readonly NumberedEvent[] = []
  #next = 0
  /** Whether it has come to the newest events, and must keep up with them. */
  #isLive = false
  #isReading = false
  #failure: unknown

  constructor(feed: FollowedFeed, position: bigint, companyId: string | null) {
    this.#feed = feed
    this.position = position
    this.companyId = companyId
  }

  /** The next event that has been read. Without one its reader is told when there may be one, or when it has ended. */
  take(): NumberedEvent | undefined {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#next >= this.#page.length) this.#turn()
    const event = this.#page[this.#next]
    if (this.hasEnded || !event) return undefined
    this.#next += 1
    this.position = event.seq
    return event
  }

  async next(): Promise<Result> {
    for (;;) {
      const value = this.take()
      if (value) return { done: false, value }
      if (this.hasEnded) return { done: true, value: undefined }
      await new Promise<void>((more) => (this.reader = { more }))
    }
  }

  return(): Promise<Result> {
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** At once, also while it waits; what was read is not handed on. */
  end(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.#feed.leave(this)
    this.wake()
  }

  wake(): void {
    this.reader?.more()
  }

  /** The next page, which is there at once where it is live. */
  #turn(): void {
    if (this.hasEnded || this.#isReading) return
    if (!this.#isLive) return void this.#readOlder()
    try {
      this.#open(this.#feed.newer(this))
    } catch (error) {
      this.end()
      throw error
    }
  }

  #open(page: readonly NumberedEvent[]): void {
    this.#page = page
    this.#next = 0
  }

  async #readOlder(): Promise<void> {
    this.#isReading = true
    try {
      await this.#feed.ready
      this.#isLive = !this.#feed.isBehindWindow(this)
      if (!this.#isLive) this.#open(await this.#feed.older(this))
    } catch (error) {
      this.#failure = error
      this.end()
    }
    this.#isReading = false
    this.wake()
  }
}
