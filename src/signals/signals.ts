import { EventEmitter } from 'node:events'

/**
 * Wake-ups between parts and between instances. A signal carries no data that matters: a lost one costs latency,
 * never an event or a piece of work, because everybody who listens also looks by itself now and then.
 */
export type Channel = 'events' | 'work' | 'numbered' | 'credentials'

export interface Signals {
  publish(channel: Channel, payload: string): void
  subscribe(channel: Channel, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

export const localSignals = (): Signals => {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: (channel, payload) => void emitter.emit(channel, payload),
    subscribe(channel, listener) {
      emitter.on(channel, listener)
      return () => void emitter.off(channel, listener)
    },
    close: () => Promise.resolve(void emitter.removeAllListeners()),
  }
}
