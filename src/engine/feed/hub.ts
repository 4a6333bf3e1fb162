import type { Client } from '../../kernel/database/open.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { WakeUps } from '../../kernel/wake-ups/wake-ups.ts'
import type { NumberedEvent } from './envelope.ts'

const PAGE = 200
const POLL_MS = 1_000
/** Where one subscriber stands; `wake` goes on with it when something has happened. */
interface Follower {
  position: bigint
  wake(): void
}

/**
 * One organization's subscribers: the feed is read once for all of them, and the newest events are kept once for all
 * of them, as far back as the slowest has not read and no further than the window.
 */
interface Room {
  organizationId: string
  followers: Set<Follower>
  ready: Promise<void>
  /** The window holds every event after `from`, up to `seen`. */
  from: bigint
  seen: bigint
  window: NumberedEvent[]
  reading: boolean
  again: boolean
}

export interface Hub {
  /** The number of the newest event. */
  latest(organizationId: string): Promise<bigint>
  /** Events after a number: first from the feed, then as they come, in order, without a gap and without a double. */
  follow(organizationId: string, after: bigint, signal: AbortSignal): AsyncGenerator<NumberedEvent>
  close(): void
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
  new AppError('SUBSCRIBER_TOO_SLOW', {
    details: [
      {
        field: 'after',
        rule: 'SUBSCRIBER_TOO_SLOW',
        message: `Subscribe again after ${position}.`,
        after: String(position),
      },
    ],
  })

/** `most` is how many events a live subscriber may leave unread before it is told to come again. */
export const startHub = (client: Client, wakeUps: WakeUps, most: number): Hub => {
  const rooms = new Map<string, Room>()
  const stopping = new AbortController()

  const read = (organizationId: string, after: bigint): Promise<NumberedEvent[]> =>
    client.event.findMany({
      where: { organizationId, seq: { gt: after } },
      orderBy: { seq: 'asc' },
      take: PAGE,
    }) as Promise<NumberedEvent[]>

  const latest = async (organizationId: string): Promise<bigint> =>
    (await client.eventSequence.findUnique({ where: { organizationId } }))?.last ?? 0n

  /** Forgets what every follower has read, and in any case what is beyond the window. */
  const trim = (room: Room): void => {
    const slowest = [...room.followers].reduce(
      (least, { position }) => (position < least ? position : least),
      room.seen,
    )
    const read = placeAfter(room.window, slowest)
    const kept = Math.max(read, room.window.length - most)
    if (kept === 0) return
    room.from = (room.window[kept - 1] as NumberedEvent).seq
    room.window = room.window.slice(kept)
  }

  const refresh = async (room: Room): Promise<void> => {
    room.again = true
    if (room.reading) return
    room.reading = true
    try {
      while (room.again) {
        room.again = false
        const events = await read(room.organizationId, room.seen)
        const last = events.at(-1)
        if (!last) break
        room.seen = last.seq
        room.window.push(...events)
        if (room.window.length > most) trim(room)
        for (const follower of room.followers) follower.wake()
        room.again ||= events.length === PAGE
      }
    } finally {
      room.reading = false
    }
  }
  // What a failed reading missed, the next poll finds.
  const wake = (room: Room): void => void room.ready.then(() => refresh(room)).catch(() => undefined)

  const unsubscribe = wakeUps.subscribe('numbered', (payload) => {
    const cut = payload.lastIndexOf(':')
    const room = rooms.get(payload.slice(0, cut))
    if (room && BigInt(payload.slice(cut + 1)) > room.seen) wake(room)
  })
  /** Finds what no signal told of: one statement for all rooms. */
  const look = async (): Promise<void> => {
    rooms.forEach(trim)
    if (rooms.size === 0) return
    const sequences = await client.eventSequence.findMany({ where: { organizationId: { in: [...rooms.keys()] } } })
    for (const { organizationId, last } of sequences) {
      const room = rooms.get(organizationId)
      if (room && last > room.seen) wake(room)
    }
  }
  // A look that fails is followed by another.
  const timer = setInterval(() => void look().catch(() => undefined), POLL_MS)
  timer.unref()

  const open = (organizationId: string): Room => {
    const room: Room = {
      organizationId,
      followers: new Set(),
      ready: Promise.resolve(),
      from: 0n,
      seen: 0n,
      window: [],
      reading: false,
      again: false,
    }
    room.ready = latest(organizationId).then((last) => void (room.from = room.seen = last))
    rooms.set(organizationId, room)
    return room
  }
  const join = (organizationId: string, follower: Follower): Room => {
    const room = rooms.get(organizationId) ?? open(organizationId)
    room.followers.add(follower)
    return room
  }
  const leave = (room: Room, follower: Follower): void => {
    room.followers.delete(follower)
    if (room.followers.size === 0 && rooms.get(room.organizationId) === room) rooms.delete(room.organizationId)
  }

  async function* follow(organizationId: string, after: bigint, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
    const follower: Follower = { position: after, wake: () => undefined }
    const stop = (): void => follower.wake()
    const ended = (): boolean => signal.aborted || stopping.signal.aborted
    const room = join(organizationId, follower)
    signal.addEventListener('abort', stop)
    stopping.signal.addEventListener('abort', stop)
    const pass = function* (events: readonly NumberedEvent[]): Generator<NumberedEvent> {
      for (const event of events) {
        if (ended()) return
        follower.position = event.seq
        yield event
      }
    }
    try {
      await room.ready
      // What is older than the window comes from the feed, at the pace of the subscriber.
      while (!ended() && follower.position < room.from) {
        const { from } = room
        const page = await read(organizationId, follower.position)
        yield* pass(page)
        if (page.length === 0) follower.position = from
      }
      while (!ended()) {
        if (follower.position < room.from) throw tooSlow(follower.position)
        const place = placeAfter(room.window, follower.position)
        if (place < room.window.length) yield* pass(room.window.slice(place, place + PAGE))
        else await new Promise<void>((resolve) => (follower.wake = resolve))
      }
    } finally {
      leave(room, follower)
      signal.removeEventListener('abort', stop)
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  return {
    latest,
    follow,
    close() {
      clearInterval(timer)
      unsubscribe()
      stopping.abort()
    },
  }
}
