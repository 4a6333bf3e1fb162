/** The newest events of one organization, read once for all who follow them. */
import type { Client } from '../../kernel/database/open.ts'
import type { AppError } from '../../kernel/errors/app-error.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import type { NumberedEvent } from './envelope.ts'
import type { FollowedFeed, Follower } from './follower.ts'

const PAGE = 200

export const latestNumber = async (client: Client, organizationId: string): Promise<bigint> =>
  (await client.eventSequence.findUnique({ where: { organizationId } }))?.last ?? 0n

/**
 * The followers of one organization: the feed is read once for all of them, and the newest events are kept once for all
 * of them, as far back as the slowest has not read and no further than the window.
 */
export class LiveFeed implements FollowedFeed {
  readonly organizationId: string
  readonly ready: Promise<void>
  readonly #client: Client
  readonly #most: number
  readonly #onEmpty: (feed: LiveFeed) => void
  readonly #followers = new Set<Follower>()
  /** The window holds every event after `#from`, up to `#seen`. */
  #from = 0n
  #seen = 0n
  #window: NumberedEvent[] = []
  #reading = false
  #again = false

  /** `most` is how many events the window may hold; `onEmpty` is told when nobody follows any more. */
  constructor(client: Client, organizationId: string, most: number, onEmpty: (feed: LiveFeed) => void) {
    this.#client = client
    this.#most = most
    this.#onEmpty = onEmpty
    this.organizationId = organizationId
    this.ready = latestNumber(client, organizationId).then((last) => void (this.#from = this.#seen = last))
  }

  get followers(): number {
    return this.#followers.size
  }

  followersOf(companyId: string): number {
    return [...this.#followers].filter((follower) => follower.companyId === companyId).length
  }

  join(follower: Follower): void {
    this.#followers.add(follower)
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size === 0) this.#onEmpty(this)
  }

  /** Ends all who follow it. */
  close(): void {
    for (const follower of this.#followers) follower.end()
  }

  /** Says that the event with this number exists: it is read, unless it has been seen. */
  announce(last: bigint): void {
    if (last <= this.#seen) return
    // What a failed reading missed, the next poll finds.
    void this.ready.then(() => this.#refresh()).catch(() => undefined)
  }

  isBehindWindow({ position }: Follower): boolean {
    return position < this.#from
  }

  async older(follower: Follower): Promise<readonly NumberedEvent[]> {
    const from = this.#from
    const page = await this.#read(follower.position)
    if (page.length === 0) follower.position = from
    return page
  }

  newer(follower: Follower): readonly NumberedEvent[] {
    if (this.isBehindWindow(follower)) throw tooSlow(follower.position)
    const place = placeAfter(this.#window, follower.position)
    return place < this.#window.length ? this.#window.slice(place, place + PAGE) : []
  }

  /** Forgets what every follower has read, and in any case what is beyond the window. */
  trim(): void {
    let slowest = this.#seen
    for (const { position } of this.#followers) if (position < slowest) slowest = position
    const dropped = Math.max(placeAfter(this.#window, slowest), this.#window.length - this.#most)
    if (dropped === 0) return
    this.#from = (this.#window[dropped - 1] as NumberedEvent).seq
    this.#window = this.#window.slice(dropped)
  }

  /** One reading at a time; what is announced meanwhile is read by the one that is under way. */
  async #refresh(): Promise<void> {
    this.#again = true
    if (this.#reading) return
    this.#reading = true
    try {
      while (this.#again) {
        this.#again = false
        const events = await this.#read(this.#seen)
        if (events.length === 0) break
        this.#append(events)
        this.#again ||= events.length === PAGE
      }
    } finally {
      this.#reading = false
    }
  }

  #append(events: readonly NumberedEvent[]): void {
    this.#seen = (events.at(-1) as NumberedEvent).seq
    this.#window.push(...events)
    if (this.#window.length > this.#most) this.trim()
    for (const follower of this.#followers) follower.wake()
  }

  #read(after: bigint): Promise<NumberedEvent[]> {
    return this.#client.event.findMany({
      where: { organizationId: this.organizationId, seq: { gt: after } },
      orderBy: { seq: 'asc' },
      take: PAGE,
    }) as Promise<NumberedEvent[]>
  }
}

/** The place in the window of the first event after a number. */
const placeAfter = (window: readonly NumberedEvent[], position: bigint): number => {
  let [low, high] = [0, window.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((window[middle] as NumberedEvent).seq > position) high = middle
    else low = middle + 1
  }
  return low
}

const tooSlow = (position: bigint): AppError =>
  refusal('SUBSCRIBER_TOO_SLOW', 'after', `Subscribe again with "after" set to ${position}.`, {
    facts: { after: String(position) },
  })
