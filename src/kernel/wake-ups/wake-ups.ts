/**
 * Wake-ups between parts and between instances. A signal carries no data that matters: a lost one costs latency,
 * never an event or a piece of work, because everybody who listens also looks by itself now and then.
 */
export type Channel = 'events' | 'work' | 'numbered' | 'credentials'

export interface WakeUps {
  publish(channel: Channel, payload: string): void
  subscribe(channel: Channel, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

/** Sets rather than an emitter: thousands of sockets come and go, each with a listener. */
export const localWakeUps = (): WakeUps => {
  const listeners: Record<Channel, Set<(payload: string) => void>> = {
    events: new Set(),
    work: new Set(),
    numbered: new Set(),
    credentials: new Set(),
  }
  return {
    publish: (channel, payload) => listeners[channel].forEach((listener) => listener(payload)),
    subscribe(channel, listener) {
      // Its own, so that the same function subscribed twice is heard twice and left once.
      const mine = (payload: string): void => listener(payload)
      listeners[channel].add(mine)
      return () => void listeners[channel].delete(mine)
    },
    close: () => Promise.resolve(Object.values(listeners).forEach((set) => set.clear())),
  }
}
