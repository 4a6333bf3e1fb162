import type { Log } from '../log.ts'
import { safely } from '../safely.ts'

/**
 * Wake-ups between parts and between instances. None carries data that matters: a lost one costs latency, never an
 * event or a piece of work, because everybody who listens also looks now and then without being woken.
 */
export const topics = ['events', 'work', 'numbered', 'credentials', 'domains'] as const
export type WakeUpTopic = (typeof topics)[number]

export interface WakeUps {
  publish(topic: WakeUpTopic, payload: string): void
  subscribe(topic: WakeUpTopic, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

/** Sets rather than an emitter: thousands of sockets come and go, each with a listener. */
export const localWakeUps = (log: Log): WakeUps => {
  const listeners: Record<WakeUpTopic, Set<(payload: string) => void>> = {
    events: new Set(),
    work: new Set(),
    numbered: new Set(),
    credentials: new Set(),
    domains: new Set(),
  }
  return {
    publish: (topic, payload) => listeners[topic].forEach((listener) => listener(payload)),
    subscribe(topic, listener) {
      // A new function each time, so that a listener that subscribes twice is called twice, and removed once.
      const mine = safely(listener, log)
      listeners[topic].add(mine)
      return () => void listeners[topic].delete(mine)
    },
    close: () => Promise.resolve(Object.values(listeners).forEach((set) => set.clear())),
  }
}
