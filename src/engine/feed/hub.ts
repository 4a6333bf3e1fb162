import type { Client } from '../../kernel/database/open.ts'
import type { WakeUps } from '../../kernel/wake-ups/wake-ups.ts'
import { Follower } from './follower.ts'
import { LiveFeed, latestNumber } from './live-feed.ts'

const POLL_MS = 1_000

/** Whose events are followed, and for which company of the organization if for one alone. */
export interface Following {
  organizationId: string
  companyId: string | null
}

export interface Hub {
  /** The number of the newest event. */
  latest(organizationId: string): Promise<bigint>
  /**
   * Events after a number: first from the feed, then as they come, in order, without a gap and without a double. Its
   * `return` ends it at once.
   */
  follow(following: Following, after: bigint): Follower
  /** How many follow the events of an organization in this process, or do so for one company. */
  followers(following: Following): number
  close(): void
}

/** `most` is how many events a live subscriber may leave unread before it is told to come again. */
export const startHub = (client: Client, wakeUps: WakeUps, most: number): Hub => new EventHub(client, wakeUps, most)

/** The live feeds of this process: one for each organization that somebody follows. */
class EventHub implements Hub {
  readonly #client: Client
  readonly #most: number
  readonly #feeds = new Map<string, LiveFeed>()
  readonly #unsubscribe: () => void
  readonly #polling: NodeJS.Timeout
  #isClosed = false

  constructor(client: Client, wakeUps: WakeUps, most: number) {
    this.#client = client
    this.#most = most
    this.#unsubscribe = wakeUps.subscribe('numbered', (payload) => this.#hear(payload))
    // A poll that fails is followed by another.
    this.#polling = setInterval(() => void this.#poll().catch(() => undefined), POLL_MS).unref()
  }

  latest(organizationId: string): Promise<bigint> {
    return latestNumber(this.#client, organizationId)
  }

  follow({ organizationId, companyId }: Following, after: bigint): Follower {
    const feed = this.#feedOf(organizationId)
    const follower = new Follower(feed, after, companyId)
    feed.join(follower)
    if (this.#isClosed) follower.end()
    return follower
  }

  followers({ organizationId, companyId }: Following): number {
    const feed = this.#feeds.get(organizationId)
    return (companyId === null ? feed?.followers : feed?.followersOf(companyId)) ?? 0
  }

  close(): void {
    clearInterval(this.#polling)
    this.#unsubscribe()
    this.#isClosed = true
    for (const feed of this.#feeds.values()) feed.close()
  }

  #feedOf(organizationId: string): LiveFeed {
    let feed = this.#feeds.get(organizationId)
    if (!feed) {
      feed = new LiveFeed(this.#client, organizationId, this.#most, (left) => this.#forget(left))
      this.#feeds.set(organizationId, feed)
    }
    return feed
  }

  #forget(feed: LiveFeed): void {
    if (this.#feeds.get(feed.organizationId) === feed) this.#feeds.delete(feed.organizationId)
  }

  /** The relay has numbered events: `<organization>:<number of the last>`. */
  #hear(payload: string): void {
    const cut = payload.lastIndexOf(':')
    this.#feeds.get(payload.slice(0, cut))?.announce(BigInt(payload.slice(cut + 1)))
  }

  /** Finds what no wake-up told of: one statement for all feeds. */
  async #poll(): Promise<void> {
    for (const feed of this.#feeds.values()) feed.trim()
    if (this.#feeds.size === 0) return
    const sequences = await this.#client.eventSequence.findMany({
      where: { organizationId: { in: [...this.#feeds.keys()] } },
    })
    for (const { organizationId, last } of sequences) this.#feeds.get(organizationId)?.announce(last)
  }
}
