import type { Client } from '../database/open.ts'
import type { Signals } from '../signals/signals.ts'
import type { NumberedEvent } from './envelope.ts'

const PAGE = 200
const POLL_MS = 1_000

/** One organization's listeners: the feed is read once for all of them. */
interface Room { seen: bigint; listeners: Set<(events: readonly NumberedEvent[]) => void>; reading: boolean; again: boolean }

export interface Hub {
  /** The number of the newest event. */
  latest(organizationId: string): Promise<bigint>
  /** Events after a number: first from the feed, then as they come, without a gap and without a double. */
  follow(organizationId: string, after: bigint, signal: AbortSignal): AsyncGenerator<NumberedEvent>
  close(): void
}

export const startHub = (client: Client, signals: Signals): Hub => {
  const rooms = new Map<string, Room>()
  const stopping = new AbortController()

  const read = (organizationId: string, after: bigint): Promise<NumberedEvent[]> =>
    client.event.findMany({ where: { organizationId, seq: { gt: after } }, orderBy: { seq: 'asc' }, take: PAGE }) as Promise<NumberedEvent[]>

  const latest = async (organizationId: string): Promise<bigint> =>
    (await client.eventSequence.findUnique({ where: { organizationId } }))?.last ?? 0n

  const refresh = async (organizationId: string, room: Room): Promise<void> => {
    if (room.reading) {
      room.again = true
      return
    }
    room.reading = true
    try {
      do {
        room.again = false
        const events = await read(organizationId, room.seen)
        const last = events.at(-1)
        if (!last) break
        room.seen = last.seq
        for (const listener of room.listeners) listener(events)
        room.again ||= events.length === PAGE
      } while (room.again)
    } finally {
      room.reading = false
    }
  }
  const wake = (organizationId: string): void => {
    const room = rooms.get(organizationId)
    // What a failed reading missed, the next poll finds.
    if (room) refresh(organizationId, room).catch(() => undefined)
  }
  const unsubscribe = signals.subscribe('numbered', (payload) => wake(payload.slice(0, payload.lastIndexOf(':'))))
  const timer = setInterval(() => [...rooms.keys()].forEach(wake), POLL_MS)
  timer.unref()

  const join = (organizationId: string, seen: bigint, listener: (events: readonly NumberedEvent[]) => void): (() => void) => {
    const room = rooms.get(organizationId) ?? { seen, listeners: new Set(), reading: false, again: false }
    rooms.set(organizationId, room)
    room.listeners.add(listener)
    return () => {
      room.listeners.delete(listener)
      if (room.listeners.size === 0) rooms.delete(organizationId)
    }
  }

  async function* follow(organizationId: string, after: bigint, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
    const queue: NumberedEvent[] = []
    let wakeUp: () => void = () => undefined
    let position = after
    // Joined before the feed is read: what happens meanwhile waits in the queue, and `position` drops the doubles.
    const leave = join(organizationId, await latest(organizationId), (events) => {
      queue.push(...events)
      wakeUp()
    })
    const stop = (): void => wakeUp()
    signal.addEventListener('abort', stop)
    stopping.signal.addEventListener('abort', stop)
    const ended = (): boolean => signal.aborted || stopping.signal.aborted
    try {
      for (let page = await read(organizationId, position); page.length > 0 && !ended(); page = await read(organizationId, position)) {
        for (const event of page) {
          position = event.seq
          yield event
        }
      }
      while (!ended()) {
        const event = queue.shift()
        if (event === undefined) await new Promise<void>((resolve) => (queue.length > 0 || ended() ? resolve() : (wakeUp = resolve)))
        else if (event.seq > position) {
          position = event.seq
          yield event
        }
      }
    } finally {
      leave()
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
